//! What a program leaves behind: arguments' memory, results, global memory, and what it told the outside.

use super::inputs::{Arguments, shown};
use crate::run::{Machine, Scalar, Slot, Terms, View};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A run that ended: the machine, the arguments and the results.
pub type Run<'m> = (Machine<'m>, Arguments, Vec<Slot>);

/// The first cell that differs.
pub struct Difference {
    /// Its name.
    pub cell: String,
    /// What both leave there.
    pub values: [String; 2],
    /// The operations that wrote it last, by number.
    pub stores: [Option<usize>; 2],
}

/// Relative error of an execution whose sums may be reordered.
const TOLERANCE: f64 = 1e-4;

/// Whether two executions agree.
pub fn same(x: Scalar, y: Scalar, reordered: bool) -> bool {
    match (x, y) {
        (Scalar::Float(x), Scalar::Float(y)) => {
            let close = reordered && (x - y).abs() <= TOLERANCE * x.abs().max(y.abs());
            x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()) || close
        }
        (x, y) => x == y,
    }
}

/// Whether two identity tests agree.
pub fn same_term(x: Scalar, y: Scalar) -> bool {
    match (x, y) {
        (Scalar::Term(x), Scalar::Term(y)) => x.same(y),
        (x, y) => x == y,
    }
}

/// Compares everything; the number of cells, and the first difference.
pub fn cells(
    before: &mut Run<'_>,
    after: &mut Run<'_>,
    equal: &dyn Fn(Scalar, Scalar) -> bool,
) -> (u64, Option<Difference>) {
    let mut pairs: Vec<(String, [Slot; 2])> = Vec::new();
    for ((number, x), (_, y)) in before.1.memory.iter().zip(&after.1.memory) {
        pairs.push((format!("arg{number}"), [Slot::Memref(Arc::clone(x)), Slot::Memref(Arc::clone(y))]));
    }
    for (number, (x, y)) in before.2.iter().zip(&after.2).enumerate() {
        pairs.push((format!("result {number}"), [x.clone(), y.clone()]));
    }
    let names: BTreeSet<String> = [&before.0, &after.0].into_iter().flat_map(Machine::written_globals).collect();
    for name in names {
        let (x, y) = (before.0.global_view(&name), after.0.global_view(&name));
        let slot = |view: Option<Arc<View>>| view.map_or(Slot::Empty, Slot::Memref);
        pairs.push((format!("@{}", name.escape_debug()), [slot(x), slot(y)]));
    }
    let mut count = 0;
    for (name, [x, y]) in pairs {
        if let Some(difference) = pair(&before.0, &after.0, &name, &x, &y, equal, &mut count) {
            return (count, Some(difference));
        }
    }
    let seen = [before.0.seen(), after.0.seen()];
    if before.0.output != after.0.output || seen[0].map(|t| (t.a, t.b)) != seen[1].map(|t| (t.a, t.b)) {
        let cell = "what is printed, or given to functions without a body,".to_owned();
        return (
            count,
            Some(Difference { cell, values: [before.0.output.clone(), after.0.output.clone()], stores: [None, None] }),
        );
    }
    (count, None)
}

/// Two memrefs' terms.
fn terms<'a>(machines: [&'a Machine<'_>; 2], [x, y]: [&View; 2]) -> Option<[&'a Terms; 2]> {
    let of = |machine: &'a Machine<'_>, view: &View| machine.buffers[view.buffer].terms();
    Some([of(machines[0], x)?, of(machines[1], y)?])
}

fn pair(
    before: &Machine<'_>,
    after: &Machine<'_>,
    name: &str,
    x: &Slot,
    y: &Slot,
    equal: &dyn Fn(Scalar, Scalar) -> bool,
    count: &mut u64,
) -> Option<Difference> {
    let different =
        |cell: String, x: String, y: String| Some(Difference { cell, values: [x, y], stores: [None, None] });
    match (x, y) {
        (Slot::Scalar(x), Slot::Scalar(y)) => {
            *count += 1;
            if equal(*x, *y) { None } else { different(name.to_owned(), shown(*x), shown(*y)) }
        }
        (Slot::Vector(x), Slot::Vector(y)) if x.len() == y.len() => {
            *count += x.len() as u64;
            let lane = (0..x.len()).find(|lane| !equal(x[*lane], y[*lane]))?;
            different(format!("{name}, lane {lane}"), shown(x[lane]), shown(y[lane]))
        }
        (Slot::Memref(x), Slot::Memref(y)) if x.sizes == y.sizes => {
            if let ([Some(cells), Some(others)], Some([left, right])) =
                ([x, y].map(|view| view.cells()), terms([before, after], [x, y]))
                && cells == others
                && left.agrees(right, cells)
            {
                *count += x.count() as u64;
                return None;
            }
            for number in 0..x.count() {
                *count += 1;
                let at =
                    [(before, x), (after, y)].map(|(m, view)| (&m.buffers[view.buffer], view.cell(number) as usize));
                let [left, right] = at.map(|(buffer, cell)| buffer.get(cell));
                if !equal(left, right) {
                    let stores = at.map(|(buffer, cell)| (buffer.writers.get(cell) as usize).checked_sub(1));
                    return Some(Difference {
                        cell: format!("{name}{:?}", x.indices(number)),
                        values: [shown(left), shown(right)],
                        stores,
                    });
                }
            }
            None
        }
        _ => different(format!("the shape of {name}"), String::new(), String::new()),
    }
}
