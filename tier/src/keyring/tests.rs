use super::*;
use std::os::unix::fs::OpenOptionsExt as _;

const SECRET: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const OTHER: &str = "0202020202020202020202020202020202020202020202020202020202020202";

fn ring(current: Option<&str>, secrets: &[(&str, &str)]) -> Keyring {
    let mut text = current.map_or(String::new(), |name| format!("current = {name:?}\n"));
    for (name, secret) in secrets {
        text += &format!("[keys.{name}]\nsecret = {secret:?}\n");
    }
    Keyring::from_text(&text).unwrap()
}

#[test]
fn a_signature_is_believed_while_its_key_is() {
    let old = ring(Some("old"), &[("old", SECRET)]);
    let id = old.current().unwrap().clone();
    let signature = old.sign(b"a context", &[7; 32]).unwrap();
    let rotated = ring(Some("new"), &[("old", SECRET), ("new", OTHER)]);
    assert_eq!(rotated.check(&id, b"a context", &[7; 32], &signature), Ok(()));
    assert!(rotated.check(&id, b"b context", &[7; 32], &signature).is_err());
    assert!(rotated.check(&id, b"a context", &[8; 32], &signature).is_err());
    let dropped = ring(Some("new"), &[("new", OTHER)]);
    assert!(dropped.check(&id, b"a context", &[7; 32], &signature).unwrap_err().contains("no key old"));
    let namesake = ring(Some("old"), &[("old", OTHER)]);
    assert!(namesake.check(&id, b"a context", &[7; 32], &signature).unwrap_err().contains("not one of key old"));
}

#[test]
fn a_public_key_checks_and_does_not_sign() {
    let key = NewKey::draw().unwrap();
    let signer = ring(Some("k"), &[("k", &key.secret)]);
    let reader = Keyring::from_text(&format!("[keys.k]\npublic = {:?}", key.public)).unwrap();
    assert_eq!((signer.standing(), reader.standing()), (Standing::Signs(KeyId::new("k").unwrap()), Standing::Checks));
    let signature = signer.sign(b"c", &[1; 32]).unwrap();
    assert_eq!(reader.check(&KeyId::new("k").unwrap(), b"c", &[1; 32], &signature), Ok(()));
    assert_eq!(reader.sign(b"c", &[1; 32]), None);
}

#[test]
fn a_key_file_that_is_wrong_says_where() {
    let weak = format!("[keys.a]\npublic = \"{}\"", "0".repeat(64));
    for (text, said) in [
        ("", "no [keys.NAME]"),
        ("keys = 3", "line 1"),
        ("[keys.a]\nsecret = \"12\"", "64 hexadecimal digits"),
        ("[keys.a]\nsecret = \"+1\"", "64 hexadecimal digits"),
        ("[keys.a]", "either `secret` or `public`"),
        ("[keys.a]\nsecrets = \"12\"", "line 2"),
        ("[keys.\"a b\"]\nsecret = \"12\"", "letters, digits"),
        (&weak, "believe anybody"),
    ] {
        let error = Keyring::from_text(text).unwrap_err();
        assert!(error.contains(said), "{text}: {error}");
    }
    let error = Keyring::from_text(&format!("current = \"b\"\n[keys.a]\nsecret = {SECRET:?}")).unwrap_err();
    assert!(error.contains("no secret in a [keys.b]"), "{error}");
    assert!(!format!("{:?}", ring(Some("a"), &[("a", SECRET)])).contains("01"), "no secret is printed");
}

#[test]
fn a_file_that_others_can_read_is_refused_where_it_holds_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, mode: u32, text: &str| {
        let path = folder.path().join(name);
        let mut file = std::fs::OpenOptions::new().write(true).create(true).mode(mode).open(&path).unwrap();
        std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        Keyring::read(&path)
    };
    let secret = format!("[keys.a]\nsecret = {SECRET:?}");
    assert!(write("private", 0o600, &secret).is_ok());
    assert!(write("exposed", 0o644, &secret).unwrap_err().to_string().contains("chmod 600"));
    let public = format!("[keys.a]\npublic = {:?}", NewKey::draw().unwrap().public);
    assert!(write("public", 0o644, &public).is_ok());
    let long = format!("# {}", "x".repeat(70_000));
    assert!(write("long", 0o600, &long).unwrap_err().to_string().contains("MAX_KEY_FILE_BYTES"));
    let missing = Keyring::read(&folder.path().join("nowhere")).unwrap_err().to_string();
    assert!(missing.contains("nowhere"), "{missing}");
}
