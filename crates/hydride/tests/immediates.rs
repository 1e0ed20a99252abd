//! Immediates as the reference engine has them: productions with a value that is to be found.

#![allow(clippy::unwrap_used)]

use isotope_dictionary::Dictionary;
use isotope_hydride::function::IMMEDIATE_BITS;
use isotope_hydride::production::Production;
use isotope_hydride::{GrammarTarget, Options, WindowFacts, build, productions};
use isotope_ir::term::{TermId, Terms};
use isotope_semantics::OperandKind;
use std::collections::BTreeSet;

fn x86() -> &'static Dictionary {
    isotope_grammars::embedded().get("x86_64").unwrap().dictionary()
}

/// Every member that has an immediate and needs neither mask nor scalar.
fn with_immediates() -> Vec<Box<dyn Production>> {
    let window = isotope_ir::parse::parse_window("uint16x32 ((uint16x32)a + (uint16x32)b)").unwrap();
    let features: BTreeSet<String> =
        x86().members().iter().flat_map(|m| m.features.iter().map(|f| (*f).to_owned())).collect();
    let target = GrammarTarget { features: &features, cpu: "znver5" };
    let grammar = build(&WindowFacts::of(&window, 512, &[128, 256, 512]), x86(), target, Options::UNPRUNED);
    let all = productions(&grammar, x86());
    all.into_iter().filter(|p| p.function(1).is_some_and(|f| f.immediate.is_some())).collect()
}

#[test]
fn a_value_put_in_gives_what_the_text_gives_with_it() {
    let mut random = Random(7);
    let all = with_immediates();
    let mut different = vec![];
    for production in &all {
        let function = production.function(1).unwrap();
        let member = x86().member(&production.name()).unwrap();
        let values = &function.immediate.as_ref().unwrap().0;
        // The ends, and some in between.
        let at = [0, values.len() / 3, values.len() / 2, values.len() - 1].into_iter().collect::<BTreeSet<_>>();
        for value in at.into_iter().map(|at| values[at]) {
            let rows: Vec<Vec<u128>> = function.operands.iter().map(|s| random.row(s.lanes, s.bits)).collect();
            let mut terms = Terms::new();
            let mut inputs: Vec<Vec<TermId>> = vec![];
            for (row, shape) in rows.iter().zip(&function.operands) {
                inputs.push(row.iter().map(|&v| terms.constant(v, shape.bits)).collect());
            }
            inputs.push(vec![terms.constant(value.into(), IMMEDIATE_BITS)]);
            let out = function.apply(&inputs, &mut terms);
            let out: Vec<u128> = out.into_iter().map(|t| terms.as_const(t).unwrap()).collect();
            let got = bytes(&out, function.result.bits);
            // The same as the text has it: registers as bytes, the immediate in its place.
            let mut registers = rows.iter().zip(&function.operands).map(|(row, shape)| bytes(row, shape.bits));
            let operand = |kind| match kind {
                OperandKind::Imm => vec![value as u8],
                _ => registers.next().unwrap(),
            };
            let operands: Vec<Vec<u8>> = member.operands.iter().map(|o| o.kind).map(operand).collect();
            if member.run(&operands).unwrap() != got {
                different.push((production.name(), value));
            }
        }
    }
    assert!(different.is_empty(), "{different:?}");
    assert!(all.len() >= 120, "{} productions have an immediate", all.len());
}

/// Elements side by side, lowest first.
fn bytes(elements: &[u128], bits: u32) -> Vec<u8> {
    elements.iter().flat_map(|e| e.to_le_bytes()[..(bits / 8) as usize].to_vec()).collect()
}

/// A fixed sequence of numbers that look random.
struct Random(u128);

impl Random {
    fn row(&mut self, lanes: u32, bits: u32) -> Vec<u128> {
        let mut next = || {
            self.0 = self.0.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x9e37_79b9);
            self.0 >> (128 - bits)
        };
        (0..lanes).map(|_| next()).collect()
    }
}
