//! Contractions compiled: a plan chosen by what its loop costs once compiled, its kernel compared with the statement, its windows answered.

mod choose;
mod lower;

pub use choose::{Chosen, Priced, choose};
pub use lower::{Stages, assembly, llvm, object, selected};

use crate::assembly::AssemblyError;
use crate::mlir::{Selected, Terms};
use isotope_client::{Client, ClientError};
use isotope_contraction::{Contraction, Machine};
use isotope_dictionary::{InstructionSets, Target};

/// Why a contraction is not compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The target has nothing that a plan needs.
    #[error("{0}")]
    Target(String),
    /// No plan, or none that is worth its copies.
    #[error("{0}")]
    Plan(String),
    /// The daemon does not answer.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A tool is missing, or does not take what it should.
    #[error(transparent)]
    Tool(#[from] AssemblyError),
    /// The kernel is not shown to be the statement: a fault of this program.
    #[error("the kernel is not shown to be equal to the statement, and is not used: {0}")]
    Unequal(String),
}

/// Where a contraction is to run, and who answers its windows.
pub struct Place<'a> {
    /// The daemon.
    pub client: &'a Client,
    /// How windows are asked for.
    pub terms: Terms,
    /// What this build knows of instruction sets.
    pub sets: &'a InstructionSets,
    /// The processor.
    pub target: Target,
}

impl Place<'_> {
    /// What plans have to know of the processor, for its widest vectors and for those of half the width.
    ///
    /// # Errors
    ///
    /// Its instruction set says nothing of its registers.
    pub fn machines(&self) -> Result<Vec<Machine>, CompileError> {
        let missing = |what: &str| {
            CompileError::Target(format!(
                "nothing is known of the {what} of {} ({})",
                self.target.mcpu(),
                self.target.arch()
            ))
        };
        let set = self.sets.get(self.target.arch()).ok_or_else(|| missing("instruction set"))?;
        let (widest, caches) = (set.register_bits(self.target.features()), caches(&self.lines()));
        let widths = [widest, widest / 2].into_iter().filter_map(|bits| Some((bits, set.register_count(bits)?)));
        let machines: Vec<Machine> =
            widths.map(|(register_bits, registers)| Machine { register_bits, registers, caches }).collect();
        if machines.is_empty() { Err(missing("registers")) } else { Ok(machines) }
    }

    /// KiB, each with hundredths of a cycle of a line where so much is gone through again and again.
    fn lines(&self) -> Vec<(u64, u64)> {
        let table = self.sets.get(self.target.arch()).map(|set| set.prices().of(self.target.tune()).lines());
        let usual = || USUAL.to_vec();
        table.filter(|lines| !lines.is_empty()).map_or_else(usual, <[(u64, u64)]>::to_vec)
    }

    /// Cycles of a line, where so many bytes are gone through again and again.
    pub fn line(&self, bytes: u64) -> f64 {
        let lines = self.lines();
        let row = lines.iter().find(|(kib, _)| bytes <= kib << 10).or(lines.last());
        row.map_or(0.0, |(_, cost)| *cost as f64 / 100.0)
    }

    /// A program with the answers of its windows.
    async fn answered(&self, name: &str, text: &str) -> Result<(String, Vec<String>), CompileError> {
        let module = isotope_mlir::read(text).map_err(|error| AssemblyError::Unread(error.to_string()))?;
        let program = crate::mlir::Program { module, text: text.to_owned(), located: false };
        let mut selected = Selected::ask(name.to_owned(), program, self.client, &self.terms).await?;
        Ok(selected.module(&self.terms.target, self.sets)?)
    }
}

/// Caches of a processor whose prices say nothing of them: those of Zen 3, rounded.
const USUAL: [(u64, u64); 4] = [(32, 60), (512, 230), (8192, 370), (1 << 20, 1000)];

/// KiB of the first and of the second cache, by what a line costs where more and more is gone through.
fn caches(lines: &[(u64, u64)]) -> [u64; 2] {
    let (first, near) =
        (lines.first().map_or(USUAL[0].0, |(kib, _)| *kib), lines.get(1).map_or(USUAL[1].1, |(_, cost)| *cost));
    // A line from the next cache costs at least a quarter more.
    let second = lines.iter().skip(1).take_while(|(_, cost)| cost * 4 <= near * 5).last();
    [first, second.map_or(USUAL[1].0, |(kib, _)| *kib)]
}

/// A C header with the function's prototype.
pub fn header(of: &Contraction) -> String {
    let arguments: Vec<String> = of
        .arrays
        .iter()
        .enumerate()
        .map(|(at, array)| {
            let is_result = at == of.result.array;
            let inner: String = array.shape.iter().skip(1).map(|size| format!("[{size}]")).collect();
            let constant = if is_result { "" } else { "const " };
            let first = array.shape.first().map_or(String::new(), |size| size.to_string());
            format!("{constant}{} {}[restrict {first}]{inner}", array.number.c(), array.name)
        })
        .collect();
    let guard = format!("ISOTOPE_{}_H", of.name.to_uppercase());
    format!(
        "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n/* The arrays do not overlap. */\nvoid {}({});\n\n#endif\n",
        of.name,
        arguments.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_end_where_lines_cost_more() {
        let zen3 = [(32, 63), (256, 215), (512, 245), (1024, 350), (2048, 350), (8192, 372), (24576, 1082)];
        assert_eq!(caches(&zen3), [32, 512]);
        let sapphire_rapids = [(32, 54), (256, 127), (512, 128), (1024, 129), (2048, 336), (8192, 803)];
        assert_eq!(caches(&sapphire_rapids), [32, 1024]);
        assert_eq!([caches(&USUAL), caches(&[(32, 60)])], [[32, 512]; 2]);
    }
}
