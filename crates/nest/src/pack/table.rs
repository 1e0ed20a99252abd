//! Candidates as a table.

use super::{Candidate, Way};
use crate::read::Nests;
use isotope_mlir::ir::Module;

/// The table of candidates, tabs between columns.
pub fn table(module: &Module, nests: &Nests, candidates: &[Candidate], way: Way) -> String {
    let gain = if way == Way::Gpat { "gain in pages\tcost in elements" } else { "gain in cycles\tcost in cycles" };
    let mut text = format!("loop\tarray\torder\tbuffer\tbytes\tpages\tpages packed\t{gain}\twhy not\n");
    for of in candidates {
        let target = &nests.loops[of.of];
        let (line, depth) = (module.op(target.op).place.line, nests.domain.counters[of.of].depth);
        let order: Vec<usize> = of.order.clone().unwrap_or_else(|| (0..of.extents.len()).collect());
        let join = |all: Vec<String>, by: &str| all.join(by);
        let order = join(order.iter().map(usize::to_string).collect(), ",");
        let buffer = join(of.buffer().iter().map(u64::to_string).collect(), "x");
        let [before, after] = of.pages;
        let why = of.why_not.as_deref().unwrap_or("packed");
        let array = name(module, nests, of);
        text += &format!(
            "line {line}, depth {depth}\t{array}\t{order}\t{buffer}\t{}\t{before}\t{after}\t{:.0}\t{:.0}\t{why}\n",
            of.footprint, of.gain, of.cost
        );
    }
    text
}

/// The array's name, and the lines of the accesses where not all of the loop's go to the buffer.
fn name(module: &Module, nests: &Nests, of: &Candidate) -> String {
    let name = &nests.arrays[of.array].name;
    if of.of_buffer.len() == nests.accesses_in(of.of).filter(|access| access.array == of.array).count() {
        return name.clone();
    }
    let lines = of.accesses(nests).iter().map(|access| module.op(access.op).place.line.to_string()).collect::<Vec<_>>();
    format!("{name} in line {}", lines.join(", "))
}
