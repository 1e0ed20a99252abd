//! The name of a member: its word, and its difference from the others.

use super::movement;
use super::skeleton::{Builder, LARGE, Skeleton};
use super::words::Words;
use isotope_ir::term::{LaneVar, Node, TermId, Terms};
use isotope_semantics::lanes::{Lanes, lanes};
use isotope_semantics::{OperandKind, Semantics};
use std::collections::{BTreeMap, BTreeSet};

/// Values of the immediates at which an instruction is looked at, the first that it has lanes at.
const IMMEDIATES: [u64; 4] = [1, 2, 3, 0];

/// Kinds of elements that one instruction may have and still be named by them.
const MAX_KINDS: usize = 4;

/// The source of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Means {
    /// A row of the table, or how elements are moved.
    Meaning,
    /// A row for the mnemonic: ciphers and checksums, whose terms are too large to be read.
    Known,
    /// No row: the mnemonic itself.
    Mnemonic,
}

/// A member's name.
#[derive(Clone, Debug)]
pub struct Described {
    /// Word and suffixes.
    pub name: String,
    /// The source of the name.
    pub means: Means,
    /// The skeleton that it was read as.
    pub skeleton: String,
    /// Whether elements are only moved.
    pub moves: bool,
}

/// How the elements of a result hang on a mask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Masking {
    None,
    Merge,
    Zero,
}

/// The name of an instruction.
pub fn describe(semantics: &Semantics, mnemonic: &str, words: &Words) -> Described {
    let mut terms = Terms::new();
    let wanted = semantics.immediates().count();
    let found = IMMEDIATES.into_iter().find_map(|value| lanes(semantics, &vec![value; wanted], &mut terms).ok());
    let read = found.as_ref().map(|lanes| Reading::new(semantics, lanes, &terms));
    let skeleton = read.as_ref().map_or(LARGE.to_string(), Reading::text);
    if let Some(name) = words.of_mnemonic(mnemonic) {
        return Described { name, means: Means::Known, skeleton, moves: false };
    }
    if let Some(read) = &read
        && let Some(word) = read.word(words)
    {
        let moves = only_moved(&read.kinds);
        return Described { name: read.suffixed(word), means: Means::Meaning, skeleton, moves };
    }
    let clean = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = mnemonic.trim_matches('_').chars().map(clean).collect();
    Described { name, means: Means::Mnemonic, skeleton, moves: false }
}

/// An instruction as its elements show it.
struct Reading<'a> {
    semantics: &'a Semantics,
    lanes: &'a Lanes,
    terms: &'a Terms,
    /// The kinds of elements, masks taken off, in their order; elements of zero and those that are only copied left out where
    /// others are there.
    kinds: Vec<Skeleton>,
    /// Only the lowest element is computed, the others are copied.
    lowest: bool,
    masking: Masking,
    /// The elements, masks taken off.
    inner: Vec<TermId>,
}

impl<'a> Reading<'a> {
    fn new(semantics: &'a Semantics, lanes: &'a Lanes, terms: &'a Terms) -> Self {
        let mut builder = Builder::new(semantics, terms);
        let mut masking = Masking::None;
        let mut inner = Vec::new();
        for term in &lanes.out {
            let (term, how) = unmasked(*term, semantics, terms);
            inner.push(term);
            if how != Masking::None {
                masking = how;
            }
        }
        let mut made: BTreeMap<TermId, Skeleton> = BTreeMap::new();
        let all: Vec<Skeleton> =
            inner.iter().map(|t| made.entry(*t).or_insert_with(|| builder.element(*t)).clone()).collect();
        let mut kinds: Vec<Skeleton> = Vec::new();
        for one in &all {
            if !kinds.contains(one) {
                kinds.push(one.clone());
            }
        }
        let some = |keep: &dyn Fn(&Skeleton) -> bool, kinds: &[Skeleton]| -> Vec<Skeleton> {
            kinds.iter().filter(|s| keep(s)).cloned().collect()
        };
        for kept in
            [some(&|s| *s != Skeleton::Atom("0"), &kinds), some(&|s| !s.is_leaf() && *s != Skeleton::Atom("0"), &kinds)]
        {
            if !kept.is_empty() {
                kinds = kept;
            }
        }
        // Pieces of one result, and results that differ in a constant, are one kind.
        let whole: Vec<Skeleton> =
            kinds.iter().filter(|s| !kinds.iter().any(|other| s.is_high_of(other))).cloned().collect();
        if !whole.is_empty() {
            kinds = whole;
        }
        let alike: BTreeSet<Skeleton> = kinds.iter().map(Skeleton::constants_alike).collect();
        if let (Some(one), true) = (alike.first(), kinds.len() > 1 && alike.len() == 1) {
            kinds = vec![one.clone()];
        }
        let lowest = all.len() > 1 && !all[0].is_leaf() && all[1..].iter().all(Skeleton::is_leaf);
        Reading { semantics, lanes, terms, kinds, lowest, masking, inner }
    }

    fn text(&self) -> String {
        let kinds = self.kinds.iter().take(MAX_KINDS).map(ToString::to_string);
        kinds.collect::<Vec<_>>().join(" | ")
    }

    /// The word: by how elements are moved, by the one thing that they do, by the several.
    fn word(&self, words: &Words) -> Option<String> {
        let moved = |s: &Skeleton| s.is_leaf() || *s == Skeleton::Atom("0") || *s == Skeleton::Atom("m");
        if self.kinds.iter().all(moved) {
            let Some(sources) = movement::sources(&self.inner, self.terms) else {
                return Some("mask_to_vector".to_owned());
            };
            let counts: Vec<usize> = self
                .semantics
                .operands
                .iter()
                .zip(&self.lanes.operand_bits)
                .map(|(o, bits)| match o.kind {
                    OperandKind::Scalar => 1,
                    _ => (o.bits / (*bits).max(1)) as usize,
                })
                .collect();
            let word = movement::word(&sources, &counts);
            return Some(match (word, self.masking) {
                ("copy", Masking::Merge) => "blend".to_owned(),
                (word, _) => word.to_owned(),
            });
        }
        if let [one] = &self.kinds[..] {
            let taken = one.is("ext") && self.semantics.result.kind == OperandKind::Scalar;
            return if taken { Some("extract".to_owned()) } else { words.of(one) };
        }
        if self.kinds.len() > MAX_KINDS {
            return None;
        }
        if let Some(word) = words.of(&Skeleton::op("each", self.kinds.clone())) {
            return Some(word);
        }
        let each: BTreeSet<Option<String>> = self.kinds.iter().map(|kind| words.of(kind)).collect();
        if each.len() == 1 { each.into_iter().next().flatten() } else { None }
    }

    /// The word with what sets this instruction apart from others that do the same.
    fn suffixed(&self, word: String) -> String {
        let operands = &self.semantics.operands;
        let of = |kind: OperandKind| operands.iter().any(|o| o.kind == kind);
        let only =
            |kind: OperandKind| operands.iter().all(|o| matches!(o.kind, k if k == kind || k == OperandKind::Imm));
        let result = self.semantics.result.kind;
        let sized = ["wid", "narrow", "extend", "dot_", "reduce", "extract", "insert"].iter().any(|w| word.contains(w));
        let vectors = operands.iter().zip(&self.lanes.operand_bits).filter(|(o, _)| o.kind == OperandKind::Vector);
        let bits: Vec<u32> = vectors.map(|(_, bits)| *bits).collect();
        let vector = result == OperandKind::Vector;
        let mut name = word;
        if vector && !sized && bits.iter().any(|b| b * 2 <= self.lanes.out_bits) {
            name += "_wide";
        } else if vector && !sized && !bits.is_empty() && bits.iter().all(|b| *b >= self.lanes.out_bits * 2) {
            name += "_narrow";
        }
        if vector && of(OperandKind::Vector) && of(OperandKind::Scalar) {
            name += "_by_scalar";
        } else if vector && bits.len() > 1 && !only_moved(&self.kinds) && self.by_element() {
            name += "_by_element";
        }
        if self.lowest {
            name += "_lowest";
        }
        name += match result {
            OperandKind::Scalar if only(OperandKind::Scalar) => "_scalar",
            OperandKind::Mask if of(OperandKind::Vector) => "_to_mask",
            OperandKind::Mask if of(OperandKind::Mask) => "_mask",
            _ => "",
        };
        let masking = match self.masking {
            Masking::None => "",
            Masking::Merge if name.starts_with("blend") => "",
            Masking::Merge => "_masked",
            Masking::Zero => "_zeroed",
        };
        name + masking
    }

    /// Whether one element of an operand meets all elements of another.
    fn by_element(&self) -> bool {
        let mut read: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let (mut seen, mut open) = (BTreeSet::new(), self.inner.clone());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Var(number) = self.terms.node(term) {
                let (operand, element) = LaneVar::of(*number).pair();
                read.entry(operand).or_default().insert(element);
            }
            open.extend(self.terms.operands(term));
        }
        self.inner.len() > 2
            && read.len() > 1
            && read.values().any(|r| r.len() == 1)
            && read.values().any(|r| r.len() > 2)
    }
}

/// Whether all elements are only moved.
fn only_moved(kinds: &[Skeleton]) -> bool {
    kinds.iter().all(|kind| kind.is_leaf())
}

/// An element without the choice that a mask makes.
fn unmasked(term: TermId, semantics: &Semantics, terms: &Terms) -> (TermId, Masking) {
    let is_mask = |t: TermId| match terms.node(t) {
        Node::Var(n) => {
            let (operand, _) = LaneVar::of(*n).pair();
            semantics.operands.get(operand).is_some_and(|o| o.kind == OperandKind::Mask)
        }
        _ => false,
    };
    let variable = |t: TermId| matches!(terms.node(t), Node::Var(_));
    let leaf = |t: TermId| variable(t) || matches!(terms.node(t), Node::Extract(_, of) if variable(*of));
    let &Node::Ite(c, a, b) = terms.node(term) else { return (term, Masking::None) };
    if !is_mask(c) {
        return (term, Masking::None);
    }
    // A comparison into a vector of ones and zeros is no masking.
    if terms.as_const(a).is_some() && terms.as_const(b).is_some() {
        return (term, Masking::None);
    }
    match (terms.as_const(a), terms.as_const(b)) {
        (_, Some(0)) => (a, Masking::Zero),
        (Some(0), _) => (b, Masking::Zero),
        _ if leaf(b) => (a, Masking::Merge),
        _ if leaf(a) => (b, Masking::Merge),
        _ => (term, Masking::None),
    }
}
