//! Instructions found by value: concrete enumeration over the forms of a window.
//!
//! Every vertical instruction of two operands at most is run on every pair of forms and constants, on the samples. Its
//! results are filed under their values, so that "which instruction gives this form?" is one look-up. Results agree on
//! the samples only; the finished program is proved.

use super::form::{Form, Forms, Id};
use super::layout::{Layouts, WIDTHS};
use super::machine::{Machine, lane_var};
use isotope_smt::concrete::Evaluator;
use std::collections::HashMap;

/// An instruction on forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index on the shelf of the width's registers.
    pub vertical: usize,
    /// Operands, each at the width.
    pub args: Vec<Id>,
}

/// Instruction results by width and values.
#[derive(Debug, Default)]
pub struct Matches {
    found: HashMap<(u32, Vec<u64>), Vec<Match>>,
    /// Instruction applications tried.
    pub tried: u64,
}

/// Matches kept for one value.
const KEPT: usize = 8;

fn low(forms: &Forms, id: Id, bits: u32) -> Vec<u64> {
    let mask = isotope_ir::term::mask(bits);
    forms.values(id).iter().map(|&v| (v as u128 & mask) as u64).collect()
}

impl Matches {
    /// What gives a form at a width.
    pub fn get(&self, forms: &Forms, id: Id, bits: u32) -> Vec<Match> {
        // Constants need no instruction, and leaves are there already.
        if matches!(forms.form(id), Form::Const(_) | Form::LaneConst(_) | Form::Stream(_)) {
            return vec![];
        }
        self.found.get(&(bits, low(forms, id, bits))).cloned().unwrap_or_default()
    }

    /// Runs every instruction on the forms `seeds` at every width where a form of `goals` may be wanted.
    pub fn find(forms: &Forms, seeds: &[Id], goals: &[Id], machine: &Machine, layouts: &Layouts) -> Matches {
        let mut out = Matches::default();
        for bits in WIDTHS {
            let shelf = machine.shelf(layouts.at(bits).register_bits());
            let rows: Vec<Vec<u64>> = seeds.iter().map(|&id| low(forms, id, bits)).collect();
            let wanted: std::collections::HashSet<Vec<u64>> = goals.iter().map(|&id| low(forms, id, bits)).collect();
            for (at, vertical) in shelf.verticals.iter().enumerate() {
                let plain = vertical.operands.iter().all(|o| o.parts == 1) && vertical.operands.len() <= 2;
                if vertical.bits != bits || !plain {
                    continue;
                }
                let Some(evaluator) = Evaluator::new(&machine.terms, &[vertical.body]).filter(|e| !e.is_wide()) else {
                    continue;
                };
                out.run(&evaluator, at, vertical.operands.len(), (seeds, &rows), &wanted, bits);
            }
        }
        out
    }

    fn run(
        &mut self,
        evaluator: &Evaluator,
        vertical: usize,
        operands: usize,
        (seeds, rows): (&[Id], &[Vec<u64>]),
        wanted: &std::collections::HashSet<Vec<u64>>,
        bits: u32,
    ) {
        let mut block = evaluator.block(rows.first().map_or(0, Vec::len));
        let pairs = if operands == 2 { rows.len() } else { 1 };
        for a in 0..rows.len() {
            for b in 0..pairs {
                for (at, &(number, _)) in evaluator.inputs().iter().enumerate() {
                    let row = if lane_var(number).0 == 0 { &rows[a] } else { &rows[b] };
                    block.input_mut(at).copy_from_slice(row);
                }
                evaluator.run(&mut block);
                self.tried += 1;
                let values = evaluator.output(&block, 0);
                // What gives an operand back is no way to it.
                let idle = values == rows[a] || (operands == 2 && values == rows[b]);
                if !idle && wanted.contains(values) {
                    let args = if operands == 2 { vec![seeds[a], seeds[b]] } else { vec![seeds[a]] };
                    let kept = self.found.entry((bits, values.to_vec())).or_default();
                    if kept.len() < KEPT {
                        kept.push(Match { vertical, args });
                    }
                }
            }
        }
    }
}
