//! From an address to what connects there.

use super::{ClientError, Settings};
use std::path::Path;
use tonic::transport::Endpoint;

/// The path of a socket of this machine, where `url` names one: `unix:/PATH` or `unix:///PATH`.
pub fn unix_path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("unix:")?;
    Some(Path::new(path.strip_prefix("//").unwrap_or(path)))
}

/// The port that `url` names, where it is none: no number from 1 to 65535.
pub fn wrong_port(url: &str) -> Option<&str> {
    let authority = url.split_once("://")?.1.split('/').next()?;
    // The colons of an IPv6 address stand in brackets.
    let host_and_port = authority.rsplit_once(']').map_or(authority, |(_, rest)| rest);
    let (_, port) = host_and_port.rsplit_once(':')?;
    (!port.parse::<u16>().is_ok_and(|port| port > 0)).then_some(port)
}

/// The endpoint that connects to `url`.
pub(crate) fn endpoint(url: &str, settings: &Settings) -> Result<Endpoint, ClientError> {
    let address = || ClientError::Address { url: url.to_owned() };
    let endpoint = match unix_path(url) {
        // It stays in this machine, and there is nothing to be secured.
        Some(path) if path.is_absolute() => {
            Endpoint::from_shared(format!("unix:{}", path.display())).map_err(|_| address())?
        }
        Some(_) => return Err(address()),
        None if url.starts_with("http")
            && let Some(port) = wrong_port(url) =>
        {
            return Err(ClientError::Port { url: url.to_owned(), port: port.to_owned() });
        }
        None => {
            let endpoint = Endpoint::from_shared(url.to_owned()).map_err(|_| address())?;
            let uri = endpoint.uri();
            if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none_or(str::is_empty) {
                return Err(address());
            }
            settings.credentials.secure(endpoint)?
        }
    };
    let endpoint = endpoint.connect_timeout(settings.connect_timeout).tcp_nodelay(true);
    Ok(match settings.silence {
        None => endpoint,
        // Half of the time until it is asked, half for its answer.
        Some(silence) => endpoint.http2_keep_alive_interval(silence / 2).keep_alive_timeout(silence / 2),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_port_is_a_number_of_sixteen_bits() {
        for (url, wrong) in [
            ("http://127.0.0.1:99999", Some("99999")),
            ("https://[::1]:65536/x", Some("65536")),
            ("http://farm:0", Some("0")),
            ("http://farm:port", Some("port")),
            ("http://[::1]", None),
            ("http://[::1]:4711", None),
            ("http://farm/a:99999", None),
        ] {
            assert_eq!(wrong_port(url), wrong, "{url}");
        }
        let said = endpoint("http://127.0.0.1:99999", &Settings::default()).map_err(|error| error.to_string());
        assert!(said.is_err_and(|said| said.contains("from 1 to 65535")));
    }

    #[tokio::test]
    async fn a_socket_of_this_machine_has_two_spellings_and_is_named_from_the_root() {
        for url in ["unix:/run/a.sock", "unix:///run/a.sock"] {
            assert_eq!(unix_path(url), Some(Path::new("/run/a.sock")), "{url}");
            assert!(endpoint(url, &Settings::default()).is_ok(), "{url}");
        }
        assert_eq!(unix_path("http://unix:1"), None);
        for url in ["unix:a.sock", "unix:", "unix://host/a.sock", "nonsense", "/run/a.sock"] {
            let said = endpoint(url, &Settings::default()).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(said.contains("unix:/PATH"), "{url}: {said}");
        }
    }
}
