//! The dialect's meaning on small texts: the interpreter's answer, and lanes that agree with it.

mod bounds;
mod classes;
mod control;
mod conversions;
mod examples;
mod merged;
mod operators;
mod places;
mod prelude;
mod random;

use isotope_ir::term::{LaneVar, Terms};
use isotope_semantics::interp::{Bits, run};
use isotope_semantics::lanes::lanes;
use isotope_semantics::pseudo::parse;
use isotope_semantics::{OperandKind, Semantics, SemanticsError};
use isotope_vendor::errata::Errata;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::fmt;

/// Semantics from a head in the stored form and a text that may use the prelude.
fn semantics(head: &str, text: &str) -> Result<Semantics, SemanticsError> {
    let stub = Semantics::from_text(&format!("semantics 1\n{head}\nRETURN 0\n"))?;
    let errata = Errata::none().expect("the built-in data files are well-formed");
    Semantics::link(stub.operands, stub.result, parse(text)?, errata.prelude())
}

fn built(head: &str, text: &str) -> Semantics {
    semantics(head, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The result as hexadecimal bytes, lowest first; lanes must agree on these and on random operands.
fn check(s: &Semantics, operands: &[&[u8]], expected: &[u8]) {
    let given: Vec<Bits> = s.operands.iter().zip(operands).map(|(o, b)| Bits::from_bytes(b, o.bits)).collect();
    let found = run(s, &given).unwrap_or_else(|e| panic!("{s}{e}"));
    assert_eq!(found.to_bytes(), expected, "{s}");
    agree(s, &given);
    let mut rng = StdRng::seed_from_u64(7);
    for _ in 0..20 {
        let random: Vec<Bits> = s
            .operands
            .iter()
            .zip(&given)
            .map(|(o, fixed)| match o.kind {
                OperandKind::Imm => fixed.clone(),
                _ => Bits::from_bytes(&(0..64).map(|_| rng.random()).collect::<Vec<u8>>(), o.bits),
            })
            .collect();
        agree(s, &random);
    }
}

fn agree(s: &Semantics, operands: &[Bits]) {
    let imms: Vec<u64> = s.immediates().map(|i| operands[i].slice(0, 64) as u64).collect();
    let mut terms = Terms::new();
    let found = lanes(s, &imms, &mut terms).unwrap_or_else(|e| panic!("{s}{e}"));
    let value = |number: u32| {
        let (operand, element) = LaneVar::of(number).pair();
        let width = found.operand_bits[operand];
        operands[operand].slice(element as u32 * width, width)
    };
    let expected = run(s, operands).unwrap_or_else(|e| panic!("{s}{e}"));
    for (i, term) in found.out.iter().enumerate() {
        let bits = terms.eval(*term, &value).expect("the texts here call no uninterpreted function");
        assert_eq!(bits, expected.slice(i as u32 * found.out_bits, found.out_bits), "element {i} of {s}");
    }
}

const TWO_SIGNED: &str = "in a vector 32 s8\nin b vector 32 s8\nout dst vector 32 u8";
const TWO_UNSIGNED: &str = "in a vector 32 u8\nin b vector 32 u8\nout dst vector 32 u8";
const EACH: &str = "FOR j := 0 to 3\n\ti := j*8\n\tdst[i+7:i] := BODY\nENDFOR\ndst[MAX:32] := 0";

fn each(body: &str) -> String {
    EACH.replace("BODY", body)
}

/// How elements of a register read.
#[derive(Clone, Copy, Debug)]
struct Layout {
    bits: u32,
    signed: bool,
}

impl Layout {
    /// The integer that an element's bits stand for.
    fn value(self, bits: u64) -> i128 {
        let bits = i128::from(bits) & ((1 << self.bits) - 1);
        if self.signed && bits >> (self.bits - 1) == 1 { bits - (1 << self.bits) } else { bits }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { "s" } else { "u" }, self.bits)
    }
}

/// A register of elements, lowest first.
fn elements(values: &[u64], bits: u32) -> Bits {
    let mut out = Bits::zero(values.len() as u32 * bits);
    for (i, value) in values.iter().enumerate() {
        out.set_slice(i as u32 * bits, bits, u128::from(*value));
    }
    out
}

/// An integer modulo two to a width.
fn model_bits(value: i128, bits: u32) -> u128 {
    value as u128 & isotope_ir::term::mask(bits)
}
