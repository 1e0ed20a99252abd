//! The sum of a chain of linear free terms, where it is known from before.
//!
//! `cell = cell + x[k] * y[k]` is a sum of all `x[k]` and all `y[k]`, each times a factor that depends on levels only. Where one of the two
//! arrays was met before, with the same levels at its side, its part of the sum is known, and so are the factors of the other one.

use super::execute::Frame;
use super::lanes::Sizes;
use super::linear::Values;
use super::strip::read;
use super::{Block, Class, Code, Reduction, Reg, Strip, sums};
use crate::limits::{MAX_CHAIN_LISTS, MAX_CHAINS, STRIP};
use crate::run::machine::{Machine, Result};
use crate::run::memory::Cells;
use crate::run::mersenne::add;
use crate::run::value::Term;
use std::collections::HashMap;

/// An innermost loop that adds products of two loads to one cell.
#[derive(Debug)]
pub(super) struct Recall {
    /// The code of the sum, and that of the product.
    codes: [u64; 2],
    /// Registers of both operands, and the accesses that load them.
    operands: [(Reg, usize); 2],
}

/// The recalled form of an innermost loop's codes, if they are of that kind.
pub(super) fn recall(codes: &[Code], varies: &[bool], reductions: &[Reduction], block: &Block<'_>) -> Option<Recall> {
    let [Reduction { steps, load, store, .. }] = reductions else { return None };
    let ([step], Some((how, other))) = (steps.as_slice(), steps.first()?.value.1) else { return None };
    let (Class::Linear(sum), Class::Linear(product), true) = (step.how.class, how.class, step.is_left) else {
        return None;
    };
    let varying = || codes.iter().zip(varies).filter(|(_, varies)| **varies).map(|(code, _)| code);
    let of = |reg: Reg| {
        varying().find_map(|code| match code {
            Code::Load { to, access, .. } if *to == reg => Some((reg, *access)),
            _ => None,
        })
    };
    let operands = [of(step.value.0)?, of(other)?];
    let is_all = varying().count() == 2 && operands[0].0 != operands[1].0;
    let is_cell = block.accesses[*load].is_same(&block.accesses[*store]);
    (is_all && is_cell).then_some(Recall { codes: [sum, product], operands })
}

/// The operation that adds, the memory, its first cell, the distance of cells, and whether it is the right operand.
type Key = (u32, usize, [i64; 2], bool);

/// A sum of one array times factors, with all that it depends on.
#[derive(Debug)]
struct Known {
    n: usize,
    codes: [u64; 2],
    version: u64,
    /// The level of the cell before.
    before: u32,
    /// Which list of levels the other array had.
    levels: usize,
    /// Which list of factors the other array has to have.
    factors: usize,
    /// The sum, with all constants.
    sum: u64,
    /// The level of the cell.
    level: u32,
}

/// All that is known.
#[derive(Debug, Default)]
pub(in crate::run) struct Recalled {
    known: HashMap<Key, Known>,
    levels: Vec<Vec<f32>>,
    factors: Vec<Vec<u64>>,
    /// Sums that were not computed again.
    pub used: u64,
}

impl Recalled {
    fn make_room(&mut self) {
        if self.known.len() >= MAX_CHAINS || self.levels.len().max(self.factors.len()) >= MAX_CHAIN_LISTS {
            self.known.clear();
            self.levels.clear();
            self.factors.clear();
        }
    }
}

/// Both arrays of a loop.
struct Place {
    key: Key,
    /// The other one: its memory, and its first cell.
    fresh: (usize, usize),
}

/// The number of a list that begins with these values; one that ends before them is made longer.
fn list<T: Copy + PartialEq>(lists: &mut Vec<Vec<T>>, values: &[T]) -> usize {
    let found = lists.iter().position(|list| {
        let n = list.len().min(values.len());
        list[..n] == values[..n]
    });
    let number = found.unwrap_or_else(|| {
        lists.push(Vec::new());
        lists.len() - 1
    });
    let has = lists[number].len();
    lists[number].extend_from_slice(values.get(has..).unwrap_or_default());
    number
}

impl<'p> Machine<'p> {
    /// The carried cell after `n` iterations from one on; `None`: it has to be computed in another way.
    pub(super) fn recall(
        &mut self,
        frame: &mut Frame,
        of: &Strip<'p>,
        recall: &Recall,
        term: Term,
        (at, n): (i64, usize),
    ) -> Result<Option<Term>> {
        let Some(place) = self.place_of(frame, of, recall, at, n) else { return Ok(None) };
        if let Some(term) = self.recalled_term(&place, recall, term, n) {
            return Ok(Some(term));
        }
        for (code, _) in of.codes.iter().zip(&of.varies).filter(|(_, varies)| **varies) {
            self.code(frame, &of.plain, code, at, n)?;
        }
        let (Some(field), factors, buffers) = (&mut self.numbers.field, &mut self.factors, &self.buffers) else {
            return Ok(None);
        };
        let [x, y] = recall.operands.map(|(reg, _)| read(buffers, frame, reg, n));
        let [code, product] = recall.codes;
        let values = Values { code, first: x.degree, second: Some((product, y.degree)) };
        let is_found = factors.find(term.degree, n, values, field);
        let (fresh, stored) = if place.key.3 { (x, y) } else { (y, x) };
        let found = is_found.then(|| {
            let mut parts = [&factors.first[..n], &factors.second[..n]];
            if !place.key.3 {
                parts.reverse();
            }
            let sum = add(factors.constant, sums::dot(parts[1], stored.a));
            let mut levels = [0.0; STRIP];
            match fresh.degree {
                Sizes::One(level) => levels[..n].fill(level),
                Sizes::Each(each) => levels[..n].copy_from_slice(each),
            }
            (sum, add(sum, sums::dot(parts[0], fresh.a)), levels, parts[0].to_vec())
        });
        let level = factors.level;
        let Some((sum, all, levels, of_fresh)) = found else { return Ok(None) };
        let recalled = &mut self.recalled;
        recalled.make_room();
        let levels = list(&mut recalled.levels, &levels[..n]);
        let factors = list(&mut recalled.factors, &of_fresh);
        let (_, buffer, [first, slope], _) = place.key;
        if let Cells::Terms(memory) = &mut self.buffers[buffer].cells {
            let last = first + slope * (n as i64 - 1);
            memory.watch(first.min(last) as usize..first.max(last) as usize + 1);
            let (codes, version, before) = (recall.codes, memory.version(), term.degree);
            recalled.known.insert(place.key, Known { n, codes, version, before, levels, factors, sum, level });
        }
        Ok(Some(Term { a: add(term.a, all), degree: level, ..term }))
    }

    /// Where both arrays lie; `None`: neither lies in the order of memory.
    fn place_of(&self, frame: &Frame, of: &Strip<'p>, recall: &Recall, at: i64, n: usize) -> Option<Place> {
        let runs = recall.operands.map(|(_, access)| frame.runs[access]);
        // The known part is the part of the array that does not lie in the order of memory.
        let kept = usize::from(runs[0].slope == 1);
        let (fresh, known) = (runs[1 - kept], runs[kept]);
        let op = of.plain.accesses[recall.operands[kept].1].node.op;
        let key = (op, known.buffer, [known.cell + known.slope * at, known.slope], kept == 1);
        (fresh.slope == 1 && n > 0).then_some(Place { key, fresh: (fresh.buffer, (fresh.cell + at) as usize) })
    }

    /// The carried cell, if all is known.
    fn recalled_term(&mut self, place: &Place, recall: &Recall, term: Term, n: usize) -> Option<Term> {
        let (Cells::Terms(fresh), Cells::Terms(kept)) =
            (&self.buffers[place.fresh.0].cells, &self.buffers[place.key.1].cells)
        else {
            return None;
        };
        let known = self.recalled.known.get(&place.key)?;
        let first = place.fresh.1;
        if (known.n, known.version, known.before, known.codes) != (n, kept.version(), term.degree, recall.codes)
            || !fresh.degrees().has(first, &self.recalled.levels[known.levels][..n])
        {
            return None;
        }
        let field = self.numbers.field.as_mut()?;
        field.terms += n as u64;
        field.hashed += n as u64;
        self.recalled.used += 1;
        let factors = &self.recalled.factors[known.factors][..n];
        let sum = add(known.sum, sums::dot(factors, &fresh.a()[first..first + n]));
        Some(Term { a: add(term.a, sum), degree: known.level, ..term })
    }
}
