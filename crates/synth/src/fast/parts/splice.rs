//! A program with the programs of its opaque leaves in it.
//!
//! Steps are copied, with parameters that stand for parts replaced by what computes them. Parameters of the whole are the
//! window's own leaves and whatever other loads the programs have; those that nothing reads in the end are dropped.

use super::Inner;
use crate::program::{Draft, Origin, Param, Program, Shape, StepOp, Value};
use isotope_ir::expr::Graph;

/// One program of one that reads opaque leaves and of those that compute them. A step that two of them have is one.
pub(super) fn spliced(program: &Program, inner: &Inner<'_>, graph: &Graph) -> Program {
    let mut draft = Draft::new(Param::leaves(graph), program.ty);
    let mut opaque: Vec<Option<Value>> = Vec::new();
    // Opaque leaves first: their steps have to stand before those that read them.
    for param in &program.params {
        let own = match param.origin {
            Origin::Leaf(leaf) => inner.get(&leaf),
            Origin::Load(_) => None,
        };
        opaque.push(own.map(|part| {
            let value = written(&mut draft, part, &[]);
            // A program leaves its result's bits in elements of any width.
            draft.bitcast(value, param.ty.bits)
        }));
    }
    let result = written(&mut draft, program, &opaque);
    draft.finish(result)
}

/// Adds a program's steps. `opaque` has, for each of its parameters, the value that it stands for, if it is no real one.
fn written(draft: &mut Draft, program: &Program, opaque: &[Option<Value>]) -> Value {
    let mut values: Vec<Value> = Vec::with_capacity(program.steps.len());
    for step in &program.steps {
        let value = match step.op {
            StepOp::Param(at) => match opaque.get(at as usize).copied().flatten() {
                Some(value) => value,
                None => param(draft, &program.params[at as usize], step.shape),
            },
            _ => draft.push(step.op.clone(), step.args.iter().map(|a| values[a.0 as usize]).collect(), step.shape),
        };
        values.push(value);
    }
    values[program.result.0 as usize]
}

/// A parameter that reads the same.
fn param(draft: &mut Draft, wanted: &Param, shape: Shape) -> Value {
    // By where it comes from: the name is for readers, and a load of another type reads the same bits.
    let same = |p: &Param| p.origin == wanted.origin && p.ty.lanes == wanted.ty.lanes && p.ty.bits == wanted.ty.bits;
    let at = draft.params.iter().position(same).unwrap_or_else(|| {
        draft.params.push(wanted.clone());
        draft.params.len() - 1
    });
    draft.push(StepOp::Param(at as u32), vec![], shape)
}
