//! `isotope doctor`: what is wrong between a client and its server, one thing after the other.

use super::{note_unused, print, print_json};
use crate::arguments::CredentialFiles;
use clap::Args;
use isotope_cli::limits;
use isotope_client::connection::{Look, unix_path, wrong_port};
use isotope_client::credentials::Credentials;
use isotope_client::{Client, Settings};
use isotope_proto::v1;
use serde_json::{Value, json};
use std::fmt;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Instant, SystemTime};
use tonic::transport::Uri;

/// The command line.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Address of the daemon: http://HOST:PORT, https://HOST:PORT, or a socket of this machine, unix:/PATH.
    #[arg(long, env = "ISOTOPE_SERVER", value_name = "URL", default_value = "http://127.0.0.1:4711")]
    pub server: String,
    #[command(flatten)]
    pub credentials: CredentialFiles,
    /// The epoch that compilers expect.
    #[arg(long, env = "ISOTOPE_EPOCH", value_name = "EPOCH")]
    pub expected_epoch: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
pub async fn run(command: Doctor) -> anyhow::Result<ExitCode> {
    note_unused(&command.credentials, &command.server)?;
    let epoch = command.expected_epoch.as_deref().filter(|epoch| !epoch.is_empty());
    let asked = Asked { url: &command.server, credentials: (&command.credentials).into(), epoch };
    let mut found = Vec::new();
    let is_well = examine(&asked, |finding| {
        if command.json {
            found.push(finding.json());
            return Ok(());
        }
        print(&format!("{finding}\n"))
    })
    .await?;
    if command.json {
        print_json(&json!({ "version": 1, "well": is_well, "findings": found }))?;
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// As it should be.
    Fine,
    /// It works, and not as well as it could.
    Poor,
    /// It does not work.
    Broken,
}

/// One subject of the look, and the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    what: &'static str,
    health: Health,
    sentence: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.health {
            Health::Fine => "ok",
            Health::Poor => "warn",
            Health::Broken => "WRONG",
        };
        let is_degraded = self.what == "whole" && self.health == Health::Poor;
        let what = if is_degraded { "degraded" } else { self.what };
        write!(out, "{word:<6}{what:<12}{}", self.sentence)
    }
}

impl Finding {
    fn json(&self) -> Value {
        let health = match self.health {
            Health::Fine => "fine",
            Health::Poor => "poor",
            Health::Broken => "broken",
        };
        json!({ "what": self.what, "health": health, "sentence": self.sentence })
    }
}

fn fine(what: &'static str, sentence: impl Into<String>) -> Finding {
    Finding { what, health: Health::Fine, sentence: sentence.into() }
}

fn poor(what: &'static str, sentence: impl Into<String>) -> Finding {
    Finding { what, health: Health::Poor, sentence: sentence.into() }
}

fn broken(what: &'static str, sentence: impl Into<String>) -> Finding {
    Finding { what, health: Health::Broken, sentence: sentence.into() }
}

/// The questions besides the defaults.
pub struct Asked<'a> {
    /// The server's address.
    pub url: &'a str,
    /// The caller's credentials, and the authorities that it trusts.
    pub credentials: Credentials,
    /// The epoch that compilers expect, if they expect one.
    pub epoch: Option<&'a str>,
}

/// Looks at everything, in the order in which a call needs it; what cannot be reached is not looked at. `tell` has each
/// finding as it comes. Whether nothing is broken.
pub async fn examine(asked: &Asked<'_>, mut tell: impl FnMut(Finding) -> anyhow::Result<()>) -> anyhow::Result<bool> {
    let mut is_well = true;
    let mut findings = |finding: Finding| {
        is_well &= finding.health != Health::Broken;
        let goes_on = finding.health != Health::Broken;
        tell(finding).map(|()| goes_on)
    };
    if !findings(address(asked.url).await)? {
        return Ok(false);
    }
    let settings = Settings {
        timeout: Some(limits::DOCTOR_TIMEOUT),
        attempts: 1,
        credentials: asked.credentials.clone(),
        ..Settings::default()
    };
    let client = match Client::connect(asked.url, settings).await {
        Ok(client) => client,
        Err(error) => {
            findings(broken("connection", error.to_string()))?;
            return Ok(false);
        }
    };
    findings(fine(
        "connection",
        match asked.url.split_once(':') {
            Some(("https", _)) => "TLS, and the server's certificate is trusted",
            Some(("unix", _)) => "within this machine",
            _ => "without TLS",
        },
    ))?;
    let is_ready = findings(ready(&client).await)?;
    let is_whole = client.serving_of("whole").await.ok().filter(|_| is_ready);
    let look = client.look().await;
    for finding in whole(is_whole, look.as_ref().ok().map(|look| &look.stats.lacks[..])) {
        findings(finding)?;
    }
    match look {
        Err(error) => {
            findings(broken("role", error.to_string()))?;
        }
        Ok(look) => {
            for finding in looked(&look, asked.epoch, SystemTime::now()) {
                findings(finding)?;
            }
        }
    }
    Ok(is_well)
}

/// Whether somebody listens there.
async fn address(url: &str) -> Finding {
    if let Some(path) = unix_path(url) {
        return match tokio::time::timeout(
            isotope_client::limits::CONNECT_TIMEOUT,
            tokio::net::UnixStream::connect(path),
        )
        .await
        {
            Ok(Ok(_)) => fine("address", format!("{} takes connections", path.display())),
            Ok(Err(error)) => {
                broken("address", format!("nobody listens on {}: {error}; is isotoped started?", path.display()))
            }
            Err(_) => broken("address", format!("{} takes no connection", path.display())),
        };
    }
    if let Some(port) = wrong_port(url) {
        return broken("address", format!("{port} is no port; a port is a number from 1 to 65535"));
    }
    let Some((uri, host)) = url.parse::<Uri>().ok().and_then(|uri| Some((uri.clone(), uri.host()?.to_owned()))) else {
        return broken("address", format!("`{url}` is none; write http://HOST:PORT, https://HOST:PORT or unix:/PATH"));
    };
    let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
    let bare = host.trim_matches(['[', ']']);
    let found: Vec<SocketAddr> = match tokio::net::lookup_host((bare, port)).await {
        Ok(found) => found.collect(),
        Err(error) => return broken("address", format!("`{host}` has no address here: {error}")),
    };
    let begun = Instant::now();
    for address in &found {
        let connecting =
            tokio::time::timeout(isotope_client::limits::CONNECT_TIMEOUT, tokio::net::TcpStream::connect(address))
                .await;
        if let Ok(Ok(_)) = connecting {
            let time = begun.elapsed().as_secs_f64() * 1000.0;
            return fine("address", format!("{address} takes connections ({time:.1} ms)"));
        }
    }
    let all: Vec<String> = found.iter().map(ToString::to_string).collect();
    broken("address", format!("nobody listens on {}; is isotoped started, and is the port right?", all.join(", ")))
}

/// Whether the service takes calls.
async fn ready(client: &Client) -> Finding {
    match client.serving().await {
        Ok(true) => fine("ready", "the server takes calls"),
        Ok(false) => {
            broken("ready", "the server is starting or stopping; compilers go on without it until it is there")
        }
        Err(error) => broken("ready", format!("health is not answered: {error}; is this isotoped?")),
    }
}

/// The defects of the server, a finding each: by its health, and by its own words where this client may hear them.
fn whole(is_whole: Option<bool>, lacks: Option<&[String]>) -> Vec<Finding> {
    match (is_whole, lacks) {
        (_, Some(lacks @ [_, ..])) => lacks.iter().map(|lack| poor("whole", lack)).collect(),
        (Some(true), _) => vec![fine("whole", "the server lacks nothing")],
        (Some(false), Some([])) => vec![poor("whole", "the server lacked something a moment ago; its log says what")],
        (Some(false), None) => {
            vec![poor("whole", "the server lacks something; its log and /whole on its metrics port say what")]
        }
        // It is not ready, or older than that word.
        (None, _) => vec![],
    }
}

/// The server's statement about itself and its caller.
fn looked(look: &Look, epoch: Option<&str>, now: SystemTime) -> Vec<Finding> {
    let stats = &look.stats;
    let mut findings =
        vec![role(look), version(stats), dictionary(stats, epoch), clock(look, now), line(stats), hits(stats)];
    findings.extend(stats.tier.as_ref().map(tier));
    findings
}

fn role(look: &Look) -> Finding {
    match (&look.identity, &look.roles) {
        (Some(identity), Some(roles)) => {
            let sentence = format!("this client is `{identity}` there and may {roles}");
            if roles.contains("search") {
                fine("role", sentence)
            } else {
                poor("role", format!("{sentence}: what is not remembered stays plain code"))
            }
        }
        _ => poor("role", "the server does not say who this client is there: it is an older one"),
    }
}

fn version(stats: &v1::StatsResponse) -> Finding {
    let (own, theirs) = (env!("CARGO_PKG_VERSION"), &stats.version);
    if own == theirs {
        fine("version", format!("both are {own}"))
    } else {
        poor(
            "version",
            format!("this client is {own} and the server {theirs}; it works where their interface is the same"),
        )
    }
}

fn dictionary(stats: &v1::StatsResponse, expected: Option<&str>) -> Finding {
    match expected {
        Some(expected) if expected != stats.epoch => broken(
            "epoch",
            format!(
                "ISOTOPE_EPOCH is {expected} and the server's {}: it refuses every window; unset or update it",
                stats.epoch
            ),
        ),
        Some(_) => fine("epoch", format!("{}, as ISOTOPE_EPOCH says", stats.epoch)),
        None => fine("epoch", stats.epoch.clone()),
    }
}

fn clock(look: &Look, now: SystemTime) -> Finding {
    let Some(theirs) = look.date else { return poor("clock", "the server does not say what time it is") };
    let apart = now.duration_since(theirs).or_else(|_| theirs.duration_since(now)).unwrap_or_default();
    if apart <= limits::CLOCK_APART {
        fine("clock", format!("both agree within {} s", limits::CLOCK_APART.as_secs()))
    } else {
        let seconds = apart.as_secs();
        poor(
            "clock",
            format!("this machine's and the server's are {seconds} s apart: certificates may look expired or early"),
        )
    }
}

/// How full the server is.
fn line(stats: &v1::StatsResponse) -> Finding {
    let sentence =
        format!("{} searches run, {} wait of {}", stats.searches_running, stats.searches_queued, stats.queue_limit);
    if stats.searches_queued * 2 > stats.queue_limit {
        poor("load", format!("{sentence}: more threads, or another daemon"))
    } else {
        fine("load", sentence)
    }
}

fn hits(stats: &v1::StatsResponse) -> Finding {
    if stats.windows == 0 {
        return poor("hits", "nobody has asked for a window since the server was started");
    }
    let part = 100.0 * stats.from_memo as f64 / stats.windows as f64;
    let sentence = format!("{part:.0} % of {} windows were remembered", stats.windows);
    if stats.windows >= limits::HITS_MEAN_SOMETHING && part < limits::POOR_HITS {
        let late = stats.truncated;
        poor(
            "hits",
            format!("{sentence}, {late} answers were cut short: compile again, or run a warm-up job (isotope warm)"),
        )
    } else {
        fine("hits", sentence)
    }
}

/// The store that daemons share, and whether it answers.
fn tier(tier: &v1::TierStats) -> Finding {
    let v1::TierStats { name, hits, misses, puts, failed_gets, failed_puts, .. } = tier;
    if !tier.resting.is_empty() {
        return poor("tier", format!("{name} is left alone, and answers are not shared: {}", tier.resting));
    }
    let sentence = format!("{name}: {hits} answers found there, {misses} not, {puts} written");
    match failed_gets + failed_puts {
        0 => fine("tier", sentence),
        failed => poor("tier", format!("{sentence}; {failed} calls of it failed: the daemon's log says why")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn look() -> Look {
        let stats = v1::StatsResponse {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            epoch: "e1".to_owned(),
            windows: 1000,
            from_memo: 900,
            queue_limit: 10,
            ..Default::default()
        };
        let (identity, roles) = (Some("ci".to_owned()), Some("lookup, search".to_owned()));
        Look { stats, identity, roles, date: Some(SystemTime::now()) }
    }

    fn healths(look: &Look, epoch: Option<&str>) -> Vec<(&'static str, Health)> {
        let all = looked(look, epoch, SystemTime::now());
        all.into_iter().filter(|f| f.health != Health::Fine).map(|f| (f.what, f.health)).collect()
    }

    #[test]
    fn each_thing_that_a_server_lacks_is_a_finding_in_its_words() {
        let said = |is_whole, lacks: Option<&[&str]>| -> Vec<String> {
            let lacks = lacks.map(|all| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
            whole(is_whole, lacks.as_deref()).iter().map(ToString::to_string).collect()
        };
        let all = ["llc-19 was not found: install it", "workers do not start"];
        assert_eq!(
            said(Some(false), Some(&all)),
            ["warn  degraded    llc-19 was not found: install it", "warn  degraded    workers do not start"]
        );
        assert_eq!(said(Some(true), Some(&[])), ["ok    whole       the server lacks nothing"]);
        assert_eq!(said(Some(true), Some(&all[..1])).len(), 1, "what it says is newer than its health");
        assert!(said(Some(false), None)[0].contains("/whole on its metrics port"));
        assert_eq!(said(None, None), [""; 0]);
    }

    #[test]
    fn what_is_well_is_said_to_be_and_the_rest_is_named() {
        assert_eq!(healths(&look(), Some("e1")), []);
        assert_eq!(healths(&look(), Some("e2")), [("epoch", Health::Broken)]);
        let reader = Look { roles: Some("lookup".to_owned()), ..look() };
        assert_eq!(healths(&reader, None), [("role", Health::Poor)]);
        let late = Look { date: Some(SystemTime::now() - Duration::from_secs(600)), ..look() };
        assert_eq!(healths(&late, None), [("clock", Health::Poor)]);
        let mut cold = look();
        cold.stats.from_memo = 10;
        cold.stats.searches_queued = 9;
        cold.stats.version = "0.0.1".to_owned();
        assert_eq!(healths(&cold, None), [("version", Health::Poor), ("load", Health::Poor), ("hits", Health::Poor)]);
    }

    #[test]
    fn the_tier_is_said_to_be_shared_or_left_alone() {
        let with = |tier: v1::TierStats| {
            let tier = v1::TierStats { name: "redis://farm:6379".to_owned(), ..tier };
            let mut look = look();
            look.stats.tier = Some(tier);
            looked(&look, None, SystemTime::now()).iter().map(ToString::to_string).find(|line| line.contains("tier"))
        };
        let said = |tier| with(tier).unwrap_or_default();
        let shared = said(v1::TierStats { hits: 3, misses: 2, puts: 1, ..Default::default() });
        assert_eq!(shared, "ok    tier        redis://farm:6379: 3 answers found there, 2 not, 1 written");
        let alone = said(v1::TierStats { resting: "connection refused".to_owned(), ..Default::default() });
        assert!(alone.starts_with("warn  tier        redis://farm:6379 is left alone"), "{alone}");
        assert!(said(v1::TierStats { failed_puts: 1, ..Default::default() }).starts_with("warn  tier"));
        assert!(looked(&look(), None, SystemTime::now()).iter().all(|finding| finding.what != "tier"));
    }
}
