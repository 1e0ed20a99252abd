//! Validation of what only the interpreter executes: the lanes that the search computes with are what it says.

use super::inputs::Inputs;
use anyhow::{Context, Result, bail};
use isotope_ir::term::{LaneVar, Terms};
use isotope_semantics::interp;
use isotope_semantics::lanes::lanes;
use isotope_vendor::reader::Entry;
use std::fmt::Write as _;

/// The data file: every entry that translates, checked on `cases` inputs, and the others with their reason.
pub fn validated(title: &str, entries: &[Entry], cases: usize) -> Result<String> {
    let mut text = format!(
        "# isotope validation 1\n\
         # Every instruction of {title}: its lanes against the interpreter of its semantics, which is what executes it; made by\n\
         # `cargo xtask validate`, not edited.\n\
         # NAME interpreter N       equal bit for bit on N inputs; NAME refused: WHY (not translated)\n\n"
    );
    for entry in entries {
        match &entry.translation {
            // Writing to a string cannot fail.
            Err(refusal) => _ = writeln!(text, "{} refused: {refusal}", entry.name),
            Ok(translation) => {
                let semantics = &translation.semantics;
                if semantics.immediates().next().is_some() {
                    bail!("{}: instructions with immediates are validated by executing them", entry.name);
                }
                let mut terms = Terms::new();
                let made = lanes(semantics, &[], &mut terms).with_context(|| entry.name.clone())?;
                let mut inputs = Inputs::new(&entry.name);
                for case in 0..cases {
                    let operands = inputs.operands(semantics, case, 0);
                    let expected = interp::run(semantics, &operands).with_context(|| entry.name.clone())?;
                    let value = |variable: u32| {
                        let (operand, element) = LaneVar::of(variable).pair();
                        let bits = made.operand_bits[operand];
                        operands[operand].slice(element as u32 * bits, bits)
                    };
                    let same = made.out.iter().enumerate().all(|(at, lane)| {
                        terms.eval(*lane, &value) == Some(expected.slice(at as u32 * made.out_bits, made.out_bits))
                    });
                    if !same {
                        bail!("{}: its lanes differ from the interpreter on {operands:?}", entry.name);
                    }
                }
                let _ = writeln!(text, "{} interpreter {cases}", entry.name);
            }
        }
    }
    Ok(text)
}
