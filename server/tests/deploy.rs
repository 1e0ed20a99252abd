//! The files of `deploy/` against the daemon that they are for.

#![allow(clippy::unwrap_used)]

use isotope_server::access::{self, Role};
use isotope_server::edge::Edge;
use isotope_server::limits;
use isotope_server::memory::Plan;
use isotope_server::observed::serve;
use isotope_server::settings::layers;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

fn deploy(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(deploy(name)).unwrap()
}

fn read(config: &Path) -> Vec<String> {
    match layers::read(["isotoped".as_ref(), "--config".as_ref(), config.as_os_str()].map(OsString::from)) {
        Ok(_) => Vec::new(),
        Err(layers::Refused::Settings(mistakes, _)) => mistakes.iter().map(ToString::to_string).collect(),
        Err(layers::Refused::Flags(error)) => vec![error.to_string()],
    }
}

#[test]
fn the_settings_and_identities_that_are_offered_can_be_read() {
    assert_eq!(read(&deploy("isotoped.toml")), Vec::<String>::new());
    // A comment is an example: it must be right as well, but for the digest.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("access.toml");
    let digest = access::token::Digest::of("a token").to_hex();
    let whole =
        text("access.toml").replace("\n# [", "\n[").replace("\n# roles", "\nroles").replace("\n# token", "\ntoken");
    let whole = whole.replace("\n# quota", "\nquota").replace("\n# certificates", "\ncertificates");
    std::fs::write(&path, whole.replace("<64 hexadecimal digits>", &digest)).unwrap();
    let rules = access::read(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((rules.tokens.len(), rules.certificates.len()), (1, 1));
}

#[test]
fn the_settings_of_the_chart_can_be_read() {
    let chart = text("helm/isotope/templates/isotope.yaml");
    let (_, after) = chart.split_once("isotoped.toml: |\n").unwrap();
    let lines = after.lines().take_while(|line| *line != "---").map(|line| line.strip_prefix("    ").unwrap_or(line));
    let settings: Vec<&str> = lines.filter(|line| !line.starts_with("{{")).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("isotoped.toml");
    std::fs::write(&path, settings.join("\n")).unwrap();
    assert_eq!(read(&path), Vec::<String>::new());
    assert!(settings.len() > 5);
}

/// The daemon tells its manager when it takes calls, and ends with status 2 where its settings are wrong.
#[test]
fn the_unit_waits_for_the_daemon_and_does_not_start_wrong_settings_again() {
    let unit = text("isotoped.service");
    let value = |key: &str| unit.lines().find_map(|line| line.strip_prefix(&format!("{key}="))).unwrap().to_owned();
    assert_eq!((value("Type"), value("RestartPreventExitStatus")), ("notify".to_owned(), "2".to_owned()));
    let command = value("ExecStart");
    let flags = command.split_whitespace().skip(1).filter(|word| word.starts_with("--"));
    let daemons = <isotope_server::settings::config::Config as clap::CommandFactory>::command();
    for flag in flags {
        assert!(daemons.get_arguments().any(|arg| arg.get_long() == flag.strip_prefix("--")), "{flag}");
    }
}

#[test]
fn variables_of_the_compose_file_and_the_image_are_the_daemons() {
    let known: BTreeSet<String> = {
        let command = <isotope_server::settings::config::Config as clap::CommandFactory>::command();
        command.get_arguments().filter_map(|arg| Some(arg.get_env()?.to_str()?.to_owned())).collect()
    };
    for file in ["compose.yaml", "../Dockerfile", "helm/isotope/templates/isotope.yaml"] {
        let text = text(file);
        let ours = |word: &&str| word.starts_with("ISOTOPE_");
        let words = text.split(|c: char| !c.is_ascii_uppercase() && c != '_').filter(ours);
        let words: Vec<&str> = words.collect();
        assert!(!words.is_empty());
        assert!(words.iter().all(|word| known.contains(*word)), "{file}: {words:?}");
    }
}

/// Every user of the machine may call a packaged service: they may search, and no more.
#[test]
fn the_packages_service_gives_local_users_search_and_no_more() {
    let rules = access::read(&deploy("debian/access.toml")).unwrap_or_else(|error| panic!("{error}"));
    let anyone = rules.anonymous.unwrap().roles();
    assert!(anyone.has(Role::Search) && !anyone.has(Role::Admin) && !anyone.has(Role::Warm));
    let settings = text("debian/isotoped.toml").replace("/etc/isotope", &deploy("debian").display().to_string());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("isotoped.toml");
    std::fs::write(&path, &settings).unwrap();
    assert!(settings.contains("access = ") && read(&path).is_empty(), "{:?}", read(&path));
}

/// The unit's bounds are above those that a daemon plans for itself, however many processors it has.
#[test]
fn the_units_limits_follow_the_plan() {
    let unit = text("isotoped.service");
    let value = |key: &str| unit.lines().find_map(|line| line.strip_prefix(&format!("{key}="))).unwrap().to_owned();
    let share: usize = value("MemoryMax").strip_suffix('%').expect("a part of the machine").parse().unwrap();
    let tasks: usize = value("TasksMax").parse().unwrap();
    for threads in [2, 16, 64, 256] {
        // The least machine that such a daemon takes half of.
        let machine = 2 * Plan::wanted(limits::DEFAULT_MEMORY_BYTES, threads).max(limits::DEFAULT_MEMORY_TOTAL);
        let group = machine / 100 * share;
        let total = Plan::default_total(limits::DEFAULT_MEMORY_BYTES, threads, Some(group));
        assert!(total <= group / 4 * 3, "{threads} threads: {total} of {group}");
        let needed = limits::TASKS + (threads + limits::RESERVE) * limits::TASKS_OF_A_SEARCH;
        assert!(needed <= tasks, "{threads} threads: {needed} of {tasks} tasks");
    }
}

/// A dashboard asks for metrics by name: each must be one that the daemon shows.
#[tokio::test]
async fn the_dashboard_shows_what_there_is() {
    let edge = Edge::default();
    edge.observed.call("Select", tonic::Code::Ok, std::time::Duration::from_millis(1));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, edge.observed.clone(), edge.access.clone()));
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).await.unwrap();
    let dashboard = text("grafana.json");
    let is_json: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    assert!(is_json["panels"].as_array().unwrap().len() > 8);
    let names = dashboard.split(|c: char| !c.is_ascii_lowercase() && c != '_').filter(|w| w.starts_with("isotope_"));
    let stats: BTreeSet<String> = isotope_server::observed::names().collect();
    for name in names {
        assert!(
            page.contains(&format!("{name}{{")) || page.contains(&format!("{name} ")) || stats.contains(name),
            "{name}"
        );
    }
}
