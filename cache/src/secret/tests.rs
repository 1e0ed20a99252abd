use super::*;
use crate::filesystem::Disk;
use std::fs;

#[test]
fn a_secret_is_made_once_and_mends_itself() {
    let dir = tempfile::tempdir().unwrap();
    let first = Secret::open(&Disk, dir.path(), None).unwrap();
    for (hit, name) in NAMES.into_iter().enumerate() {
        let path = dir.path().join(name);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, PRIVATE);
        let mut bytes = fs::read(&path).unwrap();
        bytes[20] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(Secret::open(&Disk, dir.path(), None).unwrap(), first, "with {name} damaged");
        fs::remove_file(&path).unwrap();
        assert_eq!(Secret::open(&Disk, dir.path(), None).unwrap(), first, "without {name}");
        assert_eq!(read_all(&Disk, dir.path()).unwrap()[hit], Some(first.clone()), "{name} is back");
    }
    let other = tempfile::tempdir().unwrap();
    assert_ne!(Secret::open(&Disk, other.path(), None).unwrap(), first);
}

#[test]
fn of_two_secrets_the_journal_chooses() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = Secret::open(&Disk, dir.path(), None).unwrap();
    Secret::open(&Disk, other.path(), None).unwrap();
    fs::copy(other.path().join("secret"), dir.path().join("secret")).unwrap();
    assert_eq!(Secret::open(&Disk, dir.path(), Some(first.name())).unwrap(), first);
    assert_eq!(Secret::of_folder(dir.path()).unwrap(), first, "the copied one is gone");
}

#[test]
fn a_secret_that_others_can_read_is_refused_with_the_remedy() {
    let dir = tempfile::tempdir().unwrap();
    Secret::open(&Disk, dir.path(), None).unwrap();
    let path = dir.path().join("secret.copy");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let text = Secret::open(&Disk, dir.path(), None).unwrap_err().to_string();
    assert!(text.contains("secret.copy") && text.contains("0644") && text.contains("chmod 600"), "{text}");
}
