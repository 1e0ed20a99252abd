//! The probe of an address that is not the service: it runs when a call failed as if the peer spoke another language.

use crate::limits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::transport::Uri;

/// A request of HTTP/1 that changes nothing. A server of TLS answers it with an alert.
const ASK: &[u8] = b"HEAD / HTTP/1.0\r\n\r\n";

/// The first byte of an alert of TLS.
const ALERT: u8 = 21;

/// The sentence about a server that speaks neither of the known protocols.
pub(super) const NEITHER: &str = "does not speak HTTP/2, as isotoped does; look at the port";

/// The protocol of the server at `url`, which begins with `http:`; none where it speaks neither HTTP/1 nor TLS.
pub(super) async fn answered(url: &str) -> Option<&'static str> {
    match first(url).await {
        Some(bytes) if bytes.starts_with(b"HTTP/1") => Some("speaks HTTP/1 and is not isotoped; look at the port"),
        Some(bytes) if bytes.first() == Some(&ALERT) => Some("speaks TLS: then its address begins with https://"),
        _ => None,
    }
}

/// The first bytes that come back; none where nothing does in time.
async fn first(url: &str) -> Option<Vec<u8>> {
    let uri: Uri = url.parse().ok()?;
    let host = uri.host()?.trim_matches(['[', ']']).to_owned();
    let port = uri.port_u16().unwrap_or(80);
    let asking = async {
        let mut stream = TcpStream::connect((host.as_str(), port)).await?;
        stream.write_all(ASK).await?;
        let mut bytes = vec![0; 8];
        let length = stream.read(&mut bytes).await?;
        bytes.truncate(length);
        Ok::<_, std::io::Error>(bytes)
    };
    tokio::time::timeout(limits::CONNECT_TIMEOUT, asking).await.ok()?.ok()
}
