//! One connection's calls: each with its caller's clock, charged, and counted while it is under way.

use super::Edge;
use super::bodies::{Incoming, Outgoing};
use super::held::{self, Answering};
use super::seats::Seat;
use crate::access::methods::{HEALTH, asks};
use crate::access::{Identity, Names, Permit, Standing};
use crate::edge::deadline::{self, over};
use crate::failure::Failure;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::observed::{Observed, RequestId, request_id, traces};
use http::{Request, Response};
use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::time::Instant;
use tonic::body::Body;
use tonic::{Code, Status};
use tracing::{Instrument as _, Span};

/// How many calls of a connection are under way, and since when none is.
#[derive(Clone, Debug)]
pub struct UnderWay(Arc<Mutex<(usize, Instant)>>);

impl UnderWay {
    fn new() -> Self {
        UnderWay(Arc::new(Mutex::new((0, Instant::now()))))
    }

    fn lock(&self) -> MutexGuard<'_, (usize, Instant)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> OneCall {
        self.lock().0 += 1;
        OneCall(self.clone())
    }

    /// Since when no call is under way; `None` while one is.
    pub fn none_since(&self) -> Option<Instant> {
        let (calls, ended) = *self.lock();
        (calls == 0).then_some(ended)
    }
}

/// A call under way, until it is dropped.
pub struct OneCall(UnderWay);

impl Drop for OneCall {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        *state = (state.0 - 1, Instant::now());
    }
}

/// The service of a connection's calls.
pub struct Calls<I> {
    answering: Arc<Answering>,
    edge: Arc<Edge>,
    under_way: UnderWay,
    seat: Arc<Seat>,
    /// Where the peer is, if that is another machine.
    address: Option<IpAddr>,
    /// The account of the connection's calls, once one was admitted: a share of the whole, and of what its identity has, or its
    /// address.
    memory: OnceLock<Memory>,
    /// The account of health checks.
    aside: Memory,
    /// Who the peer is, for those who ask the request.
    peer: I,
    /// The names in its certificate, if it has shown one.
    names: Option<Names>,
}

/// The guards that a call holds until its last byte is on its way.
type Held = (OneCall, Option<Permit>);

type Answer = Response<Outgoing<held::Answer, Held>>;

impl<I> Calls<I> {
    /// Calls of one connection with `peer` on a seat, answered by `answering`; `address` is where other machines are.
    pub fn new(
        answering: Arc<Answering>,
        edge: Arc<Edge>,
        seat: Arc<Seat>,
        address: Option<IpAddr>,
        (peer, names): (I, Option<Names>),
    ) -> Self {
        let aside = Memory::bounded(limits::HEALTH_BYTES);
        Calls {
            answering,
            edge,
            under_way: UnderWay::new(),
            seat,
            address,
            memory: OnceLock::new(),
            aside,
            peer,
            names,
        }
    }

    /// The calls of this connection.
    pub fn under_way(&self) -> UnderWay {
        self.under_way.clone()
    }

    /// The account that the call is charged to.
    fn memory(&self, request: &Request<hyper::body::Incoming>) -> &Memory {
        if request.uri().path().starts_with(HEALTH) {
            &self.aside
        } else {
            self.memory.get().unwrap_or(&self.edge.memory)
        }
    }

    /// The account of the call, when its caller's time is over, and who that is.
    fn admit(&self, request: &Request<hyper::body::Incoming>) -> Result<Admitted, Failure> {
        let (path, headers) = (request.uri().path(), request.headers());
        let timeout = deadline::timeout(headers)?;
        let charge = self.memory(request).charge(limits::CALL_BYTES)?;
        let deadline = timeout.and_then(|after| Instant::now().checked_add(after));
        let Some((identity, permit, standing)) = self.edge.access.admit(path, headers, self.names.as_ref())? else {
            return Ok(Admitted { charge, deadline, caller: None });
        };
        self.seat.admitted(identity.is_known(), self.edge.access.knows_identities())?;
        self.memory.get_or_init(|| {
            let known = identity.is_known().then(|| format!("identity {}", identity.name()));
            let owner = known.or_else(|| self.address.map(|address| address.to_string()));
            self.edge.memory.of_connection(owner.as_deref())
        });
        Ok(Admitted { charge, deadline, caller: Some((identity, permit, standing)) })
    }
}

/// The trace of a call for whoever looks at the daemon.
struct Seen {
    id: RequestId,
    method: &'static str,
    begun: Instant,
    observed: Observed,
    span: Span,
}

impl Seen {
    fn begin<B>(request: &Request<B>, observed: &Observed) -> Self {
        let (_, method) = asks(request.uri().path());
        let id = RequestId::of(request.headers());
        let span = traces::call(method, &id, request.headers());
        Seen { id, method, begun: Instant::now(), observed: observed.clone(), span }
    }

    /// The answer with the call's name, counted. One that streams is counted as begun.
    fn end<B>(self, mut response: Response<B>) -> Response<B> {
        let headers = response.headers_mut();
        let code = headers.get("grpc-status").map_or(Code::Ok, |code| Code::from_bytes(code.as_bytes()));
        headers.insert(request_id::HEADER, self.id.header());
        self.span.record("rpc.grpc.status_code", code as i64);
        if code != Code::Ok {
            self.span.record("otel.status_code", "ERROR");
        }
        self.observed.call(self.method, code, self.begun.elapsed());
        response
    }
}

struct Admitted {
    charge: Charge,
    deadline: Option<Instant>,
    /// `None`: anybody may call this.
    caller: Option<(Arc<Identity>, Permit, Standing)>,
}

impl<I: Clone + Send + Sync + 'static> hyper::service::Service<Request<hyper::body::Incoming>> for Calls<I> {
    type Response = Answer;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Answer, Infallible>> + Send>>;

    fn call(&self, mut request: Request<hyper::body::Incoming>) -> Self::Future {
        let call = self.under_way.begin();
        let seen = Seen::begin(&request, &self.edge.observed);
        request.extensions_mut().insert(self.peer.clone());
        let admitted = self.admit(&request);
        let (memory, stall) = (self.memory(&request).clone(), self.edge.stall);
        let answering = Arc::clone(&self.answering);
        Box::pin(async move {
            let Admitted { charge, deadline, caller } = match admitted {
                Ok(admitted) => admitted,
                Err(failure) => {
                    tracing::debug!(id = %seen.id, %failure, "a call is refused");
                    let refused = seen.end(Status::from(failure).into_http::<Body>()).map(held::Answer::from);
                    let nothing = memory.nothing();
                    let held = (call, None);
                    return Ok(refused.map(|body| Outgoing::new(body, nothing, (None, None), held)));
                }
            };
            request.extensions_mut().insert(seen.id.clone());
            request.extensions_mut().insert(memory.clone());
            let (mut identity, mut permit, mut standing) = (None, None, None);
            if let Some((who, place, now)) = caller {
                request.extensions_mut().insert(Arc::clone(&who));
                (identity, permit, standing) = (Some(who), Some(place), Some(now));
            }
            let request = request.map(|body| Incoming::new(body, &memory, stall, identity));
            let answering = answering.answer(request).instrument(seen.span.clone());
            let over = over(deadline, standing.clone());
            let response = tokio::select! {
                // Most calls are answered at once: the others' clocks are not even started.
                biased;
                response = answering => response,
                failure = over => Status::from(failure).into_http::<Body>().map(held::Answer::from),
            };
            let bounds = (deadline, standing);
            Ok(seen.end(response).map(|body| Outgoing::new(body, charge, bounds, (call, permit))))
        })
    }
}
