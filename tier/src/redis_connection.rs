//! How a connection to a Redis is made: by TCP, with TLS or without, and counted.

use crate::counted::Counted;
use crate::error::{Result, TierError};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, ConnectionAddr, RedisError};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A connection, and the task that reads and writes it: with the last clone that ends as well, whatever it still waits for.
#[derive(Clone)]
pub(crate) struct Connection {
    pub(crate) commands: MultiplexedConnection,
    _driving: Arc<Driving>,
}

struct Driving(AbortHandle);

impl Drop for Driving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The roots of servers' certificates that are believed.
#[derive(Clone)]
pub(crate) enum Roots {
    /// Those of this machine, read from their files for each connection.
    OfThisMachine,
    /// Those that the operator names.
    Own(Arc<RootCertStore>),
}

impl Roots {
    /// Those of a file in PEM.
    pub(crate) fn of_pem(text: &[u8]) -> Result<Self> {
        let unusable = |why: String| TierError::Refused(format!("a certificate cannot be used: {why}"));
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(text) {
            let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
            roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
        }
        Ok(Roots::Own(Arc::new(roots)))
    }

    /// May read files.
    fn store(&self) -> Arc<RootCertStore> {
        match self {
            Roots::Own(roots) => Arc::clone(roots),
            Roots::OfThisMachine => {
                let mut roots = RootCertStore::empty();
                // Those that do not read are not believed.
                let _ = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                Arc::new(roots)
            }
        }
    }

    async fn connector(&self) -> io::Result<TlsConnector> {
        let own = self.clone();
        let roots = tokio::task::spawn_blocking(move || own.store()).await.map_err(io::Error::other)?;
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(io::Error::other)?.with_root_certificates(roots).with_no_client_auth();
        Ok(TlsConnector::from(Arc::new(config)))
    }
}

/// A connection to the server of a client, which may take `time` to be made.
pub(crate) async fn connected(
    client: &Client,
    roots: &Roots,
    terms: &AsyncConnectionConfig,
    time: Duration,
) -> std::result::Result<Connection, RedisError> {
    let late = || io::Error::new(io::ErrorKind::TimedOut, format!("no connection in {} ms", time.as_millis()));
    tokio::time::timeout(time, made(client, roots, terms)).await.map_err(|_| late())?
}

async fn made(
    client: &Client,
    roots: &Roots,
    terms: &AsyncConnectionConfig,
) -> std::result::Result<Connection, RedisError> {
    match client.get_connection_info().addr() {
        ConnectionAddr::Tcp(host, port) => spoken(client, tcp(host, *port).await?, terms).await,
        ConnectionAddr::TcpTls { host, port, .. } => {
            let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
            let stream = tcp(host, *port).await?;
            spoken(client, roots.connector().await?.connect(name, stream).await?, terms).await
        }
        _ => Err(io::Error::new(io::ErrorKind::Unsupported, "a tier is reached by TCP").into()),
    }
}

async fn tcp(host: &str, port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect((host, port)).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The first words to the server, and what goes on in the background from then on.
async fn spoken<S>(
    client: &Client,
    stream: S,
    terms: &AsyncConnectionConfig,
) -> std::result::Result<Connection, RedisError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let info = client.get_connection_info().redis_settings();
    let made = MultiplexedConnection::new_with_config(info, Counted::new(stream), terms.clone()).await;
    let (commands, driving) = made?;
    let driving = Driving(tokio::spawn(driving).abort_handle());
    Ok(Connection { commands, _driving: Arc::new(driving) })
}
