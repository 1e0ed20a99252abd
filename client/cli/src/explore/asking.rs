//! The calls of the page's script, asked of the daemon as the command would.

use super::reference::Reference;
use crate::explanation::json::explanation;
use crate::source::{self, Language, Source, SourceError};
use hyper::StatusCode;
use isotope_client::json::{cycles, report};
use isotope_client::{Client, ClientError};
use isotope_dictionary::InstructionSets;
use isotope_proto::v1;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The page's facts about its daemon and this machine.
#[derive(Clone, Debug)]
pub struct About {
    /// The command's version.
    pub version: String,
    /// Where the daemon is.
    pub server: String,
    /// This machine.
    pub host: v1::Target,
    /// The plug-in that finds the expressions of C and LLVM IR; it need not be there.
    pub plugin: PathBuf,
}

/// The explorer's state.
pub struct Explorer {
    client: Client,
    sets: &'static InstructionSets,
    about: About,
    pub(super) reference: Reference,
}

/// A call of the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    text: String,
    #[serde(default)]
    arch: String,
    #[serde(default)]
    mcpu: String,
    #[serde(default)]
    mattr: String,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    why_not: String,
}

/// A program of the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    text: String,
    language: Spoken,
    #[serde(default)]
    arch: String,
    #[serde(default)]
    mcpu: String,
    #[serde(default)]
    mattr: String,
}

/// Languages of programs, as the page names them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Spoken {
    C,
    Ll,
}

/// A call that failed: HTTP's status, and what the page shows.
pub(super) type Failed = (StatusCode, Value);

impl Explorer {
    /// That asks with a client, and has the reference of these instruction sets.
    pub fn new(client: Client, sets: &'static InstructionSets, about: About) -> Self {
        Explorer { client, sets, about, reference: Reference::new(sets) }
    }

    /// The facts about the daemon and this machine. The epoch is the daemon's, where it says it to this caller.
    pub(super) async fn about(&self) -> Value {
        let epoch = self.client.stats().await.ok().map(|stats| stats.epoch);
        let answering = self.sets.iter().filter(|set| set.answers());
        let cpus: serde_json::Map<String, Value> =
            answering.map(|set| (set.arch().to_owned(), json!(set.cpus().names()))).collect();
        let About { version, server, host, plugin } = &self.about;
        json!({ "version": version, "server": server, "epoch": epoch, "cpus": cpus, "programs": plugin.exists(),
            "host": { "arch": host.arch, "mcpu": host.mcpu, "mattr": host.mattr } })
    }

    /// The daemon's activity at this moment.
    pub(super) async fn state(&self) -> Result<Value, Failed> {
        let stats = self.client.stats().await.map_err(|error| failed(&error))?;
        Ok(json!({ "running": stats.searches_running, "waiting": stats.searches_queued, "lacks": stats.lacks }))
    }

    /// Answers `/api/compile`: the expressions of a program, each with the line that it is from and the code that the compiler makes of
    /// that line. The program has no folder: it includes the system's headers only.
    pub(super) async fn compiled(&self, body: &[u8]) -> Result<Value, Failed> {
        let bad = |why: String| (StatusCode::BAD_REQUEST, json!({ "error": why }));
        let asked: Program =
            serde_json::from_slice(body).map_err(|why| bad(format!("the call cannot be read: {why}")))?;
        let (name, language) = match asked.language {
            Spoken::C => ("input.c", Language::C),
            Spoken::Ll => ("input.ll", Language::LlvmIr),
        };
        let Program { text, arch, mcpu, mattr, .. } = asked;
        let target = if mcpu.is_empty() { self.about.host.clone() } else { v1::Target { arch, mcpu, mattr } };
        let (plugin, name) = (self.about.plugin.clone(), name.to_owned());
        let source = Source { name, text, language, folder: None, flags: Vec::new() };
        let compiling = move || source::compiled(&source, &target, &plugin).map(|compiled| (source.text, compiled));
        let (text, compiled) = match tokio::task::spawn_blocking(compiling).await {
            Ok(Ok(done)) => done,
            Ok(Err(SourceError::Mistake(why))) => return Err(bad(why)),
            Ok(Err(error)) => return Err((StatusCode::BAD_GATEWAY, json!({ "error": error.to_string() }))),
            Err(lost) => return Err((StatusCode::BAD_GATEWAY, json!({ "error": lost.to_string() }))),
        };
        let window = |window: &source::Window| {
            let v1::Target { arch, mcpu, mattr } = &window.target;
            json!({ "line": window.line, "title": window.title, "quoted": source::quoted(&text, window.line), "text": window.text,
                "arch": arch, "mcpu": mcpu, "mattr": mattr, "compiler": compiled.listing.of_line(window.line) })
        };
        let windows: Vec<Value> = compiled.windows.iter().map(window).collect();
        Ok(json!({ "windows": windows, "notes": compiled.notes }))
    }

    /// Answers `/api/select`, `/api/code` and `/api/explain`.
    pub(super) async fn asked(&self, path: &str, body: &[u8]) -> Result<Value, Failed> {
        let asked: Asked = serde_json::from_slice(body)
            .map_err(|why| (StatusCode::BAD_REQUEST, json!({ "error": format!("the call cannot be read: {why}") })))?;
        let asking = async {
            Ok(match path {
                "/api/select" => self.selected(asked).await?,
                "/api/code" => self.code(asked).await?,
                _ => self.explained(asked).await?,
            })
        };
        asking.await.map_err(|error: ClientError| failed(&error))
    }

    /// The CPU that was chosen, else the text's own, else this machine.
    fn target(&self, asked: &Asked) -> Option<v1::Target> {
        let Asked { text, arch, mcpu, mattr, .. } = asked;
        let has_own = text.lines().any(|line| line.trim_start().starts_with("target "));
        match (mcpu.is_empty(), has_own) {
            (false, _) => Some(v1::Target { arch: arch.clone(), mcpu: mcpu.clone(), mattr: mattr.clone() }),
            (true, true) => None,
            (true, false) => {
                let host = self.about.host.clone();
                let mattr = [host.mattr.as_str(), mattr].join(",");
                Some(v1::Target { mattr: mattr.trim_matches(',').to_owned(), ..host })
            }
        }
    }

    async fn selected(&self, asked: Asked) -> Result<Value, ClientError> {
        let target = self.target(&asked);
        let program = Some(v1::select_request::Program::Text(asked.text));
        let request = v1::SelectRequest { target, program, ..Default::default() };
        Ok(json!(report(&self.client.select(request).await?)))
    }

    async fn explained(&self, asked: Asked) -> Result<Value, ClientError> {
        let target = self.target(&asked);
        let Asked { text, all, why_not, .. } = asked;
        let program = Some(v1::explain_request::Program::Text(text));
        let request = v1::ExplainRequest { target, program, all, why_not, ..Default::default() };
        Ok(explanation(&self.client.explain(request).await?))
    }

    /// Plain LLVM's code and the remembered answer's, for each window.
    async fn code(&self, asked: Asked) -> Result<Value, ClientError> {
        let target = self.target(&asked);
        let program = Some(v1::alternatives_request::Program::Text(asked.text));
        let request = v1::AlternativesRequest { target, program, ..Default::default() };
        let found = self.client.alternatives(request).await?;
        let side = |one: &v1::PricedProgram| {
            let code = one.r#loop.as_ref().map_or("", |of| of.code.as_str());
            let cost = one.selection.as_ref().map_or(0, |of| of.cost);
            json!({ "cost": cycles(cost), "code": code })
        };
        let is_plain =
            |one: &&v1::PricedProgram| one.selection.as_ref().is_some_and(|of| of.verdict() == v1::Verdict::Baseline);
        let cost = |one: &&v1::PricedProgram| one.selection.as_ref().map_or(u64::MAX, |of| of.cost);
        let window = |window: &v1::WindowAlternatives| {
            let plain = window.programs.iter().filter(is_plain).min_by_key(cost);
            // The memo's answer is the first after the plain lowerings; one that is dearer by now is not the answer.
            let ours = window.programs.iter().find(|one| !is_plain(one));
            let ours = ours.filter(|ours| plain.is_none_or(|plain| cost(ours) <= cost(&plain))).or(plain);
            json!({ "plain": plain.map(side), "ours": ours.map(side) })
        };
        Ok(json!({ "windows": found.windows.iter().map(window).collect::<Vec<_>>() }))
    }
}

fn failed(error: &ClientError) -> Failed {
    let status = if error.is_bad_input() { StatusCode::BAD_REQUEST } else { StatusCode::BAD_GATEWAY };
    let (line, column) = match error {
        ClientError::Failed(failure) => (failure.line, failure.column),
        _ => (0, 0),
    };
    (status, json!({ "error": error.to_string(), "line": line, "column": column }))
}
