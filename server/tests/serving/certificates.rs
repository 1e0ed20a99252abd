//! Certificates of the tests' own, and clients that show them.

use crate::Daemon;
use isotope_proto::v1::isotope_client::IsotopeClient;
use isotope_server::edge::tls::{Tls, TlsFiles, load};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Identity};

/// Something that signs certificates.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pub(crate) pem: String,
}

/// A certificate and its key, in PEM.
pub(crate) struct Pair {
    pub(crate) certificate: String,
    pub(crate) key: String,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "a root of the tests");
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Authority { issuer: Issuer::new(params, key), pem }
    }

    /// A certificate for one name, or one that differs.
    pub(crate) fn sign(&self, name: &str, change: impl Fn(&mut CertificateParams)) -> Pair {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap().pem();
        Pair { certificate, key: key.serialize_pem() }
    }
}

/// Writes a server's files.
pub(crate) fn write(folder: &Path, pair: &Pair, clients: Option<&Authority>) -> TlsFiles {
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    TlsFiles {
        certificate: file("server.pem", &pair.certificate),
        key: file("server.key", &pair.key),
        client_ca: clients.map(|authority| file("clients.pem", &authority.pem)),
    }
}

/// The TLS of a daemon.
pub(crate) fn tls(folder: &Path, pair: &Pair, clients: Option<&Authority>) -> Tls {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64;
    Tls::new(load(&write(folder, pair, clients), now).unwrap_or_else(|problem| panic!("{problem}")))
}

impl Daemon {
    /// A client that trusts `root` and shows `shown`.
    pub(crate) async fn secure_client(
        &self,
        root: &Authority,
        shown: Option<&Pair>,
    ) -> Result<IsotopeClient<Channel>, tonic::transport::Error> {
        let mut tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&root.pem));
        if let Some(pair) = shown {
            tls = tls.identity(Identity::from_pem(&pair.certificate, &pair.key));
        }
        let endpoint = Channel::from_shared(format!("https://{}", self.address)).unwrap().tls_config(tls)?;
        Ok(IsotopeClient::new(endpoint.connect().await?))
    }
}
