//! Executes one function on given numbers.

use crate::check::Sizes;
use crate::check::inputs::{has_room, layout, shown};
use crate::limits::{MAX_CELLS, MAX_STEPS};
use crate::plan::decode::attributes::{self, element};
use crate::plan::nodes::Plan;
use crate::run::machine::Machine;
use crate::values::scalar::Numbers;
use crate::values::value::{Element, Scalar, Slot, View};
use isotope_mlir::error::Place;
use isotope_mlir::ir::{Module, TypeId};
use isotope_mlir::print_type;
use std::collections::HashMap;
use std::sync::Arc;

/// The program that is executed, and its arguments.
#[derive(Clone, Debug)]
pub struct Execution {
    /// Name of the function; by default the only one with a body, or else @main or @entry.
    pub entry: Option<String>,
    /// Sizes that the text leaves open.
    pub sizes: Sizes,
    /// By argument: numbers as text, in row-major order. Too few are repeated.
    pub inputs: HashMap<usize, Vec<String>>,
    /// Operations that may be carried out.
    pub max_steps: u64,
    /// Elements of memory that there may be.
    pub max_cells: usize,
}

impl Default for Execution {
    fn default() -> Self {
        let (sizes, inputs) = (Sizes::default(), HashMap::new());
        Execution { entry: None, sizes, inputs, max_steps: MAX_STEPS, max_cells: MAX_CELLS }
    }
}

/// The end of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The printed text.
    pub output: String,
    /// Memory of arguments, by their numbers.
    pub memory: Vec<(usize, String)>,
    /// Results, in order.
    pub results: Vec<String>,
}

/// A program that cannot be executed to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ExecuteError {
    /// Where.
    pub place: Place,
    /// One sentence.
    pub message: String,
}

/// Executes a function.
pub fn execute(module: &Module, execution: &Execution) -> Result<Ended, ExecuteError> {
    let plan = Plan::new(module);
    let nowhere = |message: String| ExecuteError { place: Place { line: 1, column: 1 }, message };
    let entry = entry(&plan, execution).map_err(nowhere)?;
    let function = &plan.functions[&entry];
    let mut machine = Machine::new(module, &plan, Numbers::known(), 0);
    (machine.max_steps, machine.max_cells) = (execution.max_steps, execution.max_cells);
    let mut slots = Vec::new();
    for (number, ty) in function.inputs.iter().enumerate() {
        let slot = argument(&mut machine, number, *ty, execution);
        slots.push(slot.map_err(|message| ExecuteError { place: function.place, message })?);
    }
    let results = machine
        .run(&entry, slots.clone())
        .map_err(|error| ExecuteError { place: error.place, message: error.message })?;
    let memory = slots.iter().enumerate().filter_map(|(number, slot)| match slot {
        Slot::Memref(view) => Some((number, written(&machine, view))),
        _ => None,
    });
    let memory = memory.collect();
    let results = results.iter().map(|slot| match slot {
        Slot::Scalar(value) => shown(*value),
        Slot::Vector(lanes) => nested(&lanes.iter().map(|lane| shown(*lane)).collect::<Vec<_>>(), &[]),
        Slot::Memref(view) => written(&machine, view),
        Slot::Empty => String::new(),
    });
    let results = results.collect();
    Ok(Ended { output: machine.output, memory, results })
}

fn entry(plan: &Plan, execution: &Execution) -> Result<String, String> {
    plan.are_names_clear()?;
    let mut names: Vec<&String> =
        plan.functions.iter().filter(|(_, of)| !of.body.is_empty()).map(|(name, _)| name).collect();
    names.sort();
    let usual = || ["main", "entry"].map(str::to_owned).into_iter().find(|name| names.contains(&name));
    let only = || if let [only] = names.as_slice() { Some((*only).clone()) } else { usual() };
    let wanted = execution.entry.clone().or_else(only);
    let list = names.iter().map(|name| format!("@{}", name.escape_debug())).collect::<Vec<_>>().join(", ");
    match wanted {
        Some(name) if names.contains(&&name) => Ok(name),
        Some(name) => Err(format!("there is no function @{} with a body; there are {list}", name.escape_debug())),
        None if names.is_empty() => Err("there is no func.func with a body".to_owned()),
        None => Err(format!("there are several functions: name one by --entry: {list}")),
    }
}

fn argument(machine: &mut Machine<'_>, number: usize, ty: TypeId, execution: &Execution) -> Result<Slot, String> {
    let unsupported =
        || format!("argument {number} has the type {}, which is not supported", print_type(machine.module, ty));
    let given = execution.inputs.get(&number);
    let Some((shape, of)) = machine.memref(ty) else {
        let of = element(machine.module, ty).ok_or_else(unsupported)?;
        if attributes::is_vector(machine.module, ty) {
            return Err(unsupported());
        }
        let value = match (given.and_then(|given| given.first()), of) {
            (Some(text), of) => parsed(text, of).ok_or_else(|| wrong(number, text))?,
            (None, Element::Index) => Scalar::Int(execution.sizes.of(number, None)?),
            (None, _) => return Err(missing(number)),
        };
        return Ok(Slot::Scalar(value));
    };
    let mut dims = Vec::new();
    for (dim, size) in shape.iter().enumerate() {
        dims.push(match size {
            Some(size) => i64::try_from(*size).map_err(|_| unsupported())?,
            None => execution.sizes.of(number, Some(dim))?,
        });
    }
    let given = given.filter(|given| !given.is_empty()).ok_or_else(|| missing(number))?;
    let values: Vec<Scalar> =
        given.iter().map(|text| parsed(text, of).ok_or_else(|| wrong(number, text))).collect::<Result<_, _>>()?;
    let most = machine.max_cells;
    let full = || format!("argument {number} has too many elements: there may be {most} (MAX_CELLS)");
    if !has_room(machine, &dims) {
        return Err(full());
    }
    let (count, view) = layout(machine, ty, dims).ok_or_else(unsupported)?;
    let buffer = machine.allocate(of, count, |at| values[at as usize % values.len()]).ok_or_else(full)?;
    Ok(Slot::Memref(Arc::new(View { buffer, ..view })))
}

fn missing(number: usize) -> String {
    format!("argument {number} has no input: give it by --input arg{number}=1,2,3")
}

fn wrong(number: usize, text: &str) -> String {
    format!("--input arg{number}: {} is no number of its type", isotope_mlir::error::quoted(text))
}

fn parsed(text: &str, of: Element) -> Option<Scalar> {
    match of {
        Element::F32 => text.parse::<f32>().ok().map(|value| Scalar::Float(f64::from(value))),
        Element::F64 => text.parse().ok().map(Scalar::Float),
        Element::OtherFloat(_) => None,
        of => {
            let value: i128 = text.parse().ok()?;
            let fits = value >= -(1 << (of.width() - 1)) && value < 1 << of.width();
            let unused = 64 - of.width();
            fits.then_some(Scalar::Int((value as i64) << unused >> unused))
        }
    }
}

fn written(machine: &Machine<'_>, view: &View) -> String {
    let buffer = &machine.buffers[view.buffer];
    let cells: Vec<String> = (0..view.count()).map(|at| shown(buffer.get(view.cell(at) as usize))).collect();
    nested(&cells, &view.sizes)
}

/// `[[1, 2], [3, 4]]`
fn nested(values: &[String], sizes: &[i64]) -> String {
    match sizes {
        [] if values.len() == 1 => values[0].clone(),
        [] | [_] => format!("[{}]", values.join(", ")),
        [first, rest @ ..] => {
            let each = (values.len() / (*first).max(1) as usize).max(1);
            let rows: Vec<String> = values.chunks(each).map(|part| nested(part, rest)).collect();
            format!("[{}]", rows.join(", "))
        }
    }
}
