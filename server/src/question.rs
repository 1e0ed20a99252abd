//! From the wire to questions: one for each window of a request, canonical, with its memo key.

use crate::expression;
use crate::failure::Failure;
use crate::key::Scope;
use crate::limits;
use crate::selector::{Engine, Options, Selector};
use crate::target::Target;
use bytes::Bytes;
use isotope_cache::Key;
use isotope_ir::Window;
use isotope_ir::canon::{Canonical, canonicalise};
use isotope_ir::parse::{Diagnostic, parse_file};
use isotope_proto::v1;
use prost::Message as _;
use std::sync::{Arc, OnceLock};

/// The program of a request: every message that carries one has the same two forms.
pub enum Source<'a> {
    /// Halide's printed form.
    Text(&'a str),
    /// A graph.
    Graph(&'a v1::Expression),
}

/// What the windows of a request share.
pub struct Terms<'a> {
    /// The request's target, if it names one.
    pub target: Option<&'a v1::Target>,
    /// The request's options.
    pub options: Option<&'a v1::Options>,
    /// The epoch it expects.
    pub expected_epoch: Option<&'a str>,
}

/// Which texts an answer carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outputs(u32);

impl Outputs {
    fn read(list: &[i32]) -> Result<Self, Failure> {
        let mut mask = 0;
        for &value in list {
            match v1::Output::try_from(value) {
                Ok(v1::Output::Unspecified) | Err(_) => {
                    return Err(Failure::UnknownValue { field: "options.outputs", value });
                }
                Ok(output) => mask |= 1 << output as u32,
            }
        }
        Ok(Outputs(if mask == 0 { u32::MAX } else { mask }))
    }

    /// Whether answers carry this text.
    pub fn has(self, output: v1::Output) -> bool {
        self.0 & 1 << output as u32 != 0
    }
}

/// One window of a request, ready to be looked up or searched.
pub struct Question {
    /// As the caller wrote it.
    pub asked: Window,
    /// The same without its names and phrasing.
    pub canonical: Canonical,
    /// For what machine.
    pub target: Arc<Target>,
    /// Which search, within what bounds.
    pub options: Options,
    /// What costs mean.
    pub cost_model: Arc<str>,
    /// Which texts to send.
    pub outputs: Outputs,
    /// The key of its answer in the memo.
    pub key: Key,
    /// The serialised `Selection` once one is remembered: what proof has fixed does not change in this epoch.
    pub remembered: OnceLock<Bytes>,
}

impl Question {
    /// The expression as an answer shows it.
    pub fn expression(&self) -> String {
        format!("{} {}", self.asked.ty(), isotope_ir::print::expression(&self.asked))
    }
}

/// The hash under which a request's questions are kept: of everything that they are made from.
pub fn fingerprint(source: &Source<'_>, terms: &Terms<'_>) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    match source {
        Source::Text(text) => part(text.as_bytes()),
        Source::Graph(graph) => {
            part(b"graph");
            part(&graph.encode_to_vec());
        }
    }
    part(&terms.target.map(|t| t.encode_to_vec()).unwrap_or_default());
    part(&[u8::from(terms.target.is_some())]);
    part(&terms.options.map(|o| o.encode_to_vec()).unwrap_or_default());
    *hasher.finalize().as_bytes()
}

/// Refuses a caller that was built for another dictionary.
pub fn check_epoch(expected: Option<&str>, actual: &str) -> Result<(), Failure> {
    match expected {
        Some(expected) if expected != actual => {
            Err(Failure::Epoch { expected: expected.to_owned(), actual: actual.to_owned() })
        }
        _ => Ok(()),
    }
}

/// Reads a request. Parses and canonicalises, so it takes milliseconds for large windows: off the async threads.
pub fn read(
    source: &Source<'_>,
    terms: &Terms<'_>,
    scope: &Scope,
    selector: &dyn Selector,
) -> Result<Vec<Arc<Question>>, Failure> {
    let (options, outputs) = options(terms.options)?;
    let (line, windows) = match source {
        Source::Text(text) => {
            Failure::check("the expression text in bytes", text.len(), "MAX_TEXT_BYTES", limits::MAX_TEXT_BYTES)?;
            let file = parse_file(text).map_err(diagnosed)?;
            (file.target, file.windows)
        }
        Source::Graph(graph) => (None, expression::windows(graph)?),
    };
    if windows.is_empty() {
        return Err(Failure::Empty);
    }
    Failure::check("the number of windows", windows.len(), "MAX_WINDOWS", limits::MAX_WINDOWS)?;
    let target = Arc::new(target(terms.target, line.as_deref())?);
    let cost_model: Arc<str> = selector.cost_model(&target).into();
    let question = |asked: Window| {
        let canonical = canonicalise(&asked);
        let key = scope.key(&canonical.hash, &target, &cost_model, &options);
        let (target, cost_model) = (Arc::clone(&target), Arc::clone(&cost_model));
        let remembered = OnceLock::new();
        Arc::new(Question { asked, canonical, target, options, cost_model, outputs, key, remembered })
    };
    Ok(windows.into_iter().map(question).collect())
}

fn diagnosed(diagnostic: Diagnostic) -> Failure {
    Failure::Expression {
        message: diagnostic.to_string(),
        line: diagnostic.line as u32,
        column: diagnostic.column as u32,
    }
}

fn options(options: Option<&v1::Options>) -> Result<(Options, Outputs), Failure> {
    let Some(options) = options else {
        return Ok((Options { engine: Engine::Fast, budget: limits::DEFAULT_BUDGET }, Outputs(u32::MAX)));
    };
    let engine = match v1::Engine::try_from(options.engine) {
        Ok(v1::Engine::Unspecified | v1::Engine::Fast) => Engine::Fast,
        Ok(v1::Engine::Reference) => Engine::Reference,
        Ok(v1::Engine::Baseline) => Engine::Baseline,
        Err(_) => return Err(Failure::UnknownValue { field: "options.engine", value: options.engine }),
    };
    let budget = if options.budget == 0 { limits::DEFAULT_BUDGET } else { options.budget };
    Ok((Options { engine, budget: budget.min(limits::MAX_BUDGET) }, Outputs::read(&options.outputs)?))
}

/// The request's target wins over the text's line; without either it is this host.
pub fn target(asked: Option<&v1::Target>, line: Option<&str>) -> Result<Target, Failure> {
    if let Some(t) = asked {
        return Ok(Target::parse(&t.arch, &t.mcpu, &t.mattr)?);
    }
    let mut words = line.unwrap_or_default().split_whitespace().peekable();
    let arch = words.next_if(|w| !w.starts_with(['+', '-'])).unwrap_or_default();
    let mcpu = words.next_if(|w| !w.starts_with(['+', '-'])).unwrap_or_default();
    Ok(Target::parse(arch, mcpu, &words.collect::<Vec<_>>().join(","))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_line_of_a_text_counts_when_the_request_names_none() {
        let line = target(None, Some("x86_64 znver4 +avx512vnni -gfni")).unwrap();
        assert_eq!(line.to_string(), "x86_64 znver4 -gfni");
        assert_eq!(target(None, Some("x86_64 +avx2")).unwrap(), Target::parse("x86_64", "", "+avx2").unwrap());
        let asked = v1::Target { arch: "x86_64".into(), mcpu: "haswell".into(), mattr: String::new() };
        assert_eq!(target(Some(&asked), Some("x86_64 znver4")).unwrap().mcpu(), "haswell");
    }

    #[test]
    fn fingerprints_tell_requests_apart() {
        let t = v1::Target { mcpu: "znver4".into(), ..Default::default() };
        let o = v1::Options { budget: 5, ..Default::default() };
        let terms = |target, options| Terms { target, options, expected_epoch: None };
        let empty = v1::Target::default();
        let prints = [
            fingerprint(&Source::Text("a"), &terms(None, None)),
            fingerprint(&Source::Text("b"), &terms(None, None)),
            fingerprint(&Source::Text("a"), &terms(Some(&t), None)),
            fingerprint(&Source::Text("a"), &terms(Some(&empty), None)),
            fingerprint(&Source::Text("a"), &terms(None, Some(&o))),
            fingerprint(&Source::Graph(&v1::Expression::default()), &terms(None, None)),
        ];
        assert_eq!(prints.iter().collect::<std::collections::BTreeSet<_>>().len(), prints.len());
    }

    #[test]
    fn a_budget_over_the_bound_is_the_bound() {
        let budget = |budget| options(Some(&v1::Options { budget, ..Default::default() })).unwrap().0.budget;
        assert_eq!([0, 5, 1 << 40].map(budget), [limits::DEFAULT_BUDGET, 5, limits::MAX_BUDGET]);
    }

    #[test]
    fn outputs_are_all_unless_some_are_named() {
        assert!(Outputs::read(&[]).unwrap().has(v1::Output::Proof));
        let some = Outputs::read(&[v1::Output::LlvmIr as i32]).unwrap();
        assert!(some.has(v1::Output::LlvmIr) && !some.has(v1::Output::Proof));
        assert!(Outputs::read(&[77]).is_err());
    }
}
