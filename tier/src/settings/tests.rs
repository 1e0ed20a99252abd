use super::*;
use std::os::unix::fs::OpenOptionsExt as _;

fn said(settings: &Settings) -> String {
    settings.terms().map(|terms| terms.name).unwrap_or_else(|error| error.to_string())
}

fn of(url: &str) -> Settings {
    Settings { url: url.to_owned(), ..Settings::default() }
}

#[tokio::test]
async fn what_cannot_be_a_tier_is_refused_with_a_sentence_that_helps() {
    for (url, reason) in [
        ("nonsense", "no URL"),
        ("http://host/", "no http tier"),
        ("rediss://host/", "--tier-keys"),
        ("redis://:secret@host:6379/nonsense", "Invalid database"),
        ("redis://host/?password=secret", "NAME:PASSWORD@HOST"),
        ("redis://host/?protocol=resp3", "means nothing here"),
        ("rediss://host/#insecure", "means nothing here"),
        ("s3://bucket/?secret", "means nothing here"),
        ("file://host/folder", "three slashes"),
        ("s3:///prefix", "no bucket"),
        ("redis://host:6379/", "--tier-keys"),
    ] {
        let said = said(&of(url));
        assert!(said.contains(reason) && !said.contains("secret"), "{url}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let ca = folder.path().join("root.pem");
    let with_ca = |url: &str| said(&Settings { ca: Some(ca.clone()), ..of(url) });
    assert!(with_ca("redis://host/").contains("for a Redis with TLS"));
    assert!(with_ca("rediss://host/").contains("root.pem: cannot be read"));
    std::fs::write(&ca, "no certificate").unwrap();
    assert!(with_ca("rediss://host/").contains("holds no certificate"));
    std::fs::write(&ca, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    assert!(with_ca("rediss://host/").contains("root.pem: "));
    let slow = Settings { timeout: Some(Duration::from_secs(61)), ..of("redis://host/") };
    assert_eq!(said(&slow), "--tier-timeout-ms is 61000 ms; it is between 1 ms and 60000 ms");
    let brief = Settings { lease: Some(Duration::ZERO), ..of("redis://host/") };
    assert!(said(&brief).contains("--lease-ms is 0 ms"));
}

#[tokio::test]
async fn everything_that_is_wrong_is_said_at_once() {
    let ca = Some(PathBuf::from("/nowhere.pem"));
    let settings = Settings { ca, lease: Some(Duration::ZERO), timeout: Some(Duration::ZERO), ..of("rediss://host/") };
    let said: Vec<String> = settings.check().iter().map(ToString::to_string).collect();
    let expected = ["/nowhere.pem: cannot be read", "--tier-timeout-ms is 0 ms", "--lease-ms is 0 ms", "--tier-keys"];
    assert_eq!(said.len(), expected.len(), "{said:?}");
    assert!(said.iter().zip(expected).all(|(said, part)| said.contains(part)), "{said:?}");
}

#[tokio::test]
async fn a_password_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys");
    let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path).unwrap();
    let text = format!("[keys.a]\nsecret = \"{}\"", "01".repeat(32));
    std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
    let settings = Settings { keys: Some(path), ..of("redis://me:secret@host:6379/0") };
    assert_eq!(said(&settings), "redis://me:...@host:6379/0");
}
