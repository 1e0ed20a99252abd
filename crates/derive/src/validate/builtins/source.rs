//! The C program that runs trials.

use std::fmt::Write as _;

use isotope_semantics::{Operand, OperandKind};

use super::{Bench, Prepared, Trial};

/// Where memory that trials load and store begins, in bytes: at a line, which the strictest intrinsics take.
const MEMORY_ALIGN: usize = 64;

impl Bench {
    pub(super) fn source(&self, trials: &[&Trial], prepared: &[Prepared]) -> String {
        let (mut text, mut calls) = (self.header.clone(), String::new());
        for (number, (trial, prepared)) in trials.iter().zip(prepared).enumerate() {
            let each = prepared.cases.len() / prepared.immediates.len();
            for (at, immediates) in prepared.immediates.iter().enumerate() {
                let name = format!("t{number}_{at}");
                text += &self.function(trial, &name, immediates);
                // Writing to a string cannot fail.
                let _ = writeln!(calls, "    {name}({each}, &in, &out);");
            }
        }
        let head = "unsigned long isotope_main(const u8 *in, unsigned long bytes, u8 *out)";
        let _ = write!(text, "{head} {{\n    u8 *start = out;\n{calls}    return out - start;\n}}\n");
        text
    }

    /// A C function that runs one builtin on `n` cases and moves both pointers on.
    fn function(&self, trial: &Trial, name: &str, immediates: &[u64]) -> String {
        let (mut offset, mut args, mut before) = (0, Vec::new(), String::new());
        let mut immediates = immediates.iter();
        for (at, operand) in trial.semantics.operands.iter().enumerate() {
            let arg = match (operand.kind, &trial.c) {
                (OperandKind::Imm, _) => immediates.next().copied().unwrap_or(0).to_string(),
                // A copy, as some take aligned addresses only, and some write there.
                (OperandKind::Memory, Some(c)) => {
                    before += &format!(
                        "_Alignas({MEMORY_ALIGN}) u8 memory{at}[{bytes}]; __builtin_memcpy(memory{at}, i + {offset}, {bytes}); ",
                        bytes = operand.bits / 8
                    );
                    format!("({})memory{at}", c.types[at])
                }
                (_, Some(c)) => format!("LOAD_AS({}, i + {offset})", c.types[at]),
                _ => format!("LOAD_{}(i + {offset})", kind(operand)),
            };
            args.push((arg, operand.kind == OperandKind::Vector));
            offset += self.bytes(trial, operand);
        }
        let call = self.builtins.call(&trial.name, args);
        let size = self.bytes(trial, &trial.semantics.result);
        let store = match &trial.c {
            Some(c) if c.result == "void" => {
                let result = &trial.semantics.result;
                let written = trial.semantics.operands.iter().position(|o| o.name == result.name).unwrap_or(0);
                format!("{call}; __builtin_memcpy(o, memory{written}, {})", result.bits / 8)
            }
            Some(c) => format!("STORE_AS({}, o, ({call}))", c.result),
            None => format!("STORE_{}(o, {call})", kind(&trial.semantics.result)),
        };
        format!(
            "static __attribute__((noinline)) void {name}(unsigned long n, const u8 **in, u8 **out) {{\n    \
             const u8 *i = *in; u8 *o = *out;\n    \
             for (; n; n--, i += {offset}, o += {size}) {{ {before}{store}; }}\n    \
             *in = i; *out = o;\n}}\n"
        )
    }
}

/// An operand's kind and bits, as `trials.h` names them.
fn kind(operand: &Operand) -> String {
    format!("{}_{}", operand.kind.name(), operand.bits)
}
