//! The inputs of a trial, and what they should make.

use std::collections::HashSet;

use isotope_semantics::interp::Bits;
use isotope_semantics::{OperandKind, Semantics};

use super::{Prepared, Trial, format_of};
use crate::validate::fault::Fault;
use crate::validate::inputs::Inputs;
use crate::validate::judged::Case;

/// Times as many inputs, at most, for what a machine has a known fault in: those that meet it say nothing.
const FAULTY_TIMES: usize = 256;

/// Cases with patterns, after which inputs are noise alone, and those of them in which an operand's elements differ.
const PATTERNS: usize = 256;
const MIXTURES: usize = 81;

/// Every immediate at least once, and enough inputs in all. Of a fault each immediate gets more, until enough of them all are such that
/// the text and the fault say the same.
pub(super) fn prepare(trial: &Trial, fault: Option<&Fault>, cases: usize) -> Prepared {
    let mut inputs = Inputs::new(&trial.name);
    let immediates = immediates(trial, &mut inputs);
    let typed = typed(trial);
    let each = cases.div_ceil(immediates.len()).max(16);
    let mut given: Vec<Vec<Case>> = Vec::new();
    for (index, values) in immediates.iter().enumerate() {
        // Few cases an immediate: spread them over the patterns.
        let spread = |case| if immediates.len() > 1 { (case * 17 + index * 7) % PATTERNS } else { case };
        given.push((0..each).map(|case| made(trial, fault, &typed, &mut inputs, spread(case), values)).collect());
    }
    let told = |case: &Case| case.is_telling().then(|| case.operands.clone());
    let mut telling: HashSet<Vec<Bits>> = given.iter().flatten().filter_map(told).collect();
    let bound = cases * FAULTY_TIMES / immediates.len();
    for case in 0..bound.saturating_sub(each) {
        if fault.is_none() || telling.len() >= cases {
            break;
        }
        for (values, given) in immediates.iter().zip(&mut given) {
            let case = MIXTURES + case % (PATTERNS - MIXTURES);
            let input = made(trial, fault, &typed, &mut inputs, case, values);
            telling.extend(told(&input));
            given.push(input);
        }
    }
    Prepared { immediates, cases: given.into_iter().flatten().collect() }
}

/// An input, and what it makes.
fn made(
    trial: &Trial,
    fault: Option<&Fault>,
    typed: &Semantics,
    inputs: &mut Inputs,
    case: usize,
    immediates: &[u64],
) -> Case {
    let mut operands = inputs.operands(typed, case, 0);
    for (at, value) in trial.semantics.immediates().zip(immediates) {
        operands[at] = Bits::from_u64(*value, operands[at].width());
    }
    Case::of(&trial.semantics, fault, operands)
}

/// The values of the immediates that are tried: all that C takes, where they are known.
fn immediates(trial: &Trial, inputs: &mut Inputs) -> Vec<Vec<u64>> {
    if let Some(c) = &trial.c {
        return c.immediates.iter().fold(vec![Vec::new()], |all, values| {
            let with = |head: &Vec<u64>| values.iter().map(|v| [&head[..], &[*v]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(with).collect()
        });
    }
    let immediate = trial.semantics.operands.iter().find(|o| o.kind == OperandKind::Imm);
    let accepted: Vec<u32> = immediate.map_or_else(|| vec![0], |o| (0..1 << o.element_bits.min(8)).collect());
    inputs.immediates(&accepted).into_iter().map(|value| vec![u64::from(value)]).collect()
}

/// The semantics with the formats of operands that C types as floats: theirs are bits alone where the vendor's text computes on bits.
fn typed(trial: &Trial) -> Semantics {
    let mut semantics = trial.semantics.clone();
    let types = trial.c.iter().flat_map(|c| &c.types);
    for (operand, ty) in semantics.operands.iter_mut().zip(types) {
        operand.float = operand.float.or_else(|| format_of(ty));
    }
    semantics
}
