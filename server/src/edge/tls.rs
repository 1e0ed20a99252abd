//! TLS: the server's certificate and key, the roots of its clients' certificates, and new ones without a restart.

use crate::limits;
use crate::problem::{Problem, text};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{self, RootCertStore, ServerConfig};
use tokio_rustls::server::TlsStream;
use x509_parser::prelude::{FromDer as _, GeneralName, X509Certificate};

/// The files of a server that speaks TLS, each in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The server's certificate, and those between it and its root.
    pub certificate: PathBuf,
    /// Its key.
    pub key: PathBuf,
    /// The roots of clients' certificates. Absent: none is asked for.
    pub client_ca: Option<PathBuf>,
}

impl TlsFiles {
    /// All of them.
    pub fn paths(&self) -> Vec<&Path> {
        [&self.certificate, &self.key].into_iter().chain(&self.client_ca).map(PathBuf::as_path).collect()
    }
}

/// The TLS of connections. Cloning shares it.
#[derive(Clone)]
pub struct Tls {
    config: Arc<RwLock<Arc<ServerConfig>>>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Tls")
    }
}

/// The contents of the files.
pub struct Loaded {
    config: Arc<ServerConfig>,
    /// Seconds since 1970 at which the server's certificate ends.
    pub not_after: i64,
}

impl Tls {
    /// With what was read.
    pub fn new(loaded: Loaded) -> Self {
        Tls { config: Arc::new(RwLock::new(loaded.config)) }
    }

    /// Other certificates from now on, for connections made from now on.
    pub fn replace(&self, loaded: Loaded) {
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = loaded.config;
    }

    /// Secures a connection, within `limit`.
    pub async fn accept<IO: AsyncRead + AsyncWrite + Unpin>(
        &self,
        io: IO,
        limit: Duration,
    ) -> io::Result<TlsStream<IO>> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        let late = || io::Error::new(io::ErrorKind::TimedOut, "it does not begin (HANDSHAKE)");
        tokio::time::timeout(limit, TlsAcceptor::from(config).accept(io)).await.map_err(|_| late())?
    }
}

/// Reads the files and checks that they belong together and are in force.
pub fn load(files: &TlsFiles, now: i64) -> Result<Loaded, Problem> {
    let chain = certificates(&files.certificate)?;
    let not_after = in_force(&files.certificate, &chain, now)?;
    let key = key(&files.key)?;
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| problem(&files.certificate, &format!("cannot be used: {error}")))?;
    let builder = match &files.client_ca {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let mut roots = RootCertStore::empty();
            for root in certificates(path)? {
                roots.add(root).map_err(|error| problem(path, &format!("holds a root that is none: {error}")))?;
            }
            // Who shows none may have a token; whoever has neither is refused with a sentence instead of an alert.
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
            let verifier = verifier.allow_unauthenticated().build();
            builder.with_client_cert_verifier(verifier.map_err(|e| problem(path, &format!("cannot be used: {e}")))?)
        }
    };
    let mut config = builder.with_single_cert(chain, key).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            problem(&files.key, &format!("is not the key of {}", files.certificate.display()))
        }
        error => problem(&files.certificate, &format!("cannot be used: {error}")),
    })?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(Loaded { config: Arc::new(config), not_after })
}

fn problem(path: &Path, sentence: &str) -> Problem {
    Problem { path: path.to_owned(), line: None, sentence: sentence.to_owned() }
}

/// The private key in a file.
pub(crate) fn key(path: &Path) -> Result<PrivateKeyDer<'static>, Problem> {
    let pem = text(path, limits::MAX_CONFIG_BYTES)?;
    PrivateKeyDer::from_pem_slice(pem.as_bytes())
        .map_err(|_| problem(path, "holds no private key in PEM; it has to have a line `-----BEGIN PRIVATE KEY-----`"))
}

/// The certificates in a file, at least one.
pub(crate) fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Problem> {
    let pem = text(path, limits::MAX_CONFIG_BYTES)?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
    match chain {
        Ok(chain) if !chain.is_empty() => Ok(chain),
        _ => Err(problem(path, "holds no certificate in PEM; it has to have a line `-----BEGIN CERTIFICATE-----`")),
    }
}

/// When the first certificate of a chain ends; it must have begun and not have ended.
fn in_force(path: &Path, chain: &[CertificateDer<'_>], now: i64) -> Result<i64, Problem> {
    let first = chain.first().map(CertificateDer::as_ref).unwrap_or_default();
    let (_, certificate) = X509Certificate::from_der(first)
        .map_err(|e| problem(path, &format!("holds a certificate that is none: {e}")))?;
    let validity = certificate.validity();
    if validity.not_after.timestamp() < now {
        return Err(problem(path, &format!("has expired on {}; renew it", validity.not_after)));
    }
    if validity.not_before.timestamp() > now {
        let sentence = format!("is not in force before {}; is this machine's clock right?", validity.not_before);
        return Err(problem(path, &sentence));
    }
    Ok(validity.not_after.timestamp())
}

/// The names in a verified certificate: its alternative names, or where there is none its common name.
pub fn names(certificate: &[u8]) -> Vec<String> {
    let Ok((_, certificate)) = X509Certificate::from_der(certificate) else { return Vec::new() };
    let alternative = certificate.subject_alternative_name().ok().flatten();
    let names: Vec<String> = alternative
        .iter()
        .flat_map(|names| &names.value.general_names)
        .filter_map(|name| match name {
            GeneralName::DNSName(name) | GeneralName::URI(name) | GeneralName::RFC822Name(name) => {
                Some((*name).to_owned())
            }
            _ => None,
        })
        .collect();
    if !names.is_empty() {
        return names;
    }
    certificate.subject().iter_common_name().filter_map(|name| name.as_str().ok()).map(str::to_owned).collect()
}

/// Why a connection could not be secured, for whoever reads the log.
pub fn sentence(error: &io::Error) -> String {
    use rustls::{AlertDescription as Alert, CertificateError as Bad, Error, InvalidMessage};
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    let said = match inner {
        Some(Error::AlertReceived(Alert::UnknownCA | Alert::BadCertificate | Alert::CertificateUnknown)) => {
            "the client does not trust this server's certificate; give it the root with ISOTOPE_CA or --ca"
        }
        Some(Error::AlertReceived(Alert::CertificateExpired)) => {
            "the client finds this server's certificate expired; renew it, or set the client's clock"
        }
        Some(Error::InvalidCertificate(Bad::Expired | Bad::ExpiredContext { .. })) => {
            "the client's certificate has expired; renew it"
        }
        Some(Error::InvalidCertificate(Bad::NotValidYet | Bad::NotValidYetContext { .. })) => {
            "the client's certificate is not in force yet; compare the clocks"
        }
        Some(Error::InvalidCertificate(Bad::UnknownIssuer)) => {
            "the client's certificate is of no root in --tls-client-ca; add its root, or have it signed by one of them"
        }
        Some(Error::InvalidMessage(InvalidMessage::InvalidContentType)) => {
            "the client speaks no TLS; its server's address has to begin with https://"
        }
        _ => return error.to_string(),
    };
    said.to_owned()
}

#[cfg(test)]
mod tests;
