//! From the wire to questions: one for each window of a request, canonical, with its memo key.

use crate::failure::Failure;
use crate::intake::expression;
use crate::intake::key::Scope;
use crate::limits;
use crate::memory::{Charge, Memory};
use crate::search::selector::{Engine, Options, SelectError, Selector};
use bytes::Bytes;
use isotope_cache::Key;
use isotope_dictionary::Target;
use isotope_ir::Window;
use isotope_ir::canon::{Canonical, canonicalise};
use isotope_ir::expr::{Leaf, LeafId, LoadAddress, Node, Op};
use isotope_ir::parse::{Diagnostic, parse_file};
use isotope_proto::v1;
use prost::Message as _;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

/// The program of a request: every message that carries one has the same two forms.
pub enum Source<'a> {
    /// Halide's printed form.
    Text(&'a str),
    /// A graph.
    Graph(&'a v1::Expression),
}

/// The properties that the windows of a request share.
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
    /// Hash of that, but for its names.
    pub asked_hash: [u8; 32],
    /// The same without its names and phrasing.
    pub canonical: Canonical,
    /// For what machine.
    pub target: Arc<Target>,
    /// Which search, within what bounds.
    pub options: Options,
    /// The meaning of costs.
    pub cost_model: Arc<str>,
    /// Which texts to send.
    pub outputs: Outputs,
    /// The key of its answer in the memo.
    pub key: Key,
    /// The serialised `Selection` once one is remembered: what proof has fixed does not change in this epoch.
    pub remembered: OnceLock<Held>,
    /// How often it was answered from memory.
    pub served: AtomicU64,
    /// The memory of the question itself, for as long as it is there.
    charge: Charge,
}

/// Bytes that are charged while they are held.
pub struct Held {
    /// The bytes.
    pub bytes: Bytes,
    _charge: Charge,
}

impl Held {
    /// Holds `bytes` if there is room.
    pub fn new(bytes: &Bytes, memory: &Memory) -> Option<Self> {
        Some(Held { bytes: bytes.clone(), _charge: memory.charge(bytes.len()).ok()? })
    }
}

impl Question {
    /// Bytes that it takes in memory, its answer aside.
    pub fn weight(&self) -> usize {
        self.charge.bytes()
    }

    /// The same window asked for as it is, without a canonical form, for its plain lowering: what is answered where the
    /// form cannot be tied to the window.
    pub fn as_asked(&self, memory: &Memory) -> Question {
        let leaf_map = (0..self.asked.graph.leaves.len() as u32).map(LeafId).collect();
        Question {
            asked: self.asked.clone(),
            asked_hash: self.asked_hash,
            canonical: Canonical { window: self.asked.clone(), hash: self.asked_hash, leaf_map },
            target: Arc::clone(&self.target),
            options: Options { engine: Engine::Baseline, ..self.options },
            cost_model: Arc::clone(&self.cost_model),
            outputs: self.outputs,
            key: self.phrasing_key(),
            remembered: OnceLock::new(),
            served: AtomicU64::new(0),
            charge: memory.nothing(),
        }
    }

    /// A key for this phrasing alone: what is under way or known for it and not for the canonical window.
    pub fn phrasing_key(&self) -> Key {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.key.0).update(&self.asked_hash);
        Key(*hasher.finalize().as_bytes())
    }

    /// The expression as an answer shows it.
    pub fn expression(&self) -> String {
        format!("{} {}", self.asked.ty(), isotope_ir::print::expression(&self.asked))
    }
}

/// Hash of a window as it was asked and of how its leaves became the canonical ones, but for the names of leaves, buffers
/// and bases, and for where in its buffer everything lies: none of these changes what the proof of a phrasing shows.
fn asked_hash(asked: &Window, canonical: &Canonical) -> [u8; 32] {
    let mut first: BTreeMap<(&str, &str), (usize, &LoadAddress)> = BTreeMap::new();
    let mut leaves = Vec::with_capacity(asked.graph.leaves.len());
    for leaf in &asked.graph.leaves {
        let place = leaf.load.as_ref().map(|load| {
            let next = first.len();
            let (at, near) = *first.entry((&load.buffer, &load.base)).or_insert((next, load));
            (at, i128::from(load.offset) - i128::from(near.offset), load.stride)
        });
        leaves.push(format!("{:?} {:?} {place:?}", leaf.ty, leaf.range));
    }
    let mut hasher = blake3::Hasher::new();
    // A hasher takes everything.
    let _ = write!(hasher, "{leaves:?} {:?} {:?} {:?}", asked.graph.nodes, asked.root, canonical.leaf_map);
    *hasher.finalize().as_bytes()
}

impl Question {
    /// The question that a record answers, as if its canonical window had been asked for; `None` where it would be found under another key.
    pub fn of_record(
        key: Key,
        (window, target): (Window, Target),
        options: Options,
        scope: &Scope,
        selector: &dyn Selector,
        memory: &Memory,
    ) -> Result<Option<Question>, Failure> {
        let charge = memory.charge(weight(&window))?;
        let canonical = canonicalise(&window);
        if scope.key(&canonical.hash, &target, &options) != key {
            return Ok(None);
        }
        Ok(Some(Question {
            asked_hash: asked_hash(&window, &canonical),
            asked: window,
            canonical,
            cost_model: selector.cost_model(&target).into(),
            target: Arc::new(target),
            options,
            outputs: Outputs(u32::MAX),
            key,
            remembered: OnceLock::new(),
            served: AtomicU64::new(0),
            charge,
        }))
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

/// The work that a reading may spend, and whether anybody still waits for it.
pub struct Reading<'a> {
    /// The account that questions are charged to.
    pub memory: &'a Memory,
    /// Whether the caller has left.
    pub abandoned: &'a dyn Fn() -> bool,
}

/// Bytes that a request is charged while it is read. One over its bounds is refused before it takes them.
pub fn reading_bytes(source: &Source<'_>) -> usize {
    match source {
        Source::Text(text) => text.len().min(limits::MAX_TEXT_BYTES) * limits::READING_TEXT_FACTOR,
        Source::Graph(graph) => {
            let nodes =
                graph.nodes.len().min(limits::MAX_GRAPH_NODES) + graph.leaves.len().min(limits::MAX_GRAPH_NODES);
            nodes * limits::READING_NODE_BYTES
        }
    }
}

/// Reads a request. Parses and canonicalises, so it takes milliseconds for large windows: off the async threads.
pub fn read(
    source: &Source<'_>,
    terms: &Terms<'_>,
    scope: &Scope,
    selector: &dyn Selector,
    reading: &Reading<'_>,
) -> Result<Vec<Arc<Question>>, Failure> {
    let (options, outputs) = options(terms.options)?;
    let file = match source {
        Source::Text(text) => {
            Failure::check("the expression text in bytes", text.len(), "MAX_TEXT_BYTES", limits::MAX_TEXT_BYTES)?;
            Some(parse_file(text).map_err(diagnosed)?)
        }
        Source::Graph(_) => None,
    };
    let line = file.as_ref().and_then(|file| file.target.clone());
    let target = Arc::new(target(selector, terms.target, line.as_deref())?);
    let cost_model: Arc<str> = selector.cost_model(&target).into();
    let question = |asked: Window| {
        if (reading.abandoned)() {
            return Err(SelectError::Cancelled.into());
        }
        let charge = reading.memory.charge(weight(&asked))?;
        let canonical = canonicalise(&asked);
        let key = scope.key(&canonical.hash, &target, &options);
        let (target, cost_model) = (Arc::clone(&target), Arc::clone(&cost_model));
        let (asked_hash, remembered) = (asked_hash(&asked, &canonical), OnceLock::new());
        Ok(Arc::new(Question {
            asked,
            asked_hash,
            canonical,
            target,
            options,
            cost_model,
            outputs,
            key,
            remembered,
            served: AtomicU64::new(0),
            charge,
        }))
    };
    let questions: Vec<_> = match (source, file) {
        (Source::Graph(graph), _) => expression::each(graph, question)?,
        (Source::Text(_), file) => {
            let windows = file.map(|file| file.windows).unwrap_or_default();
            windows.into_iter().map(question).collect::<Result<_, Failure>>()?
        }
    };
    if questions.is_empty() {
        return Err(Failure::Empty);
    }
    Failure::check("the number of windows", questions.len(), "MAX_WINDOWS", limits::MAX_WINDOWS)?;
    Ok(questions)
}

/// Bytes that a window takes, as it was asked for and made canonical: nodes are held twice in each, to be found again.
fn weight(window: &Window) -> usize {
    let graph = &window.graph;
    let operands: usize = graph.nodes.iter().map(|n| n.args.len() + shuffled(&n.op)).sum();
    let named = |l: &Leaf| l.name.len() + l.load.as_ref().map_or(0, |load| load.buffer.len() + load.base.len());
    let names: usize = graph.leaves.iter().map(named).sum();
    let nodes = graph.nodes.len() * (size_of::<Node>() + limits::NODE_OVERHEAD_BYTES);
    limits::QUESTION_BYTES + 2 * (2 * (nodes + 4 * operands) + graph.leaves.len() * size_of::<Leaf>() + names)
}

fn shuffled(op: &Op) -> usize {
    if let Op::Shuffle(indices) = op { indices.len() } else { 0 }
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
pub fn target(selector: &dyn Selector, asked: Option<&v1::Target>, line: Option<&str>) -> Result<Target, Failure> {
    if let Some(t) = asked {
        return Ok(selector.target(&t.arch, &t.mcpu, &t.mattr)?);
    }
    let mut words = line.unwrap_or_default().split_whitespace().peekable();
    let is_name = |word: &&str| !word.starts_with(['+', '-']) && !word.contains('=');
    let arch = words.next_if(is_name).unwrap_or_default();
    let mcpu = words.next_if(is_name).unwrap_or_default();
    Ok(selector.target(arch, mcpu, &words.collect::<Vec<_>>().join(","))?)
}

#[cfg(test)]
mod tests {
    use super::*;

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
