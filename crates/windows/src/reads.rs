//! Which lanes of leaves the lanes of a value read: what decides where an answer needs a frozen leaf.
//!
//! LLVM's undefined values may be another value at each use, and poison in one lane makes whatever reads it poison. A window computes
//! on leaves that may hold either. An answer that reads a lane once, for a result whose window always reads it too, refines the window
//! as it is; every other leaf is frozen to one value first.

use crate::code::Code;
use crate::limits::MAX_READS;
use isotope_ir::Window;
use isotope_ir::expr::{LeafId, Op};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A lane of a leaf: the element of a buffer, or the lane of the leaf with this number after all buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Element {
    /// The buffer, or the leaf.
    pub place: usize,
    /// In elements.
    pub number: i64,
}

/// What lane 0 of a parameter is; lane i is `stride` elements further each.
#[derive(Clone, Copy, Debug)]
pub struct Begin {
    /// Lane 0.
    pub source: Element,
    /// From lane to lane.
    pub stride: i64,
}

/// How often a source is read, and through which parameters of an answer; each is a load of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    times: u32,
    parameters: BTreeSet<usize>,
}

/// Sources that one lane reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads(BTreeMap<Element, Seen>);

impl Reads {
    /// One source, through a parameter.
    pub fn one(source: Element, parameter: Option<usize>) -> Self {
        Reads(BTreeMap::from([(source, Seen { times: 1, parameters: parameter.into_iter().collect() })]))
    }

    /// Adds what is read more.
    pub fn add(&mut self, more: &Reads) {
        for (source, seen) in &more.0 {
            let mine = self.0.entry(*source).or_default();
            mine.times = mine.times.saturating_add(seen.times);
            mine.parameters.extend(&seen.parameters);
        }
    }

    /// Those that another has, too.
    fn in_common(&self, other: &Reads) -> Reads {
        let shared = self.0.iter().filter(|(source, _)| other.0.contains_key(source));
        Reads(shared.map(|(source, seen)| (*source, seen.clone())).collect())
    }

    /// How many sources.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    fn is_of_one_load(&self) -> bool {
        self.0.values().all(|seen| seen.parameters.len() == 1)
    }
}

/// What each lane, or each byte, of a value reads.
pub type Lanes = Vec<Reads>;

/// What groups of lanes read, for a value with fewer lanes, and the other way round.
fn regrouped(from: &[Reads], lanes: usize) -> Lanes {
    let mut to = vec![Reads::default(); lanes];
    let more = lanes.max(from.len());
    for i in 0..more {
        to[i * lanes / more].add(&from[i * from.len() / more]);
    }
    to
}

/// What poison in a lane of a window's value always comes from: whatever is chosen, and whatever is not. Nothing over a bound.
fn always_read(window: &Window, source: impl Fn(LeafId, i64) -> Element) -> Option<Lanes> {
    let mut all: Vec<Lanes> = Vec::new();
    let mut count = 0;
    for node in &window.graph.nodes {
        let lanes = node.ty.lanes as usize;
        let arg = |at: usize| node.args.get(at).map_or(&[][..], |id| all[id.0 as usize].as_slice());
        let own: Lanes = match &node.op {
            Op::Leaf(leaf) => (0..lanes).map(|lane| Reads::one(source(*leaf, lane as i64), None)).collect(),
            Op::Const(_) => vec![Reads::default(); lanes],
            Op::Shuffle(indices) => {
                let side_by_side: Vec<&Reads> = node.args.iter().flat_map(|id| &all[id.0 as usize]).collect();
                indices.iter().map(|lane| side_by_side[*lane as usize].clone()).collect()
            }
            Op::Broadcast => (0..lanes).map(|lane| arg(0)[lane % arg(0).len()].clone()).collect(),
            Op::Reinterpret | Op::Reduce(_) => regrouped(arg(0), lanes),
            Op::Select => (0..lanes)
                .map(|lane| {
                    let mut reads = arg(1)[lane].in_common(&arg(2)[lane]);
                    reads.add(&arg(0)[lane % arg(0).len()]);
                    reads
                })
                .collect(),
            _ => {
                let mut own = vec![Reads::default(); lanes];
                for at in 0..node.args.len() {
                    own.iter_mut().enumerate().for_each(|(lane, reads)| reads.add(&arg(at)[lane % arg(at).len()]));
                }
                own
            }
        };
        count += own.iter().map(Reads::len).sum::<usize>();
        if count > MAX_READS {
            return None;
        }
        all.push(own);
    }
    all.into_iter().nth(window.root.0 as usize)
}

/// What the lanes of an answer's result may read where leaves may be undefined. Nothing over a bound.
fn may_read(code: &Code<'_>, begins: &[Begin]) -> Option<Lanes> {
    let mut known = HashMap::new();
    for (number, (argument, begin)) in code.arguments.iter().zip(begins).enumerate() {
        let lanes = code.lanes_and_bits(*argument)?.0 as i64;
        let source = |lane: i64| Element { number: begin.source.number + lane * begin.stride, ..begin.source };
        known.insert(*argument, (0..lanes).map(|lane| Reads::one(source(lane), Some(number))).collect::<Lanes>());
    }
    let mut count = 0;
    for id in &code.operations {
        let op = code.module.op(*id);
        let lanes = code.lanes_and_bits(op.results[0])?.0;
        let mut own = vec![Reads::default(); lanes];
        for (operand, value) in op.operands.iter().enumerate() {
            // What is not known is a constant.
            let Some(from) = known.get(value) else { continue };
            for (reads, lanes) in own.iter_mut().zip(code.crossing(op, operand, lanes)) {
                lanes.iter().for_each(|lane| reads.add(&from[*lane]));
            }
        }
        count += own.iter().map(Reads::len).sum::<usize>();
        if count > MAX_READS {
            return None;
        }
        known.insert(op.results[0], own);
    }
    let lanes = code.lanes_and_bits(code.result)?.0;
    Some(known.remove(&code.result).unwrap_or_else(|| vec![Reads::default(); lanes]))
}

/// For each parameter of an answer, whether it has to be frozen. Nothing where that is not enough: a byte of the result depends on the
/// same element in memory through two loads, which need not agree on what nobody wrote.
pub fn to_freeze(
    window: &Window,
    source: impl Fn(LeafId, i64) -> Element,
    code: &Code<'_>,
    begins: &[Begin],
) -> Option<Vec<bool>> {
    let mut frozen = vec![false; begins.len()];
    let (always, may) = (always_read(window, source)?, may_read(code, begins)?);
    if always.len() != may.len() {
        return None;
    }
    let mut by_several = false;
    for (may, always) in may.iter().zip(&always) {
        for (source, seen) in &may.0 {
            by_several |= seen.parameters.len() > 1;
            if seen.times > 1 || !always.0.contains_key(source) {
                seen.parameters.iter().for_each(|parameter| frozen[*parameter] = true);
            }
        }
    }
    // What is frozen has a value in each byte, so that bytes count by themselves.
    let is_well = !by_several || crate::bytes::read(code, begins)?.iter().all(Reads::is_of_one_load);
    is_well.then_some(frozen)
}
