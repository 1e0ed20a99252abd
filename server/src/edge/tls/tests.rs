//! Files that do not fit together, and names in certificates.

use super::*;
use rcgen::{CertificateParams, DnType, KeyPair, SanType, date_time_ymd};

/// A certificate of its own root, and its key.
fn made(change: impl Fn(&mut CertificateParams)) -> (rcgen::Certificate, KeyPair) {
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    change(&mut params);
    let key = KeyPair::generate().unwrap();
    (params.self_signed(&key).unwrap(), key)
}

/// Seconds since 1970 of a day in 2026.
const NOW: i64 = 1_780_000_000;

fn written(folder: &Path, certificate: &str, key: &str) -> TlsFiles {
    let files = TlsFiles { certificate: folder.join("c.pem"), key: folder.join("k.pem"), client_ca: None };
    std::fs::write(&files.certificate, certificate).unwrap();
    std::fs::write(&files.key, key).unwrap();
    files
}

#[test]
fn what_does_not_fit_together_is_refused_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = made(|_| {});
    let (_, other_key) = made(|_| {});
    let (expired, expired_key) = made(|params| {
        params.not_before = date_time_ymd(2000, 1, 1);
        params.not_after = date_time_ymd(2001, 2, 3);
    });
    let (early, early_key) = made(|params| params.not_before = date_time_ymd(2090, 1, 1));
    let load = |files: &TlsFiles| load(files, NOW);
    let said =
        |certificate: &str, key: &str| load(&written(folder.path(), certificate, key)).err().unwrap().to_string();
    let (pem, key_pem) = (certificate.pem(), key.serialize_pem());
    for (certificate, key, expected) in [
        (&pem, &other_key.serialize_pem(), "k.pem: is not the key of"),
        (&expired.pem(), &expired_key.serialize_pem(), "c.pem: has expired on Feb  3 00:00:00 2001"),
        (&early.pem(), &early_key.serialize_pem(), "c.pem: is not in force before"),
        (&"nothing".to_owned(), &key_pem, "c.pem: holds no certificate in PEM"),
        (&pem, &"nothing".to_owned(), "k.pem: holds no private key in PEM"),
    ] {
        let said = said(certificate, key);
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains("BEGIN PRIVATE KEY-----\n"), "keys are not repeated");
    }
    let mut files = written(folder.path(), &pem, &key_pem);
    assert!(load(&files).unwrap().not_after > NOW);
    files.client_ca = Some(files.key.clone());
    assert!(load(&files).err().unwrap().to_string().contains("k.pem: holds no certificate"));
    files.client_ca = Some(files.certificate.clone());
    assert!(load(&files).is_ok());
    files.key = folder.path().join("none.pem");
    assert!(load(&files).err().unwrap().to_string().contains("none.pem: cannot be read"));
}

#[test]
fn alternative_names_go_before_the_common_name() {
    let (named, _) = made(|params| {
        params.subject_alt_names.push(SanType::URI("spiffe://farm/ci".try_into().unwrap()));
        params.distinguished_name.push(DnType::CommonName, "ignored");
    });
    assert_eq!(names(named.der()), ["localhost", "spiffe://farm/ci"]);
    let (common, _) = made(|params| {
        params.subject_alt_names.clear();
        params.distinguished_name = rcgen::DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, "builder");
    });
    assert_eq!(names(common.der()), ["builder"]);
    assert!(names(b"no certificate").is_empty());
}
