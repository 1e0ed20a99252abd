//! Small kernels as vectors, by equality saturation.
//!
//! A [`Kernel`] is a function of fixed size whose loops are unrolled: each element that it writes, as a value of elements that it reads.
//! [`vectorize`] cuts the output into vectors, lets [`RULES`] find other forms of them (operations on vectors, products with sums, dot
//! products, loads, broadcasts, shuffles), and takes out the program that costs least: by the pipes of a processor, or by the cost model of
//! Diospyros. It does not show that the program is right: its user compares both programs, with `isotope_kernel::check`.
//!
//! This crate computes only: it reads no file, starts no tool and knows no processor. A [`Machine`] is what its caller knows.

mod error;
mod extract;
mod language;
pub mod limits;
mod operations;
mod pieces;
mod price;
mod read;
mod rules;
mod saturate;
mod seed;
mod table;
mod terms;
mod write;

pub use isotope_mlir::Refusal;
pub use price::Machine;
pub use read::{Array, Kernel, Output};
pub use rules::{RULES, Rule};
pub use saturate::Bounds;

use error::full;
use extract::{Program, program};
use isotope_mlir::ir::Module;
use pieces::{Cut, pieces};
use price::Weighted;
use saturate::{Grown, saturate};
use seed::Seed;
use std::collections::HashMap;

/// By which costs a program is chosen.
#[derive(Clone, Copy)]
pub enum Model<'a> {
    /// The bound of a processor's pipes.
    Pipes(Machine<'a>),
    /// Diospyros' costs, with vectors of so many lanes; its own have 4.
    Diospyros(usize),
}

/// A kernel as vectors.
#[derive(Clone, Debug)]
pub struct Vectorized {
    /// The program.
    pub module: Module,
    /// Vectors that it stores or adds up; 0: nothing is cheaper than one element after the other, and the program is as it was.
    pub vectors: usize,
    /// Cycles by the processor's pipes, or the cost by Diospyros' model.
    pub cost: f64,
    /// The limit that ended an e-graph before the rules did: there may be a cheaper program.
    pub limit: Option<&'static str>,
    /// The table of what was weighed, for people.
    pub table: String,
}

/// A program with what is known of it.
struct Candidate {
    grown: Grown,
    program: Program,
    cost: f64,
    bits: u32,
}

/// Vectorizes a kernel. `bounds`: how far e-graphs may grow.
///
/// # Errors
///
/// An e-graph reached a limit before it had any program, it was stopped, or the module is full of attributes.
pub fn vectorize(module: &Module, kernel: &Kernel, model: Model<'_>, bounds: &Bounds) -> Result<Vectorized, Refusal> {
    let mut candidates = Vec::new();
    let mut limit = None;
    match model {
        Model::Diospyros(lanes) => {
            let cut = Cut { bits: 0, lanes };
            let grown = saturate(kernel, pieces(&kernel.outputs, &kernel.terms, cut), 0, lanes, bounds)?;
            limit = limit.or(grown.limit);
            let found = program(&grown.forms, grown.root, Seed::new(&grown.forms));
            // Ties are broken by billionths.
            let rounded = |cost: f64| (cost * 1e6).round() / 1e6;
            candidates.extend(found.map(|program| {
                let cost = rounded(program.cost);
                Candidate { grown, program, cost, bits: 0 }
            }));
        }
        Model::Pipes(machine) => {
            let mut bits = machine.bits;
            while bits >= 64 && bits * 4 >= machine.bits && !bounds.is_stopped() {
                let cut = Cut { bits, lanes: 0 };
                let grown = saturate(kernel, pieces(&kernel.outputs, &kernel.terms, cut), bits, 0, bounds)?;
                limit = limit.or(grown.limit);
                let found = cheapest(&machine, &grown);
                candidates.extend(found.map(|(program, cost)| Candidate { grown, program, cost, bits }));
                bits /= 2;
            }
        }
    }
    if bounds.is_stopped() {
        return Err(Refusal::Whole("it was stopped".to_owned()));
    }
    let table = table::table(kernel, &candidates, model);
    let best = candidates.into_iter().reduce(|best, other| if other.cost < best.cost { other } else { best });
    let Some(best) = best else {
        let why = limit.unwrap_or("an operation");
        return Err(Refusal::Whole(format!(
            "no program was found before the e-graph reached its limit ({why}): tile the kernel first, and vectorize a tile"
        )));
    };
    let vectors = table::vectors(&best);
    let module = match vectors {
        0 => module.clone(),
        _ => write::write(module, kernel, best.grown.forms, &best.program).ok_or_else(full)?,
    };
    Ok(Vectorized { module, vectors, cost: best.cost, limit, table })
}

/// The program whose instructions keep the busiest pipes the shortest, in cycles: of several, each cheapest by other weights.
fn cheapest(machine: &Machine<'_>, grown: &Grown) -> Option<(Program, f64)> {
    let mut best: Option<(Program, u64)> = None;
    let mut uses = HashMap::new();
    let steps = price::all(machine, &grown.forms);
    // All alike first, then with loads or moves for nearly nothing, or dear.
    const WEIGHTS: [[f64; 2]; limits::MAX_EXTRACTIONS] =
        [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [3.0, 1.0], [3.0, 1.0], [0.5, 1.0], [1.0, 2.0], [1.0, 0.2]];
    for weights in WEIGHTS {
        let costs = Weighted { steps: &steps, weights, uses };
        let found = program(&grown.forms, grown.root, costs)?;
        let cost = machine.cost(&price::counts(&steps, &found));
        uses = found.uses();
        if best.as_ref().is_none_or(|(_, least)| cost < *least) {
            best = Some((found, cost));
        }
    }
    best.map(|(program, cost)| (program, cost as f64 / 100.0))
}
