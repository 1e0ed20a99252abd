//! Vector bodies of scalar functions, shown right.
//!
//! A body is right if it does for each lane, whatever the others do, what the scalar function does: the same result, the same reads and
//! writes in the same order, an end if the scalar function ends. [`show`] compares three programs in two steps: the scalar function
//! with its structured form, and this with the vector body, seen from one lane. Seen so, an operation on vectors is the one on scalars, and
//! "is any lane on" is true where the lane is, and anything otherwise. Both steps are one exploration ([`explore`]); it needs no solver, its
//! work is bounded ([`limits`]), and it trusts nothing that the maker of the body says.
//!
//! Lanes may run side by side, as `declare simd` says: what one lane reads is not what another wrote. A lane of a scalar function that is
//! undefined (a division by zero, a null pointer) has nothing to show.
//!
//! This crate computes only: it reads no file and starts no tool. It knows no processor, and nothing of LLVM but its dialect of MLIR.

mod access;
mod apart;
mod casts;
pub mod error;
mod explore;
mod follow;
mod graph;
mod intrinsics;
mod join;
pub mod limits;
mod program;
mod progress;
mod quick;
mod read;
mod stacks;
mod states;
mod terms;
pub mod variant;

pub use error::NotShown;
pub use explore::Work;
pub use variant::{Clause, Variant};

use explore::{Explorer, Path};
use graph::Graph;
use isotope_mlir::ir::Module;
use program::{Program, Scalar, Shape};
use terms::Terms;

/// The proof, and the work of both steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The scalar function and its structured form.
    pub structured: Work,
    /// The structured form and the body.
    pub body: Work,
}

/// Shows that `@vector` does in each lane what `@scalar` does, by way of `@structured`; all three are functions of the module, in LLVM's
/// dialect. Where there is `@registers`, it has to be `@vector` with fewer lanes in each vector. `shape` is the variant's: `N8vul4`.
pub fn show(module: &Module, shape: &str) -> Result<Shown, NotShown> {
    let variant = Variant::read(shape)?;
    let [scalar, structured, vector] = ["scalar", "structured", "vector"].map(|name| Program::read(module, name));
    let (scalar, structured, vector) = (Graph::of(scalar?), Graph::of(structured?), Graph::of(vector?));
    if let Some(registers) = Program::find(module, "registers")? {
        apart::show(&vector.program, &registers, variant.lanes).map_err(|why| why.within("its form in registers"))?;
    }
    let of = |step: &str, why: NotShown| why.within(step);
    let structured_work = same(&scalar, &structured).map_err(|why| of("its structured form", why))?;
    let body = in_lanes(&structured, &vector, &variant).map_err(|why| of("its vector form", why))?;
    Ok(Shown { structured: structured_work, body })
}

/// Shows that two scalar functions do the same.
pub fn show_same(module: &Module) -> Result<Work, NotShown> {
    same(&Graph::of(Program::read(module, "scalar")?), &Graph::of(Program::read(module, "structured")?))
}

fn promise() -> NotShown {
    NotShown::new("an operation of the second program may be poison where the first one's is not".to_owned())
}

fn values(graph: &Graph) -> Vec<Option<terms::Id>> {
    vec![None; graph.program.shapes.len()]
}

fn arguments(graph: &Graph) -> Vec<(program::Val, Shape)> {
    let entry = graph.program.blocks.first().map(|block| block.arguments.clone()).unwrap_or_default();
    entry.into_iter().map(|value| (value, graph.program.shapes[value])).collect()
}

fn same(first: &Graph, second: &Graph) -> Result<Work, NotShown> {
    if first.program.lanes() != Some(None) || second.program.lanes() != Some(None) {
        return Err(NotShown::new("it has vectors".to_owned()));
    }
    if second.program.promises {
        return Err(promise());
    }
    let mut terms = Terms::default();
    let mut path =
        Path { values: [values(first), values(second)], at: Some((0, 0)), has_moved: false, facts: Vec::new() };
    let (left, right) = (arguments(first), arguments(second));
    if left.iter().map(|(_, shape)| *shape).ne(right.iter().map(|(_, shape)| *shape)) {
        return Err(NotShown::new("it has other arguments".to_owned()));
    }
    for ((value, shape), (other, _)) in left.into_iter().zip(right) {
        let leaf = terms.leaf(shape.scalar);
        path.values[0][value] = Some(leaf);
        path.values[1][other] = Some(leaf);
    }
    Explorer::new(terms, first, second, true, 1)?.explore(vec![path])
}

fn in_lanes(first: &Graph, second: &Graph, variant: &Variant) -> Result<Work, NotShown> {
    let differs = || NotShown::new("its arguments are not those of the variant".to_owned());
    if first.program.lanes() != Some(None)
        || !matches!(second.program.lanes(), Some(lanes) if lanes.is_none_or(|of| of == variant.lanes))
    {
        return Err(NotShown::new("its vectors have another number of lanes".to_owned()));
    }
    if second.program.promises {
        return Err(promise());
    }
    let (left, mut right) = (arguments(first), arguments(second));
    let mask = if variant.is_masked { Some(right.pop().ok_or_else(differs)?) } else { None };
    if left.len() != variant.clauses.len() || right.len() != left.len() {
        return Err(differs());
    }
    let mut terms = Terms::default();
    let mut path =
        Path { values: [values(first), values(second)], at: Some((0, 0)), has_moved: false, facts: Vec::new() };
    for (((value, shape), (other, given)), clause) in left.into_iter().zip(right).zip(&variant.clauses) {
        let is_vector = *clause == Clause::Vector;
        if shape.scalar != given.scalar || given.lanes.is_some() != is_vector {
            return Err(differs());
        }
        let leaf = terms.leaf(shape.scalar);
        path.values[1][other] = Some(leaf);
        path.values[0][value] = Some(match clause {
            Clause::Linear(step) => terms.linear_argument(shape.scalar, leaf, *step),
            Clause::Vector | Clause::Uniform => leaf,
        });
    }
    let mut starts = Vec::new();
    match mask {
        None => starts.push(path),
        Some((value, Shape { scalar: Scalar::Int(1), lanes: Some(_) })) => {
            for is_on in [true, false] {
                let mut start = path.clone();
                start.values[1][value] = Some(terms.truth(is_on));
                start.at = start.at.filter(|_| is_on);
                starts.push(start);
            }
        }
        Some(_) => return Err(differs()),
    }
    Explorer::new(terms, first, second, !variant.is_masked, variant.lanes.into())?.explore(starts)
}
