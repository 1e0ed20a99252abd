//! Where values come from, and what is said about those that mean nothing.

use super::*;

fn configured(text: &str, flags: &[&str]) -> Result<Configured, Refused> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("isotoped.toml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_string_lossy().into_owned();
    read(["isotoped", "--config", &path].iter().chain(flags).map(OsString::from))
}

/// The messages about a file, without the name of its folder.
fn said(text: &str) -> Vec<String> {
    match configured(text, &[]) {
        Err(Refused::Settings(mistakes, _)) => {
            let line = |mistake: &Mistake| mistake.place.as_ref().and_then(|(_, line)| *line).unwrap_or(0);
            mistakes.iter().map(|mistake| format!("{}: {}", line(mistake), mistake.sentence)).collect()
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
        "6: `memory-total` cannot be `1000`: the dictionary and the workers alone need 671088640 bytes",
        "7: `listen` is a setting, and no datetime fits it",
        "8: there is no setting `zzz`; `isotoped --help` lists them all",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_file_that_is_not_there_and_flags_that_mean_nothing_are_told_apart() {
    let read_flags = |flags: &[&str]| read(["isotoped"].iter().chain(flags).map(OsString::from));
    let said = |flags: &[&str]| match read_flags(flags) {
        Err(Refused::Settings(mistakes, _)) => mistakes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        Err(Refused::Flags(error)) => panic!("{error}"),
        Ok(_) => Vec::new(),
    };
    assert!(said(&["--config", "/nowhere.toml"])[0].starts_with("/nowhere.toml: cannot be read"));
    let both = said(&["--threads", "0", "--salt", "x", "--sandbox=some", "--lease-ms", "1"]);
    assert_eq!(
        both,
        [
            "`--threads` cannot be `0`: at least 1 is needed",
            "`--sandbox` cannot be `some`: it may be required, best, off",
            "`--lease-ms` cannot be `1`: 1 is not in 500..=600000",
        ]
    );
    assert!(matches!(read_flags(&["--treads", "1"]), Err(Refused::Flags(_))));
    assert!(matches!(read_flags(&["--help"]), Err(Refused::Flags(error)) if error.to_string().contains("required")));
    assert!(read_flags(&[]).is_ok());
}

#[test]
fn what_is_left_of_wrong_settings_can_be_looked_at() {
    let text = "treads = 1\ncache = \"/a\"\n[tls]\nkey = 5\ncertificate = \"/c.pem\"\n";
    let Err(Refused::Settings(mistakes, rest)) = configured(text, &["--threads", "0", "--queue", "9"]) else {
        panic!("it is wrong")
    };
    assert_eq!(mistakes.len(), 3);
    assert_eq!((rest.config.core.queue, &rest.config.core.cache), (9, &PathBuf::from("/a")));
    // The key is left out, so that the certificate has none: that is no second mistake.
    let wrong = [
        Wrong::new("tls-certificate", "--tls-certificate and --tls-key go together"),
        Wrong::new("cache", "no folder; see --listen"),
        Wrong::for_now("queue", "see --listen"),
        Wrong::new("listen", "see --tls-certificate"),
    ];
    let said: Vec<String> = rest.mistakes(&wrong).iter().map(ToString::to_string).collect();
    assert!(said[0].ends_with("isotoped.toml:2: `cache`: no folder; see `listen`"), "{said:?}");
    assert_eq!(said[1..], ["`--queue`: see --listen", "`--listen`: see --tls-certificate"]);
}

#[test]
fn every_flag_of_a_group_is_a_key_of_its_table() {
    let file = "[tier]\nurl = \"redis://h/\"\nkeys = \"k\"\nunsigned = \"prove\"\ntimeout-ms = 7\nlease-ms = 700\nworker = true\nca = \"c\"\n\
                [tls]\ncertificate = \"c\"\nkey = \"k\"\nclient-ca = \"r\"\n";
    let read = configured(file, &[]).unwrap_or_else(|_| panic!());
    let tier = &read.config.core.tier;
    assert_eq!((tier.url.as_deref(), tier.lease_ms, tier.worker), (Some("redis://h/"), Some(700), Some(true)));
    assert_eq!(read.config.secured.tls.client_ca, Some(PathBuf::from("r")));
    let shown = read.show();
    assert!(shown.contains("\n[tier]\n# url is set and not shown") && shown.contains("lease-ms = 700 # "), "{shown}");
    // Each key of the struct that the table is read into elsewhere is one of the file's.
    let table = serde_json::to_value(tier).unwrap();
    let known: Vec<String> = Config::command().get_arguments().filter_map(key).collect();
    for inner in table.as_object().unwrap().keys() {
        assert!(known.contains(&format!("tier.{inner}")), "{inner}: {known:?}");
    }
    for (alone, told) in
        [("tier-url = \"x\"", "`url` in the table [tier]"), ("lease-ms = 700", "`lease-ms` in the table [tier]")]
    {
        assert!(said(&format!("{alone}\n"))[0].contains(told), "{:?}", said(alone));
    }
}
