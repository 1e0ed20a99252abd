//! Who may ask the explorer: its own page, and no other site that a browser of this machine has open.
//!
//! A site may give itself a name that leads to this machine (DNS rebinding): so the name that was asked for must be this machine's. It may
//! send what a form sends, with nobody's consent: so calls are JSON, which needs leave that is never given, and come from the page itself.

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use hyper::{Method, StatusCode};

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) why: &'static str,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, why: &'static str) -> Self {
        Refusal { status, why }
    }
}

/// Why a request with these headers is refused on a port; `None` where it is answered.
pub(super) fn refusal(method: &Method, headers: &HeaderMap, port: u16) -> Option<Refusal> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !hosts.iter().any(|own| own == host) || headers.get_all(HOST).iter().count() != 1 {
        return Some(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "ask for this machine by 127.0.0.1 or localhost"));
    }
    let is_foreign = text(ORIGIN.as_str()).is_some_and(|origin| origin != format!("http://{host}"));
    // A link of another site may lead to the page, and to nothing else.
    let is_page = *method == Method::GET && text("sec-fetch-mode") == Some("navigate");
    let is_of_another = text("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site)) && !is_page;
    if is_foreign || is_of_another {
        return Some(Refusal::new(StatusCode::FORBIDDEN, "another site asks; only the explorer's own page may"));
    }
    let is_json = || text(CONTENT_TYPE.as_str()).is_some_and(|kind| kind.split(';').next() == Some("application/json"));
    if *method == Method::POST && !is_json() {
        return Some(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a call is JSON"));
    }
    None
}

/// A parameter of a query, decoded; empty where it is not there.
pub(super) fn parameter(query: Option<&str>, name: &str) -> String {
    let pairs = query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(key, _)| *key == name).map(|(_, value)| decoded(value)).next().unwrap_or_default()
}

fn decoded(text: &str) -> String {
    let (mut bytes, mut left) = (Vec::new(), text.as_bytes());
    while let Some((&first, rest)) = left.split_first() {
        let hex = rest.get(..2).filter(|_| first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let (byte, after) = match hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => (byte, &rest[2..]),
            None => (if first == b'+' { b' ' } else { first }, rest),
        };
        bytes.push(byte);
        left = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::{HeaderName, HeaderValue};

    fn status(method: Method, headers: &[(&str, &str)]) -> Option<u16> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap());
        }
        refusal(&method, &map, 4780).map(|refusal| refusal.status.as_u16())
    }

    #[test]
    fn only_this_machines_own_names_are_answered() {
        for host in ["127.0.0.1:4780", "localhost:4780", "[::1]:4780"] {
            assert_eq!(status(Method::GET, &[("host", host)]), None);
        }
        for host in ["evil.example:4780", "127.0.0.1", "127.0.0.1:4781", "127.0.0.1:4780.evil.example", ""] {
            assert_eq!(status(Method::GET, &[("host", host)]), Some(421), "{host}");
        }
        assert_eq!(status(Method::GET, &[]), Some(421));
        assert_eq!(status(Method::GET, &[("host", "127.0.0.1:4780"), ("host", "localhost:4780")]), Some(421));
    }

    #[test]
    fn another_site_may_lead_to_the_page_and_make_no_call() {
        let own = ("host", "127.0.0.1:4780");
        let json = ("content-type", "application/json");
        let post = |more: &[(&str, &str)]| status(Method::POST, &[&[own], more].concat());
        assert_eq!(post(&[json, ("origin", "http://127.0.0.1:4780"), ("sec-fetch-site", "same-origin")]), None);
        assert_eq!(post(&[json]), None, "no browser sent it");
        assert_eq!(post(&[("content-type", "application/json; charset=utf-8")]), None);
        for origin in
            ["http://evil.example", "null", "https://127.0.0.1:4780", "http://localhost:4780", "http://127.0.0.1:80"]
        {
            assert_eq!(post(&[json, ("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(post(&[json, ("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(post(&[json, ("sec-fetch-site", "same-site")]), Some(403));
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            assert_eq!(post(&[("content-type", kind)]), Some(415), "{kind}");
        }
        assert_eq!(post(&[]), Some(415));
        let led = [own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(status(Method::GET, &led), None);
        assert_eq!(status(Method::POST, &[&led[..], &[json]].concat()), Some(403));
        assert_eq!(
            status(Method::GET, &[own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]),
            Some(403)
        );
    }

    #[test]
    fn parameters_are_decoded_whatever_they_hold() {
        assert_eq!(parameter(Some("a=1&name=_mm512%5Fadd+x"), "name"), "_mm512_add x");
        assert_eq!(parameter(Some("name=%zz%4"), "name"), "%zz%4");
        assert_eq!(parameter(Some("name=%ff"), "name"), "\u{fffd}");
        assert_eq!(parameter(None, "name"), "");
        assert_eq!(parameter(Some("names=1"), "name"), "");
    }
}
