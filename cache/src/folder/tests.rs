use super::*;
use crate::filesystem::Disk;

#[test]
fn a_copy_of_the_lock_does_not_outlive_it() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let path = parent.path().join("cache");
    let folder = Folder::hold(&Disk, &path).expect("nobody has it");
    assert!(folder.is_path_locked());
    assert!(matches!(Folder::hold(&Disk, &path), Err(Error::Locked { .. })));
    // A process between fork and exec has such copies.
    let copies = [&folder.lock, &folder.beside.as_ref().expect("the parent is ours").0].map(|l| l.file.try_clone());
    drop(folder);
    assert!(Folder::hold(&Disk, &path).is_ok());
    drop(copies);
    let left: Vec<_> = fs::read_dir(parent.path()).expect("it is there").collect();
    assert_eq!(left.len(), 1, "the lock beside the folder goes with its holder");
}

#[test]
fn a_folder_deleted_under_its_holder_is_noticed_and_stays_locked() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let path = parent.path().join("cache");
    let link = parent.path().join("link");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let folder = Folder::hold(&Disk, &path).expect("nobody has it");
    folder.check().expect("nothing happened");
    fs::remove_dir_all(&path).expect("it is ours");
    assert!(matches!(folder.check(), Err(Error::FolderReplaced { .. })));
    fs::create_dir(&path).expect("it is gone");
    assert!(matches!(folder.check(), Err(Error::FolderReplaced { .. })));
    for name in [&path, &link] {
        assert!(matches!(Folder::hold(&Disk, name), Err(Error::Locked { .. })), "{}", name.display());
    }
    drop(folder);
    Folder::hold(&Disk, &link).expect("the first let go of it");
}

#[test]
fn the_contents_deleted_under_the_holder_are_noticed() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let path = parent.path().join("cache");
    let folder = Folder::hold(&Disk, &path).expect("nobody has it");
    fs::remove_file(path.join(LOCK_NAME)).expect("it is ours");
    assert!(matches!(folder.check(), Err(Error::FolderReplaced { .. })));
}

#[test]
fn rights_of_others_are_taken_away() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let path = parent.path().join("cache");
    let mode = || fs::metadata(&path).expect("it is there").permissions().mode() & 0o777;
    drop(Folder::hold(&Disk, &path).expect("nobody has it"));
    assert_eq!(mode(), PRIVATE);
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it is ours");
    assert_eq!(Folder::hold(&Disk, &path).expect("nobody has it").repaired_mode, Some(0o755));
    assert_eq!(mode(), PRIVATE);
}

#[test]
fn a_folder_that_cannot_be_held_leaves_nothing_beside_it() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let path = parent.path().join("file");
    fs::write(&path, "somebody's").expect("it is ours");
    assert!(matches!(Folder::hold(&Disk, &path), Err(Error::Io { .. })));
    let left: Vec<_> = fs::read_dir(parent.path()).expect("it is there").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["file"]);
}
