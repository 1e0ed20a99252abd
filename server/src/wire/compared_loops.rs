//! `ComparedLoops`: the loops that compilers had compared, for whoever measures them.

use crate::core::Core;
use isotope_proto::v1;

/// The comparisons of compilers for a CPU, in an order of its own.
pub fn of(core: &Core, cpu: &str) -> v1::ComparedLoopsResponse {
    let held = core.prices.loops.iter().filter(|(_, one)| one.cpu == cpu);
    let mut loops: Vec<v1::Loop> = held
        .map(|(_, one)| v1::Loop {
            code: one.code.clone(),
            model_cost: one.cost.model,
            measured_cost: one.cost.measured,
        })
        .collect();
    loops.sort_by(|a, b| a.code.cmp(&b.code));
    loops.dedup_by(|a, b| a.code == b.code);
    v1::ComparedLoopsResponse { loops }
}
