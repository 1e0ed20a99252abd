//! The sum of a chain of linear free terms, where it is known from before.
//!
//! `cell = cell + x[k] * y[k]` is a sum of all `x[k]` and all `y[k]`, each times a factor that depends on levels only. Where one of the two
//! arrays was met before, with the same levels at its side, its part of the sum is known, and so are the factors of the other one.

use crate::arrays::lanes::Sizes;
use crate::arrays::linear::Values;
use crate::arrays::recalled::{Key, Known, list};
use crate::arrays::sums;
use crate::limits::STRIP;
use crate::nests::code::{Recall, Strip};
use crate::run::machine::{Machine, Result};
use crate::run::nest::execute::Frame;
use crate::run::nest::strip::read;
use crate::values::memory::Cells;
use crate::values::mersenne::add;
use crate::values::value::Term;

/// Both arrays of a loop.
struct Place {
    key: Key,
    /// The other one: its memory, and its first cell.
    fresh: (usize, usize),
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
