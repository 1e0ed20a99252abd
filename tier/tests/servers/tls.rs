//! A Redis that speaks TLS alone.

use crate::any::{Daemon, EPOCH, record, settings, until};
use crate::processes::RedisServer;
use isotope_tier::{Found, RedisTier, Settings, Tier};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A root, and the certificate and key that it gave a server of this name, as files.
struct Files {
    root: PathBuf,
    certificate: PathBuf,
    key: PathBuf,
}

fn files(folder: &Path, name: &str) -> Files {
    std::fs::create_dir(folder).unwrap();
    let write = |name: &str, text: String| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let mut params = CertificateParams::new(vec![]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let root = write("root.pem", params.self_signed(&key).unwrap().pem());
    let issuer = Issuer::new(params, key);
    let own = KeyPair::generate().unwrap();
    let signed = CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&own, &issuer).unwrap();
    Files { root, certificate: write("server.pem", signed.pem()), key: write("server.key", own.serialize_pem()) }
}

pub async fn a_server_with_tls_is_believed_by_its_root_alone() {
    let folder = tempfile::tempdir().unwrap();
    let own = files(&folder.path().join("own"), "localhost");
    let other = files(&folder.path().join("other"), "localhost");
    let server = RedisServer::start_secured(&own.certificate, &own.key, &["--requirepass", "word"]);
    let url = |host: &str, word: &str| format!("rediss://:{word}@{host}:{}/", server.port);
    let tier = |url: &str, roots: &Path| {
        RedisTier::with_roots(url, std::fs::read(roots).unwrap(), Duration::from_secs(10)).unwrap()
    };
    assert_eq!(tier(&url("localhost", "word"), &own.root).ping().await, Ok(()));
    for (why, tier) in [
        ("another root", tier(&url("localhost", "word"), &other.root)),
        ("another name", tier(&url("127.0.0.1", "word"), &own.root)),
        ("no root of its own", RedisTier::new(&url("localhost", "word"), Duration::from_secs(10)).unwrap()),
    ] {
        let said = tier.ping().await.unwrap_err();
        assert!(said.is_outage() && said.to_string().contains("--tier-ca"), "{why}: {said}");
    }
    let wrong = tier(&url("localhost", "guess"), &own.root).ping().await.unwrap_err();
    assert!(wrong.to_string().contains("wants a name or a password"), "{wrong}");
    let plain = format!("redis://:word@127.0.0.1:{}/", server.port);
    assert!(RedisTier::new(&plain, Duration::from_secs(10)).unwrap().ping().await.is_err(), "it speaks TLS alone");

    let with_ca =
        |folder: &Path| Settings { ca: Some(own.root.clone()), ..settings(&url("localhost", "word"), folder) };
    let start = || Daemon::in_folder(Arc::new(tempfile::tempdir().unwrap()), with_ca);
    let (one, two) = (start(), start());
    one.shared.offer(record(1));
    until(|| one.shared.counts().puts > 0).await;
    assert_eq!(two.shared.get(&record(1).key, &EPOCH).await, Found::Signed(record(1)));
}
