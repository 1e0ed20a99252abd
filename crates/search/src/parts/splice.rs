//! A program with the programs of its opaque leaves in it.
//!
//! Steps are copied, with parameters that stand for parts replaced by what computes them. Parameters of the whole are the
//! window's own leaves and whatever other loads the programs have; those that nothing reads in the end are dropped.

use super::Inner;
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::Graph;
use isotope_program::{Draft, Origin, Param, Program};

/// One program of one that reads opaque leaves and of those that compute them. A step that two of them have is one.
pub(super) fn spliced(program: &Program, inner: &Inner<'_>, graph: &Graph) -> Program {
    let mut draft = Draft::new(Param::leaves(graph), program.ty);
    // Opaque leaves first: their steps have to stand before those that read them.
    let mut opaque = HashMap::new();
    for param in &program.params {
        if let Origin::Leaf(leaf) = param.origin
            && let Some(part) = inner.get(&leaf)
        {
            let value = draft.include(part, Draft::read);
            // A program leaves its result's bits in elements of any width.
            opaque.insert(leaf, draft.bitcast(value, param.ty.bits));
        }
    }
    let result = draft.include(program, |draft, param, shape| match param.origin {
        Origin::Leaf(leaf) if opaque.contains_key(&leaf) => opaque[&leaf],
        _ => draft.read(param, shape),
    });
    draft.finish(result)
}
