//! A caller's credentials, the authorities that this client trusts, and sentences for failures between the two.

use crate::connection::{ClientError, unix_path};
use crate::limits;
use std::error::Error;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use tokio_rustls::rustls::{AlertDescription as Alert, CertificateError as Bad, Error as TlsError, InvalidMessage};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity, Uri};
use tonic::{Request, Status};

/// Files of the caller's; all may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    /// Root of the server's certificate, in PEM. `None`: those that this machine trusts.
    pub ca: Option<PathBuf>,
    /// Certificate that says who calls, in PEM.
    pub certificate: Option<PathBuf>,
    /// Its key, in PEM.
    pub key: Option<PathBuf>,
    /// The token that says who calls.
    pub token_file: Option<PathBuf>,
}

/// The names of each file: a flag of the commands, or the variable, which compilers read, too.
const CA: &str = "--ca or ISOTOPE_CA";
const CERTIFICATE: &str = "--client-certificate or ISOTOPE_CLIENT_CERTIFICATE";
const KEY: &str = "--client-key or ISOTOPE_CLIENT_KEY";
const TOKEN: &str = "--token-file or ISOTOPE_TOKEN_FILE";

/// The caller's token, put into every request.
#[derive(Clone, Default)]
pub struct Bearer(Option<MetadataValue<Ascii>>);

impl std::fmt::Debug for Bearer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Bearer(..)")
    }
}

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(token) = &self.0 {
            request.metadata_mut().insert("authorization", token.clone());
        }
        Ok(request)
    }
}

impl Credentials {
    /// Secures connections to an endpoint whose address begins with `https`.
    pub(crate) fn secure(&self, endpoint: Endpoint) -> Result<Endpoint, ClientError> {
        if endpoint.uri().scheme_str() != Some("https") {
            return Ok(endpoint);
        }
        let tls = ClientTlsConfig::new();
        let mut tls = match &self.ca {
            Some(path) => tls.ca_certificate(Certificate::from_pem(read(path, CA)?)),
            None => tls.with_native_roots(),
        };
        tls = match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => {
                tls.identity(Identity::from_pem(read(certificate, CERTIFICATE)?, read(key, KEY)?))
            }
            (None, None) => tls,
            _ => {
                return Err(ClientError::Credentials(format!(
                    "a client's certificate and its key go together: give both, {CERTIFICATE}, and {KEY}"
                )));
            }
        };
        endpoint.tls_config(tls).map_err(|error| {
            let why = sentence(&error).unwrap_or_else(|| last(&error));
            ClientError::Credentials(format!("the certificates of this client cannot be used: {why}"))
        })
    }

    /// The token, if there is one and it may be sent to `url`.
    pub(crate) fn bearer(&self, url: &str) -> Result<Bearer, ClientError> {
        let Some(path) = &self.token_file else { return Ok(Bearer::default()) };
        let uri: Option<Uri> = url.parse().ok();
        let secure = unix_path(url).is_some()
            || uri.as_ref().is_some_and(|uri| uri.scheme_str() == Some("https") || is_loopback(uri));
        if !secure {
            return Err(ClientError::Credentials(format!(
                "the token in {} would go over the network for everybody to read; the server's address has to begin \
                 with https://",
                path.display()
            )));
        }
        let text = read(path, TOKEN)?;
        let header = format!("Bearer {}", String::from_utf8_lossy(&text).trim());
        let mut value: MetadataValue<Ascii> = header.parse().map_err(|_| {
            let path = path.display();
            ClientError::Credentials(format!("{path} holds no token: one line of printable characters is one"))
        })?;
        value.set_sensitive(true);
        Ok(Bearer(Some(value)))
    }
}

fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Reads a file that `named` says the name of.
fn read(path: &Path, named: &str) -> Result<Vec<u8>, ClientError> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(limits::MAX_CREDENTIAL_BYTES).read_to_end(&mut bytes));
    read.map_err(|error| ClientError::Credentials(format!("cannot read {} ({named}): {error}", path.display())))?;
    Ok(bytes)
}

fn last(error: &(dyn Error + 'static)) -> String {
    chain(error).last().map_or_else(|| error.to_string(), ToString::to_string)
}

/// An error and what it is from.
fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| cause(*error))
}

fn cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<std::io::Error>() {
        // The error inside an error of the system is not its source.
        Some(io) => io.get_ref().map(|inner| inner as &(dyn Error + 'static)),
        None => error.source(),
    }
}

/// The sentence of a failed TLS connection, with a remedy.
pub(crate) fn sentence(error: &(dyn Error + 'static)) -> Option<String> {
    let tls = chain(error).find_map(|error| error.downcast_ref::<TlsError>())?;
    Some(match tls {
        TlsError::InvalidCertificate(Bad::Expired | Bad::ExpiredContext { .. }) => {
            "the server's certificate has expired; its operator has to renew it, unless this machine's clock is wrong"
                .to_owned()
        }
        TlsError::InvalidCertificate(Bad::NotValidYet | Bad::NotValidYetContext { .. }) => {
            "the server's certificate is not in force yet; compare this machine's clock with the server's".to_owned()
        }
        TlsError::InvalidCertificate(Bad::NotValidForName | Bad::NotValidForNameContext { .. }) => {
            "the server's certificate is for another host; write one of its names in the address".to_owned()
        }
        TlsError::InvalidCertificate(Bad::UnknownIssuer | Bad::BadSignature) => {
            "the server's certificate is of no root that is trusted here (it may have signed itself); give its root \
             with --ca or ISOTOPE_CA"
                .to_owned()
        }
        TlsError::InvalidCertificate(Bad::Other(why)) if format!("{why:?}").contains("CaUsedAsEndEntity") => {
            "the server shows the certificate of an authority (CA:TRUE) as its own; its operator has to sign one for the \
             server with it, or to make one that is no authority's"
                .to_owned()
        }
        TlsError::InvalidMessage(InvalidMessage::InvalidContentType) => {
            "what answers there speaks no TLS; its address begins with http://, if it may".to_owned()
        }
        TlsError::AlertReceived(alert) => refused(*alert),
        TlsError::NoCertificatesPresented => "the file holds no certificate in PEM".to_owned(),
        other => other.to_string(),
    })
}

/// The server says no, in a word.
fn refused(alert: Alert) -> String {
    match alert {
        Alert::CertificateExpired => "the server finds this client's certificate expired; renew it".to_owned(),
        Alert::UnknownCA | Alert::BadCertificate | Alert::CertificateUnknown | Alert::DecryptError => {
            "the server does not trust this client's certificate; have it signed by a root that the server knows, or \
             leave it out"
                .to_owned()
        }
        other => format!("the server ends the connection: {other:?}"),
    }
}

/// The same by its words: in TLS 1.3 a server looks at a client's certificate when the connection seems to be there already, and HTTP/2
/// passes on no more of its alert.
pub(crate) fn alert(words: &str) -> Option<String> {
    let (_, name) = words.split_once("received fatal alert: ")?;
    let known = [
        Alert::CertificateExpired,
        Alert::UnknownCA,
        Alert::BadCertificate,
        Alert::CertificateUnknown,
        Alert::DecryptError,
    ];
    known.into_iter().find(|alert| name.starts_with(&format!("{alert:?}"))).map(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alerts_that_come_late_are_told_by_their_words() {
        let expired = alert("received fatal alert: CertificateExpired").unwrap();
        assert!(expired.contains("client's certificate expired; renew it"), "{expired}");
        let unknown = alert("error: received fatal alert: UnknownCA").unwrap();
        assert!(unknown.contains("does not trust this client's certificate"), "{unknown}");
        assert_eq!(alert("received fatal alert: InternalError"), None);
        assert_eq!(alert("connection refused"), None);
    }

    #[test]
    fn an_authoritys_certificate_in_a_servers_place_is_told() {
        let inner = rustls_words("CaUsedAsEndEntity");
        let said = sentence(&TlsError::InvalidCertificate(inner)).unwrap();
        assert!(said.contains("(CA:TRUE)") && said.contains("operator"), "{said}");
    }

    /// As rustls wraps what its verifier has no word for.
    fn rustls_words(words: &'static str) -> Bad {
        Bad::Other(tokio_rustls::rustls::OtherError(std::sync::Arc::new(std::io::Error::other(words))))
    }

    fn with_token(text: &str, url: &str) -> Result<Bearer, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        std::fs::write(&path, text).unwrap();
        let credentials = Credentials { token_file: Some(path), ..Default::default() };
        credentials.bearer(url).map_err(|error| error.to_string())
    }

    #[test]
    fn a_token_goes_over_tls_or_stays_on_this_machine() {
        for url in
            ["https://farm.example:1", "http://127.0.0.1:1", "http://[::1]:1", "http://localhost:1", "unix:/run/a.sock"]
        {
            let mut bearer = with_token("isotope_abc\n", url).unwrap();
            let request = bearer.call(Request::new(())).unwrap();
            assert_eq!(request.metadata().get("authorization").unwrap(), "Bearer isotope_abc");
            assert!(!format!("{bearer:?} {request:?}").contains("isotope_abc"), "tokens are not shown");
        }
        for url in ["http://farm.example:1", "http://192.0.2.1:1", "nonsense"] {
            assert!(with_token("abc", url).unwrap_err().contains("https://"));
        }
        assert!(with_token("two\nlines", "https://a").unwrap_err().contains("holds no token"));
    }

    #[test]
    fn half_a_certificate_and_files_that_are_not_there_are_said() {
        let endpoint = || Endpoint::from_static("https://farm.example:1");
        let said = |credentials: Credentials| credentials.secure(endpoint()).unwrap_err().to_string();
        let file = Some(PathBuf::from("/nowhere.pem"));
        assert!(
            said(Credentials { ca: file.clone(), ..Default::default() })
                .contains("cannot read /nowhere.pem (--ca or ISOTOPE_CA): No")
        );
        let half = Credentials { key: file.clone(), ca: Some("/dev/null".into()), ..Default::default() };
        assert!(said(half).contains("go together"));
        let plain = Endpoint::from_static("http://farm.example:1");
        assert!(Credentials { ca: file, ..Default::default() }.secure(plain).is_ok(), "nothing is read for nothing");
    }
}
