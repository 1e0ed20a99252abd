//! Bands as a table.

use super::Band;
use crate::read::Nests;
use isotope_mlir::ir::Module;

/// The table of bands, tabs between columns. A dependence that forbids a band has a line of its own.
pub fn table(module: &Module, nests: &Nests, bands: &[Band]) -> String {
    let mut text = "loops\tsizes\tcycles\tcycles tiled\twhy not\n".to_owned();
    let join = |all: Vec<String>, by: &str| all.join(by);
    let line = |of: &usize| module.op(nests.loops[*of].op).place.line.to_string();
    for band in bands {
        let loops = join(band.loops.iter().map(line).collect(), ",");
        let is_tiled = band.why_not.is_none();
        let sizes = join(band.sizes.iter().map(u64::to_string).collect(), ",");
        let sizes = if is_tiled || band.costs.is_some() { sizes } else { "-".to_owned() };
        let costs = match band.costs {
            Some([before, after]) => format!("{before:.0}\t{after:.0}"),
            None => "-\t-".to_owned(),
        };
        let why = band.why_not.as_deref().unwrap_or("tiled");
        text += &format!("lines {loops}\t{sizes}\t{costs}\t{why}\n");
        if let Some(of) = &band.dependence {
            let [first, second] = of.accesses.map(|at| &nests.accesses[at]);
            let place = |access: &crate::read::Access| {
                let kind = if access.is_store { "store" } else { "load" };
                format!("the {kind} of {} in line {}", nests.arrays[access.array].name, module.op(access.op).place.line)
            };
            let [x, y] = &of.iterations;
            text += &format!(
                "  {} in iteration {x:?} comes before {} in iteration {y:?}, and tiles would turn them around\n",
                place(first),
                place(second)
            );
        }
    }
    text
}
