//! The effects of a program: memory of arguments, results, memory of the module, and its output.

use super::inputs::{Arguments, shown};
use crate::rule::Rule;
use crate::run::machine::Machine;
use crate::values::flags::Flags;
use crate::values::memory::{Buffer, Origin};
use crate::values::terms::Terms;
use crate::values::value::{Scalar, Slot, View};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A run that ended: the machine, the arguments and the results.
pub type Run<'m> = (Machine<'m>, Arguments, Vec<Slot>);

/// The first cell that differs.
#[derive(Debug)]
pub struct Difference {
    /// Its name.
    pub cell: String,
    /// The values of both there.
    pub values: [String; 2],
    /// The operations that wrote it last, by number.
    pub stores: [Option<usize>; 2],
}

impl Difference {
    fn new(cell: String, values: [&str; 2]) -> Self {
        Difference { cell, values: values.map(str::to_owned), stores: [None, None] }
    }
}

/// When two numbers agree.
pub struct Agreement<'a> {
    /// The first program's number, and the second's.
    pub equal: &'a dyn Fn(Scalar, Scalar) -> bool,
    /// Terms agree if their values do.
    pub by_value: bool,
}

/// Relative error of an execution whose sums may be reordered.
const TOLERANCE: f64 = 1e-4;

/// Whether two executions agree. Where the first has no value the second may have any. `allowed`: flags of the first program.
pub fn same(x: Scalar, y: Scalar, allowed: Flags) -> bool {
    let is_rounded = allowed.has_any(Flags::REASSOC | Flags::ARCP | Flags::CONTRACT | Flags::AFN);
    match (x, y) {
        (Scalar::Poison, _) => true,
        (Scalar::Float(x), Scalar::Float(y)) => {
            let close = is_rounded && (x - y).abs() <= TOLERANCE * x.abs().max(y.abs());
            let zeros = allowed.has(Flags::NSZ) && x == y;
            x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()) || close || zeros
        }
        (x, y) => x == y,
    }
}

/// Whether two identity tests agree.
pub fn same_term(x: Scalar, y: Scalar) -> bool {
    match (x, y) {
        (Scalar::Poison, _) => true,
        (Scalar::Term(x), Scalar::Term(y)) => x.same(y),
        (x, y) => x == y,
    }
}

/// Pairs of memory of both programs, each its own, that the outside takes for one.
type Matched = Vec<[usize; 2]>;

/// Compares everything; the number of cells, and the first difference.
pub fn cells(before: &mut Run<'_>, after: &mut Run<'_>, agreement: &Agreement<'_>) -> (u64, Option<Difference>) {
    let mut count = 0;
    let found = first_difference(before, after, agreement, &mut count);
    (count, found.err().map(|difference| *difference))
}

type Compared = Result<(), Box<Difference>>;

fn first_difference(before: &mut Run<'_>, after: &mut Run<'_>, agreement: &Agreement<'_>, count: &mut u64) -> Compared {
    let mut pairs: Vec<(String, [Slot; 2])> = Vec::new();
    for ((number, x), (_, y)) in before.1.memory.iter().zip(&after.1.memory) {
        let name = format!("arg{number}");
        let live = [before.0.buffers[x.buffer].live, after.0.buffers[y.buffer].live];
        if live[0] != live[1] && Rule::Freed.holds() {
            let state = |is_live: bool| if is_live { "it is not freed" } else { "it is freed" };
            return different(name, live.map(state));
        }
        if live[0] && live[1] {
            let cells = before.0.buffers[x.buffer].len() as i64;
            if x.count() != cells {
                let whole = [x, y].map(|view| Slot::Memref(Arc::new(View::whole(view.buffer, vec![cells]))));
                pairs.push((format!("memory between the elements of {name}"), whole));
            }
            pairs.push((name, [Slot::Memref(Arc::clone(x)), Slot::Memref(Arc::clone(y))]));
        }
    }
    let mut matched: Matched =
        before.0.escaped.iter().zip(&after.0.escaped).map(|(x, y)| [x.buffer, y.buffer]).collect();
    for (number, (x, y)) in before.2.iter().zip(&after.2).enumerate() {
        let name = format!("result {number}");
        if let (Slot::Memref(x), Slot::Memref(y)) = (x, y) {
            if !before.0.buffers[x.buffer].live {
                continue;
            }
            identity([&before.0, &after.0], &name, [x, y], &mut matched)?;
        }
        pairs.push((name, [x.clone(), y.clone()]));
    }
    for (number, (x, y)) in before.0.escaped.iter().zip(&after.0.escaped).enumerate() {
        if before.0.buffers[x.buffer].live {
            let name = format!("memory {number} that a function without a body was given");
            if !after.0.buffers[y.buffer].live {
                return different(name, ["it is not freed", "it is freed"]);
            }
            pairs.push((name, [Slot::Memref(Arc::clone(x)), Slot::Memref(Arc::clone(y))]));
        }
    }
    for ((name, alignment), events) in &after.0.assumed {
        let is_known = before
            .0
            .assumed
            .iter()
            .any(|((of, known), first)| of == name && *alignment > 0 && known % alignment == 0 && first <= events);
        if !is_known {
            let say = format!("it is said to be aligned to {alignment}");
            return different("an alignment of memory".to_owned(), ["", &say]);
        }
    }
    globals(before, after, &mut pairs)?;
    for (name, [x, y]) in pairs {
        pair([&before.0, &after.0], &name, [&x, &y], agreement, count)?;
    }
    let seen = [before.0.seen(), after.0.seen()];
    if !Rule::Output.holds() {
        return Ok(());
    }
    if before.0.output != after.0.output || seen[0].map(|t| (t.a, t.b)) != seen[1].map(|t| (t.a, t.b)) {
        let cell = "what is printed, or seen by functions without a body,".to_owned();
        return different(cell, [&before.0.output, &after.0.output]);
    }
    Ok(())
}

fn different(cell: String, values: [&str; 2]) -> Compared {
    Err(Box::new(Difference::new(cell, values)))
}

/// Whether two results are the same memory, seen the same way.
fn identity(machines: [&Machine<'_>; 2], name: &str, views: [&View; 2], matched: &mut Matched) -> Compared {
    if !Rule::Identity.holds() {
        return Ok(());
    }
    let [x, y] = [0, 1].map(|side| &machines[side].buffers[views[side].buffer]);
    let called = |origin: &Origin| match origin {
        Origin::Argument(number) => format!("memory of arg{number}"),
        Origin::Global(name) => format!("memory of @{}", name.escape_debug()),
        Origin::Heap | Origin::Stack => "memory of its own".to_owned(),
    };
    let is_own = |origin: &Origin| matches!(origin, Origin::Heap | Origin::Stack);
    let values = [called(&x.origin), called(&y.origin)];
    if !y.live {
        return different(
            name.to_owned(),
            [&values[0], "memory that has ended: it is freed, or of the function's stack"],
        );
    }
    if x.origin != y.origin && !(is_own(&x.origin) && is_own(&y.origin)) {
        return different(name.to_owned(), [&values[0], &values[1]]);
    }
    if is_own(&x.origin) {
        let pair = views.map(|view| view.buffer);
        if matched.iter().any(|known| (known[0] == pair[0]) != (known[1] == pair[1])) {
            let say = "it is another memory than results, or what functions were given, before it";
            return different(name.to_owned(), ["", say]);
        }
        matched.push(pair);
    }
    let laid = |view: &View| {
        let strides: Vec<i64> =
            view.sizes.iter().zip(&view.strides).map(|(size, stride)| if *size > 1 { *stride } else { 0 }).collect();
        format!("offset {}, sizes {:?}, strides {strides:?}", view.offset, view.sizes)
    };
    let [left, right] = views.map(laid);
    if left != right {
        return different(format!("the layout of {name}"), [&left, &right]);
    }
    Ok(())
}

/// Memory of the module that somebody may read afterwards: other modules, or functions of the second program.
fn globals(before: &mut Run<'_>, after: &mut Run<'_>, pairs: &mut Vec<(String, [Slot; 2])>) -> Compared {
    if !Rule::Globals.holds() {
        return Ok(());
    }
    let names: BTreeSet<String> = before.0.global_names().chain(after.0.global_names()).cloned().collect();
    for name in names {
        let shown = format!("@{}", name.escape_debug());
        let (x, y) = (before.0.global(&name), after.0.global(&name));
        let Some(x) = x else { continue };
        match y {
            None if x.is_public => return different(shown, ["memory of the module", "there is none of this name"]),
            Some(y)
                if (y.is_read || y.is_public)
                    && !y.constant
                    && x.values != y.values
                    && Rule::InitialContents.holds() =>
            {
                return different(format!("the initial contents of {shown}"), ["", ""]);
            }
            Some(y) if !x.constant && (x.is_public || y.is_read) => {}
            _ => continue,
        }
        if !before.0.has_used(&name) && !after.0.has_used(&name) {
            continue;
        }
        let slots = [before.0.global_memory(&name), after.0.global_memory(&name)];
        pairs.push((shown, slots.map(|view| view.map_or(Slot::Empty, Slot::Memref))));
    }
    Ok(())
}

/// Whether a cell is of memory of the program's own that nobody has written.
fn is_unwritten((buffer, cell): (&Buffer, usize)) -> bool {
    matches!(buffer.origin, Origin::Heap | Origin::Stack) && buffer.writers.get(cell) == 0
}

/// Two memrefs' terms.
fn terms<'a>(machines: [&'a Machine<'_>; 2], [x, y]: [&View; 2]) -> Option<[&'a Terms; 2]> {
    let of = |machine: &'a Machine<'_>, view: &View| machine.buffers[view.buffer].terms();
    Some([of(machines[0], x)?, of(machines[1], y)?])
}

fn pair(
    machines: [&Machine<'_>; 2],
    name: &str,
    slots: [&Slot; 2],
    agreement: &Agreement<'_>,
    count: &mut u64,
) -> Compared {
    let equal = agreement.equal;
    match slots {
        [Slot::Scalar(x), Slot::Scalar(y)] => {
            *count += 1;
            if equal(*x, *y) { Ok(()) } else { different(name.to_owned(), [&shown(*x), &shown(*y)]) }
        }
        [Slot::Vector(x), Slot::Vector(y)] if x.len() == y.len() => {
            *count += x.len() as u64;
            match (0..x.len()).find(|lane| !equal(x[*lane], y[*lane])) {
                Some(lane) => different(format!("{name}, lane {lane}"), [&shown(x[lane]), &shown(y[lane])]),
                None => Ok(()),
            }
        }
        [Slot::Memref(x), Slot::Memref(y)] if x.sizes == y.sizes => {
            if let ([Some(cells), Some(others)], Some([left, right])) =
                ([x, y].map(|view| view.cells()), terms(machines, [x, y]))
                && agreement.by_value
                && cells == others
                && left.agrees(right, cells)
            {
                *count += x.count() as u64;
                return Ok(());
            }
            for number in 0..x.count() {
                *count += 1;
                let at = [(machines[0], x), (machines[1], y)]
                    .map(|(machine, view)| (&machine.buffers[view.buffer], view.cell(number) as usize));
                let [left, right] = at.map(|(buffer, cell)| buffer.get(cell));
                if !equal(left, right) && !is_unwritten(at[0]) {
                    let stores = at.map(|(buffer, cell)| (buffer.writers.get(cell) as usize).checked_sub(1));
                    let cell = format!("{name}{:?}", x.indices(number));
                    return Err(Box::new(Difference { cell, values: [shown(left), shown(right)], stores }));
                }
            }
            Ok(())
        }
        _ => different(format!("the shape of {name}"), ["", ""]),
    }
}
