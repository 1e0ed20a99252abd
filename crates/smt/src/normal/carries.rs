//! Carry-save additions: the exclusive or of three words is their sum less twice their majority.
//!
//! Bit by bit, `a + b + c` is `a ^ b ^ c` plus twice what at least two of them have, so that
//! `a ^ b ^ c = a + b + c - 2 maj(a, b, c)` over the unsigned values. An exclusive or is only read so where the question has the majority
//! of the same words: elsewhere the sum would be no simpler, and further from what solvers are good at.
//!
//! Both are found by their truth tables, however they are written: by a few operations, or as an instruction's text has a table, which
//! is one conjunction for each of its ones.

use super::Normaliser;
use super::int::Int;
use super::poly::bits;
use crate::query::{operands, reachable};
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A function of three bits: bit `i` of the table is its value where the words' bits are those of `i`, the first one's the lowest.
type Table = u8;

/// The functions that read one of the bits.
const WORDS: [Table; 3] = [0xAA, 0xCC, 0xF0];

/// Whether an odd number of the three bits are ones; whether two or more are. Neither tells its words apart.
const EXCLUSIVE: Table = 0x96;
const MAJORITY: Table = 0xE8;

/// Ways of one term that are kept: what it is itself, and those of the first words.
const WAYS: usize = 4;

/// The results of carry-save additions of a question.
#[derive(Clone, Debug, Default)]
pub(super) struct Adders {
    /// Terms that are an exclusive or of three words, with all ways to see them so, or a majority.
    given: HashMap<TermId, Vec<(Table, [TermId; 3])>>,
    /// The words of which there is a majority.
    majorities: HashSet<[TermId; 3]>,
}

/// Up to three words, in the order of their numbers, and what a term is of them bit by bit.
type Way = (Vec<TermId>, Table);

/// A table over other words, all of `from` among them.
fn over(table: Table, from: &[TermId], to: &[TermId]) -> Table {
    let row = |row: u8| {
        let bit = |word: &TermId| to.iter().position(|other| other == word).map_or(0, |at| row >> at & 1);
        from.iter().map(bit).zip(0..).fold(0, |index, (bit, at)| index | bit << at)
    };
    (0..8).filter(|&to| table >> row(to) & 1 == 1).fold(0, |table, row| table | 1 << row)
}

/// Every way to see a term as a function of three words bit by bit, for all that are one; operands before users.
///
/// A word is whatever is no such operation itself, or is read by several terms: what only one reads is a step on the way.
fn ways(terms: &Terms, nodes: &[TermId]) -> HashMap<TermId, Vec<Way>> {
    let mut readers: HashMap<TermId, u32> = HashMap::new();
    nodes.iter().flat_map(|&t| operands(terms.node(t))).for_each(|a| *readers.entry(a).or_default() += 1);
    let mut found: HashMap<TermId, Vec<Way>> = HashMap::new();
    for &t in nodes {
        let of = |a: TermId| found.get(&a).cloned().unwrap_or_else(|| vec![(vec![a], WORDS[0])]);
        let ways: Vec<Way> = match *terms.node(t) {
            // A complement is never a word: its word is what it is of.
            Node::Un(UnOp::Not, a) => of(a).into_iter().map(|(words, table)| (words, !table)).collect(),
            Node::Bin(op @ (BinOp::And | BinOp::Or | BinOp::Xor), a, b) => {
                let made = combined(op, &of(a), &of(b));
                let is_word = made.is_empty() || readers.get(&t).is_some_and(|readers| *readers > 1);
                let own = is_word.then(|| (vec![t], WORDS[0]));
                own.into_iter().chain(made).take(WAYS).collect()
            }
            _ => continue,
        };
        found.insert(t, ways);
    }
    found
}

/// The ways to see an operation on two terms, each of which may be seen in some: those of three words at most.
fn combined(op: BinOp, left: &[Way], right: &[Way]) -> BTreeMap<Vec<TermId>, Table> {
    let mut made = BTreeMap::new();
    for ((words, own), (others, other)) in left.iter().flat_map(|one| right.iter().map(move |two| (one, two))) {
        // In the order of their numbers, so that one set of words is one key.
        let mut all = [&words[..], others].concat();
        all.sort_unstable();
        all.dedup();
        if all.len() <= WORDS.len() {
            let (own, other) = (over(*own, words, &all), over(*other, others, &all));
            let table = match op {
                BinOp::And => own & other,
                BinOp::Or => own | other,
                _ => own ^ other,
            };
            made.insert(all, table);
        }
    }
    made
}

impl Adders {
    /// Adds those of some terms.
    fn note(&mut self, terms: &mut Terms, nodes: Vec<TermId>) {
        for (t, ways) in ways(terms, &nodes) {
            let ways =
                ways.into_iter().filter_map(|(words, table)| Some((table, <[TermId; 3]>::try_from(words).ok()?)));
            let ways: Vec<_> = ways.filter(|(table, _)| [EXCLUSIVE, MAJORITY].contains(table)).collect();
            if !ways.is_empty() {
                self.given.insert(t, ways);
            }
        }
        if self.given.is_empty() {
            return;
        }
        // Of a part of such a term the words are parts, which are no terms of the question themselves.
        let (mut open, mut seen) = (nodes, HashSet::new());
        while let Some(t) = open.pop() {
            for (table, words) in self.ways(terms, t) {
                if seen.insert((table, words)) {
                    open.extend(words);
                }
            }
        }
        // An exclusive or counts only beside one of these.
        self.majorities.extend(seen.into_iter().filter(|(table, _)| *table == MAJORITY).map(|(_, words)| words));
    }

    /// The ways to see a term as what a carry-save addition gives, its words in the order of their numbers.
    fn ways(&self, terms: &mut Terms, t: TermId) -> Vec<(Table, [TermId; 3])> {
        if let Some(ways) = self.given.get(&t) {
            return ways.clone();
        }
        let Node::Extract(lo, of) = *terms.node(t) else { return vec![] };
        let width = terms.width(t);
        let ways = self.given.get(&of).into_iter().flatten();
        let part = |&(table, words): &(Table, [TermId; 3])| {
            let mut words = words.map(|word| terms.extract(word, lo, width));
            words.sort_unstable();
            (table, words)
        };
        ways.map(part).collect()
    }
}

impl Normaliser<'_> {
    /// Notes what carry-save additions the terms have.
    pub(super) fn note_adders(&mut self, roots: &[TermId]) {
        let nodes = reachable(self.terms, roots);
        let has_or = nodes.iter().any(|&t| matches!(self.terms.node(t), Node::Bin(BinOp::Or, ..)));
        // Each way of one side of an operation meets each of the other.
        if has_or && self.effort.spend((nodes.len() * WAYS) as u64).is_ok() {
            self.adders.note(self.terms, nodes);
        }
    }

    /// A majority, or an exclusive or beside one.
    pub(super) fn carry_save(&mut self, t: TermId) -> Option<Int> {
        if self.adders.majorities.is_empty() {
            return None;
        }
        let ways = self.adders.ways(self.terms, t);
        let is_beside = |words: &[TermId; 3]| self.adders.majorities.contains(words);
        let &(table, words) = ways.iter().find(|(table, words)| *table == MAJORITY || is_beside(words))?;
        let words = self.values(words);
        if table == MAJORITY {
            return self.majority(words);
        }
        // The bits of the widest word: above these all are zero, and so is the exclusive or.
        let top = words.iter().map(|w| Some(bits(w.bounds?))).max()??;
        let [x, y, z] = &words;
        let (sum, carries) = (self.sum(x, y)?, self.majority(words.clone())?);
        let (sum, carries) = (self.sum(&sum, z)?, self.scale(&carries, 2)?);
        let poly = self.difference(&sum, &carries)?.poly;
        Some(self.int(poly, Some((0, (1 << top) - 1))))
    }

    /// Words as unsigned values, in one order: an exclusive or and a majority are the same in any, and equal ones are to
    /// be one atom however the question writes them.
    fn values(&mut self, words: [TermId; 3]) -> [Int; 3] {
        let mut words = words.map(|word| self.exact(word, false));
        words.sort_by(|a, b| a.poly.0.iter().cmp(b.poly.0.iter()));
        words
    }

    /// The majority of three values, as an atom over the fewest bits that hold them.
    fn majority(&mut self, words: [Int; 3]) -> Option<Int> {
        let width = words.iter().map(|w| Some(bits(w.bounds?))).max()??;
        let [a, b, c] = words.map(|word| self.build(&word, width));
        let (all, one) = (self.terms.bin(BinOp::And, a, b), self.terms.bin(BinOp::Or, a, b));
        let more = self.terms.bin(BinOp::And, one, c);
        let term = self.terms.bin(BinOp::Or, all, more);
        Some(self.atom(term, false))
    }
}
