//! Which calls are answered from what is held, and that all others reach the service as they came.

use super::*;
use http_body_util::{BodyExt as _, StreamBody};
use std::convert::Infallible;
use tonic::body::Body as TonicBody;

/// Holds the answer to `known`.
struct One;

impl Held for One {
    fn path(&self) -> &'static str {
        "/test.Echo/Held"
    }

    fn answer(&self, message: &[u8]) -> Option<Bytes> {
        (message == b"known").then(|| Bytes::from_static(b"the answer"))
    }
}

/// Says how the request's body came to it, and what it was.
#[derive(Clone)]
struct Echo;

impl tonic::server::NamedService for Echo {
    const NAME: &'static str = "test.Echo";
}

impl tower::Service<Request<TonicBody>> for Echo {
    type Response = Response<TonicBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<TonicBody>) -> Self::Future {
        Box::pin(async move {
            let mut said = b"asked: ".to_vec();
            let mut body = request.into_body();
            while let Some(frame) = body.frame().await {
                match frame.map(Frame::into_data) {
                    Ok(Ok(data)) => said.extend_from_slice(&data),
                    Ok(Err(_)) => said.extend_from_slice(b" and trailers"),
                    Err(status) => said.extend_from_slice(format!(" and {}", status.message()).as_bytes()),
                }
            }
            Ok(Response::new(TonicBody::new(http_body_util::Full::from(said))))
        })
    }
}

type Piece = Result<Frame<Bytes>, Status>;

fn data(bytes: &[u8]) -> Piece {
    Ok(Frame::data(Bytes::copy_from_slice(bytes)))
}

fn message(flag: u8, bytes: &[u8]) -> Vec<u8> {
    [&[flag][..], &(bytes.len() as u32).to_be_bytes(), bytes].concat()
}

async fn asked(request: http::request::Builder, pieces: Vec<Piece>) -> (String, Option<HeaderMap>) {
    let answering = Answering { routes: Routes::new(Echo), held: Arc::new(One) };
    let body = StreamBody::new(tokio_stream::iter(pieces));
    let response = answering.answer(request.body(body).unwrap()).await;
    let is_held = matches!(response.body(), Answer::Held(_));
    assert_eq!(is_held, response.headers().get("content-type").is_some_and(|kind| kind == "application/grpc"));
    let all = response.into_body().collect().await.unwrap();
    let trailers = all.trailers().cloned();
    (String::from_utf8_lossy(&all.to_bytes()).into_owned(), trailers)
}

fn post(path: &str) -> http::request::Builder {
    Request::post(path)
}

#[tokio::test]
async fn a_known_request_is_answered_wherever_its_frames_are_cut() {
    let bytes = message(0, b"known");
    for cut in 0..=bytes.len() {
        let pieces = vec![data(&bytes[..cut]), data(b""), data(&bytes[cut..])];
        let (said, trailers) = asked(post("/test.Echo/Held"), pieces).await;
        assert_eq!((&*said, trailers.unwrap()["grpc-status"].as_bytes()), ("the answer", &b"0"[..]), "{cut}");
    }
    let identity = post("/test.Echo/Held").header("grpc-encoding", "identity");
    assert_eq!(asked(identity, vec![data(&bytes)]).await.0, "the answer");
}

#[tokio::test]
async fn every_other_request_reaches_the_service_as_it_came() {
    let known = message(0, b"known");
    let long = message(0, &vec![b'x'; limits::MAX_HELD_REQUEST + 100]);
    let whole = String::from_utf8_lossy(&known).into_owned();
    let cases: Vec<(&str, http::request::Builder, Vec<Piece>, String)> = vec![
        ("another path", post("/test.Echo/Other"), vec![data(&known)], whole.clone()),
        ("another verb", Request::get("/test.Echo/Held"), vec![data(&known)], whole.clone()),
        ("an encoding", post("/test.Echo/Held").header("grpc-encoding", "gzip"), vec![data(&known)], whole.clone()),
        ("another message", post("/test.Echo/Held"), vec![data(&message(0, b"other"))], "\0\0\0\0\u{5}other".into()),
        ("a flag", post("/test.Echo/Held"), vec![data(&message(1, b"known"))], "\u{1}\0\0\0\u{5}known".into()),
        ("half", post("/test.Echo/Held"), vec![data(&known[..7])], whole[..7].into()),
        ("two", post("/test.Echo/Held"), vec![data(&known), data(&known)], whole.repeat(2)),
        ("nothing", post("/test.Echo/Held"), vec![], String::new()),
        (
            "trailers",
            post("/test.Echo/Held"),
            vec![data(&known), Ok(Frame::trailers(HeaderMap::new()))],
            format!("{whole} and trailers"),
        ),
        (
            "an end",
            post("/test.Echo/Held"),
            vec![data(&known[..6]), Err(Status::cancelled("gone"))],
            format!("{} and gone", &whole[..6]),
        ),
        (
            "a long one",
            post("/test.Echo/Held"),
            long.chunks(1000).map(data).collect(),
            String::from_utf8_lossy(&long).into_owned(),
        ),
    ];
    for (what, request, pieces, expected) in cases {
        assert_eq!(asked(request, pieces).await.0, format!("asked: {expected}"), "{what}");
    }
}
