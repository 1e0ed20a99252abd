//! From an address to what connects there.

use super::{ClientError, Settings};
use std::path::Path;
use tonic::transport::Endpoint;

/// The path of a socket of this machine, where `url` names one: `unix:/PATH` or `unix:///PATH`.
pub fn unix_path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("unix:")?;
    Some(Path::new(path.strip_prefix("//").unwrap_or(path)))
}

/// What connects to `url`.
pub(crate) fn endpoint(url: &str, settings: &Settings) -> Result<Endpoint, ClientError> {
    let address = || ClientError::Address { url: url.to_owned() };
    let endpoint = match unix_path(url) {
        // It stays in this machine, and there is nothing to be secured.
        Some(path) if path.is_absolute() => {
            Endpoint::from_shared(format!("unix:{}", path.display())).map_err(|_| address())?
        }
        Some(_) => return Err(address()),
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
