//! The client's messages about certificates, tokens and addresses that do not fit.

#![allow(clippy::unwrap_used)]

use crate::daemon;

use daemon::{Served, serve_edge};
use isotope_cache::Memo;
use isotope_client::compiler::{CompilerClient, CompilerSettings, Reason};
use isotope_client::credentials::Credentials;
use isotope_client::{Client, Settings};
use isotope_proto::v1;
use isotope_server::access::token::Digest;
use isotope_server::access::{Access, Identity, Quota, Role, Rules};
use isotope_server::core::{Bounds, Core};
use isotope_server::edge::Edge;
use isotope_server::edge::tls::{Tls, TlsFiles, load};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A root, and the files of a server with a certificate of it.
struct Farm {
    folder: tempfile::TempDir,
    issuer: Issuer<'static, KeyPair>,
}

impl Farm {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        std::fs::write(folder.path().join("root.pem"), params.self_signed(&key).unwrap().pem()).unwrap();
        Farm { folder, issuer: Issuer::new(params, key) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A daemon with a certificate for `name`, as it was at `now`.
    fn serve(&self, name: &str, now: i64, change: impl Fn(&mut CertificateParams)) -> Served {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap().pem();
        let files = TlsFiles { certificate: self.path("server.pem"), key: self.path("server.key"), client_ca: None };
        std::fs::write(&files.certificate, certificate).unwrap();
        std::fs::write(&files.key, key.serialize_pem()).unwrap();
        let tls = Tls::new(load(&files, now).unwrap_or_else(|problem| panic!("{problem}")));
        let reader = Arc::new(Identity::named("reader", [Role::Lookup].into_iter().collect(), Quota::default()));
        let access = Access::new(Rules { tokens: vec![(Digest::of("a-token"), reader)], ..Rules::default() });
        served(Edge { tls: Some(tls), access, ..Edge::default() })
    }
}

fn served(edge: Edge) -> Served {
    serve_edge("127.0.0.1:0", edge, |folder| {
        let (memo, _) = Memo::open(folder, isotope_cache::Options::default())?;
        Ok(Core::new(Arc::<daemon::double::Double>::default(), memo, String::new(), Bounds::default()))
    })
}

/// The outcome of asking for the counters.
fn asked(served: &Served, url: &str, credentials: Credentials) -> Result<u64, String> {
    let settings = Settings { credentials, attempts: 1, ..Settings::default() };
    served.runtime.block_on(async {
        let client = Client::connect(url, settings).await.map_err(|error| error.to_string())?;
        client.stats().await.map(|stats| stats.windows).map_err(|error| error.to_string())
    })
}

fn trusting(root: &Path) -> Credentials {
    Credentials { ca: Some(root.to_owned()), ..Credentials::default() }
}

/// In 2026.
const NOW: i64 = 1_780_000_000;

#[test]
fn certificates_that_do_not_fit_are_told_apart() {
    let farm = Farm::new();
    let root = farm.path("root.pem");
    let secure = |served: &Served| served.url.replace("http://", "https://");
    let good = farm.serve("127.0.0.1", NOW, |_| {});
    let said = asked(&good, &secure(&good), Credentials::default()).unwrap_err();
    assert!(said.contains("of no root that is trusted here") && said.contains("--ca"), "{said}");
    let other = Farm::new();
    let said = asked(&good, &secure(&good), trusting(&other.path("root.pem"))).unwrap_err();
    assert!(said.contains("of no root that is trusted here"), "{said}");
    let said = asked(&good, &secure(&good), trusting(&farm.path("server.key"))).unwrap_err();
    assert!(said.contains("cannot be used") || said.contains("of no root"), "{said}");
    let elsewhere = farm.serve("elsewhere.example", NOW, |_| {});
    let said = asked(&elsewhere, &secure(&elsewhere), trusting(&root)).unwrap_err();
    assert!(said.contains("is for another host"), "{said}");
    // It was in force when the daemon read it.
    let expired = farm.serve("127.0.0.1", 970_000_000, |params| {
        params.not_before = rcgen::date_time_ymd(2000, 1, 1);
        params.not_after = rcgen::date_time_ymd(2001, 1, 1);
    });
    let said = asked(&expired, &secure(&expired), trusting(&root)).unwrap_err();
    assert!(said.contains("has expired"), "{said}");
}

#[test]
fn tokens_and_schemes_that_do_not_fit_are_told_apart() {
    let farm = Farm::new();
    let served_securely = farm.serve("127.0.0.1", NOW, |_| {});
    let secure = served_securely.url.replace("http://", "https://");
    let token = |text: &str| {
        std::fs::write(farm.path("token"), text).unwrap();
        Credentials { token_file: Some(farm.path("token")), ..trusting(&farm.path("root.pem")) }
    };
    assert_eq!(asked(&served_securely, &secure, token("a-token\n")), Ok(0));
    let said = asked(&served_securely, &secure, token("another")).unwrap_err();
    assert!(said.contains("knows no such token") && !said.contains("another"), "{said}");
    let said = asked(&served_securely, &secure, trusting(&farm.path("root.pem"))).unwrap_err();
    assert!(said.contains("ISOTOPE_TOKEN_FILE"), "{said}");
    let said = asked(&served_securely, &served_securely.url, Credentials::default()).unwrap_err();
    assert!(said.contains("https://"), "{said}");
    let plain = served(Edge::default());
    let said = asked(&plain, &plain.url.replace("http://", "https://"), trusting(&farm.path("root.pem"))).unwrap_err();
    assert!(said.contains("speaks no TLS"), "{said}");
}

#[test]
fn a_compiler_asks_over_tls_and_hears_why_it_may_not() {
    let farm = Farm::new();
    let served = farm.serve("127.0.0.1", NOW, |_| {});
    let server = served.url.replace("http://", "https://");
    let asked = |token: &str| {
        std::fs::write(farm.path("token"), token).unwrap();
        let credentials = Credentials { token_file: Some(farm.path("token")), ..trusting(&farm.path("root.pem")) };
        let timeout = Duration::from_secs(20);
        let settings = CompilerSettings { server: server.clone(), credentials, timeout, ..CompilerSettings::default() };
        let target = v1::Target { arch: "x86_64".into(), mcpu: "znver4".into(), mattr: String::new() };
        let text = "let a : uint8x64\nlet b : uint8x64\nuint8x64 ((uint8x64)a + (uint8x64)b)";
        CompilerClient::new(Ok(settings)).select(&target, &[text], None).remove(0)
    };
    let answer = asked("a-token").unwrap();
    assert_eq!(answer.source(), v1::Source::Baseline, "who may only look up gets plain code: {answer:?}");
    let refused = asked("another").unwrap_err();
    assert_eq!(refused.reason, Reason::Denied, "{refused}");
    assert!(refused.detail.contains("knows no such token"), "{refused}");
}
