//! The least that a loop costs for what it reads and writes, whatever it computes.
//!
//! An instruction with an operand in memory has its load priced in one of two ways: where no row names the instruction, as LLVM's model
//! spreads a load over its pipes; where a row does, as the table's rule of loads says, beside the row's own work. A loop may
//! mix both, so every mixture is tried and the cheapest counts; the same is done for stores. All that a loop computes besides is more
//! work for the same pipes and more micro-operations, and work that is added never makes a loop cheaper.

use super::{Priced, Table};
use crate::instruction::{Instruction, Width};
use crate::limits::MAX_MOVES;
use crate::pipes::{Work, bound};
use crate::read::Of;
use std::collections::{BTreeSet, HashSet};

/// The least that a loop reads and writes, in vector registers.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// Bits of the largest register.
    pub bits: u32,
    /// The forms of a load and of a store for each size of a register up to the largest: `vmovdqu xmm, m128`.
    pub forms: &'a [[&'a str; 2]],
    /// The forms of a load and of a store of two of the largest registers at once, where the set has such.
    pub pairs: Option<[&'a str; 2]>,
    /// Loads of one register.
    pub loads: u32,
    /// Stores of one register.
    pub stores: u32,
    /// Whether the last store fills less than the largest register.
    pub is_part_left: bool,
}

/// Ways to move one register: the work of each.
type Ways = Vec<Vec<Work>>;

impl Table {
    /// The least price of a loop with these moves, in hundredths of a cycle, among the instructions that the table prices. Rows of
    /// mnemonics of which `is_of_use` says no are left out. 0 where the table lacks a form.
    ///
    /// A load of a register may need a part of it only, so that every size counts as the cheapest.
    pub fn least(&self, moves: &Moves<'_>, is_of_use: &dyn Fn(&str) -> bool) -> u64 {
        let (Some(loads), Some(stores)) = (self.ways_to_load(moves, is_of_use), self.ways_to_store(moves)) else {
            return 0;
        };
        let [read, written] = [moves.loads, moves.stores].map(|count| count.min(MAX_MOVES));
        // Each is an instruction, and an instruction has one operand in memory, which is of one register or of two.
        let at_once = if moves.pairs.is_some() { 2 } else { 1 };
        let front_end = self.front_end(((read + written) / at_once) as usize, (read + written) / at_once);
        let [two_read, two_written] = [0, 1].map(|at| moves.pairs.and_then(|forms| self.form_by_llvm(forms[at])));
        let mixtures = with_pairs(Vec::new(), (&loads, two_read.as_ref()), read).into_iter();
        let all = mixtures.flat_map(|work| with_pairs(work, (&stores, two_written.as_ref()), written));
        all.map(|work| bound(&work).max(front_end)).min().unwrap_or(0)
    }

    /// Mnemonics of rows of which LLVM's table has no form: no instruction that a program may name is written so. A front end's own code
    /// may have them, as scalar moves of floats, which load a part of a register.
    pub fn rows_without_a_form(&self) -> BTreeSet<String> {
        let known: HashSet<&str> =
            self.llvm.forms.keys().map(|form| Instruction::form(form, &self.syntax).mnemonic).collect();
        let rows = self.rows.keys().map(|(mnemonic, _)| mnemonic);
        rows.filter(|mnemonic| !known.contains(mnemonic.as_str())).cloned().collect()
    }

    fn ways_to_load(&self, moves: &Moves<'_>, is_of_use: &dyn Fn(&str) -> bool) -> Option<Ways> {
        let llvm = moves.forms.iter().map(|[load, _]| self.form_by_llvm(load)).collect::<Option<Vec<_>>>()?;
        let mut ways: Ways = least_of(llvm).into_iter().collect();
        let rows: Vec<(u32, &Priced)> = self
            .rows
            .iter()
            .filter(|((mnemonic, _), _)| is_of_use(mnemonic))
            .filter_map(|((_, of), priced)| match of {
                Of::Width(Width::Vector(bits)) => Some((*bits, priced)),
                Of::Any | Of::Loaded => Some((moves.bits, priced)),
                Of::Width(Width::Mask | Width::Scalar) | Of::Masked(_) => None,
            })
            .collect();
        if let (Some(load), false) = (self.loads.least(), rows.is_empty()) {
            let mut work = vec![load];
            work.extend(in_common(&rows, moves.bits));
            ways.push(work);
        }
        Some(ways)
    }

    fn ways_to_store(&self, moves: &Moves<'_>) -> Option<Ways> {
        let llvm = moves.forms.iter().map(|[_, store]| self.form_by_llvm(store)).collect::<Option<Vec<_>>>()?;
        let priced = moves.forms.iter().map(|[_, store]| {
            let form = Instruction::form(store, &self.syntax);
            // A whole register takes several stores of a smaller size.
            let parts = match form.width {
                Width::Vector(bits) if !moves.is_part_left => (moves.bits / bits.max(1)).max(1),
                _ => 1,
            };
            let mut work = self.priced(&form, self.llvm.forms.get(*store)?).work;
            work.iter_mut().for_each(|part| part.centicycles *= u64::from(parts));
            Some(work)
        });
        let mut ways: Ways = least_of(priced.collect::<Option<Vec<_>>>()?).into_iter().collect();
        // An instruction without a row stores at most half a register, as those do that narrow or extract.
        let halves = if moves.is_part_left { 1 } else { 2 };
        let of_halves = |mut work: Vec<Work>| {
            work.iter_mut().for_each(|part| part.centicycles *= halves);
            work
        };
        ways.extend(least_of(llvm).map(of_halves));
        Some(ways)
    }

    /// LLVM's model of a form, whatever rows say.
    fn form_by_llvm(&self, form: &str) -> Option<Vec<Work>> {
        Some(self.by_llvm(&Instruction::form(form, &self.syntax), self.llvm.forms.get(form)?).work)
    }
}

/// The way with the least work. Sizes of one move differ in what is added for the larger, or are halved as a whole.
fn least_of(ways: Ways) -> Option<Vec<Work>> {
    ways.into_iter().min_by_key(|work| work.iter().map(|part| part.centicycles).sum::<u64>())
}

/// The work that any of these rows is at the least, for a whole register: none where a row is no work.
fn in_common(rows: &[(u32, &Priced)], bits: u32) -> Option<Work> {
    let work = |&(width, priced): &(u32, &Priced)| {
        let part = priced.work.first()?;
        let times = u64::from((bits / width.max(1)).max(1));
        Some(Work { centicycles: part.centicycles * times, ..*part })
    };
    let all: Vec<Work> = rows.iter().map(work).collect::<Option<_>>()?;
    all.into_iter().reduce(|a, b| Work { pipes: a.pipes | b.pipes, centicycles: a.centicycles.min(b.centicycles) })
}

/// All mixtures for so many moves, beside other work, of which any number may be of two registers at once.
fn with_pairs(work: Vec<Work>, (ways, pair): (&Ways, Option<&Vec<Work>>), count: u32) -> Vec<Vec<Work>> {
    let most = if pair.is_some() { count / 2 } else { 0 };
    let of = |pairs: u32| {
        let two: Ways = pair.cloned().into_iter().collect();
        let moved = mixtures_with(work.clone(), &two, pairs).into_iter();
        moved.flat_map(move |work| mixtures_with(work, ways, count - 2 * pairs)).collect::<Vec<_>>()
    };
    (0..=most).flat_map(of).collect()
}

/// All mixtures of at most two ways for so many moves, beside other work.
fn mixtures_with(work: Vec<Work>, ways: &Ways, count: u32) -> Vec<Vec<Work>> {
    let times = |way: &Vec<Work>, n: u32| {
        let all = way.iter().map(move |part| Work { centicycles: part.centicycles * u64::from(n), ..*part });
        all.collect::<Vec<_>>()
    };
    match &ways[..] {
        [] => vec![work],
        [only] => vec![[work, times(only, count)].concat()],
        [first, second, ..] => {
            let mixed = |n: u32| [work.clone(), times(first, n), times(second, count - n)].concat();
            (0..=count).map(mixed).collect()
        }
    }
}
