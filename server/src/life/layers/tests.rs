//! Where values come from, and what is said about those that mean nothing.

use super::*;

fn configured(text: &str, flags: &[&str]) -> Result<Configured, Refused> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("isotoped.toml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_string_lossy().into_owned();
    read(["isotoped", "--config", &path].iter().chain(flags).map(OsString::from))
}

/// What is said about a file, without the name of its folder.
fn said(text: &str) -> Vec<String> {
    match configured(text, &[]) {
        Err(Refused::File(problems)) => {
            problems.iter().map(|p| format!("{}: {}", p.line.unwrap_or(0), p.sentence)).collect()
        }
        Err(Refused::Flags(error)) => panic!("{error}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn flags_win_over_the_file_and_the_file_over_defaults() {
    let read = configured("threads = 3\nqueue = 7\ncache = \"/a\"\n", &["--queue", "9"]).unwrap_or_else(|_| panic!());
    assert_eq!((read.config.core.threads, read.config.core.queue), (3, 9));
    assert_eq!(read.config.core.cache, PathBuf::from("/a"));
    let shown = read.show();
    assert!(shown.contains("isotoped.toml:1\n") && shown.contains("queue = 9 # --queue\n"), "{shown}");
    assert!(shown.contains("listen = \"127.0.0.1:4711\" # default\n"), "{shown}");
    assert!(shown.contains("# instruction-sets is not set\n"), "{shown}");
}

#[test]
fn what_is_shown_can_be_read_and_is_the_same() {
    let first = configured("threads = 3\nsalt = \"5\"\ndrain-seconds = 0.5\n", &[]).unwrap_or_else(|_| panic!());
    let second = configured(&first.show(), &[]).unwrap_or_else(|_| panic!("{}", first.show()));
    assert_eq!(format!("{:?}", first.config.core), format!("{:?}", second.config.core));
    let values = |shown: String| -> Vec<String> {
        shown.lines().map(|line| line.split(" # ").next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(values(first.show()), values(second.show()));
}

#[test]
fn every_mistake_has_its_line_and_a_remedy() {
    // A key that is there twice is TOML's own affair, and nothing else is looked at.
    assert_eq!(said("threads = 0\nqueue = 1\nqueue.x = 1\n").len(), 1);
    let said = said(
        "threads = 0\n\ntreads = 2\nsalt = 5\nqueue = [1, 2]\nmemory-total = 1000\nlisten = 1979-05-27\nzzz = 1\n",
    );
    let expected = [
        "1: `threads` cannot be `0`: at least 1 is needed",
        "3: there is no setting `treads`; did you mean `threads`?",
        "4: `salt` is a text; write salt = \"5\"",
        "5: `queue` is one value, not a list of them",
        "6: `memory-total` cannot be `1000`: the dictionary and the workers alone need 536870912 bytes",
        "7: `listen` is a setting, and no datetime fits it",
        "8: there is no setting `zzz`; `isotoped --help` lists them all",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_file_that_is_not_there_and_flags_that_mean_nothing_are_told_apart() {
    let read_flags = |flags: &[&str]| read(["isotoped"].iter().chain(flags).map(OsString::from));
    assert!(matches!(read_flags(&["--config", "/nowhere.toml"]), Err(Refused::File(_))));
    assert!(matches!(read_flags(&["--threads", "0"]), Err(Refused::Flags(_))));
    assert!(read_flags(&[]).is_ok());
}
