//! Arguments of the function that is checked.

use crate::plan::decode::attributes::element;
use crate::plan::exact::Assumption;
use crate::run::access::elements;
use crate::run::machine::Machine;
use crate::values::memory::Origin;
use crate::values::value::{Element, Scalar, Slot, View};
use isotope_mlir::ir::{Attribute, Type, TypeId};
use isotope_mlir::print_type;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Sizes that the text leaves open: dimensions written `?`, and arguments of type `index`.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// For all that are not named.
    pub all: Option<i64>,
    /// By argument, and dimension of a memref.
    pub named: HashMap<(usize, Option<usize>), i64>,
}

/// Elements of an argument that are shown.
const SHOWN: i64 = 16;

/// Where data comes from.
#[derive(Clone, Copy, Debug)]
pub enum Data {
    /// Every number is an unknown.
    Symbolic,
    /// Random numbers.
    Numbers {
        /// The check's.
        key: [u8; 32],
        /// Which input.
        number: u32,
        /// Small whole numbers only, whose sums are exact.
        whole: bool,
    },
}

/// Arguments, and the memory among them.
#[derive(Clone)]
pub struct Arguments {
    /// In order.
    pub slots: Vec<Slot>,
    /// Argument numbers of memrefs, with their views.
    pub memory: Vec<(usize, Arc<View>)>,
}

impl Sizes {
    /// The size of an argument, or of one dimension of it.
    pub(crate) fn of(&self, argument: usize, dim: Option<usize>) -> Result<i64, String> {
        let size = self.named.get(&(argument, dim)).copied().or(self.all);
        let name = dim.map_or(format!("arg{argument}"), |dim| format!("arg{argument}.{dim}"));
        let size =
            size.ok_or_else(|| format!("a size is open: give it by --sizes {name}=64, or --sizes 64 for all"))?;
        if size < 0 { Err(format!("the size {name}={size} is negative")) } else { Ok(size) }
    }
}

/// Makes the arguments of a function, with elements in the ranges that are assumed.
pub fn arguments(
    machine: &mut Machine<'_>,
    types: &[TypeId],
    (sizes, assumed): (&Sizes, &[Assumption]),
    data: Data,
) -> Result<Arguments, String> {
    let mut made = Arguments { slots: Vec::new(), memory: Vec::new() };
    for (number, ty) in types.iter().enumerate() {
        let unsupported =
            || format!("argument {number} has the type {}, which is not supported", print_type(machine.module, *ty));
        if let Some((shape, element)) = machine.memref(*ty) {
            let mut dims = Vec::new();
            for (dim, size) in shape.iter().enumerate() {
                dims.push(match size {
                    Some(size) => i64::try_from(*size).map_err(|_| unsupported())?,
                    None => sizes.of(number, Some(dim))?,
                });
            }
            let most = machine.max_cells;
            let full = || {
                format!(
                    "argument {number} has too many elements: a program's memory has at most {most} (MAX_CELLS): give smaller --sizes"
                )
            };
            if !has_room(machine, &dims) {
                return Err(full());
            }
            let (count, view) = layout(machine, *ty, dims).ok_or_else(unsupported)?;
            let range = assumed.iter().find(|of| of.argument == number);
            let buffer = match data {
                Data::Symbolic => machine.unknown(element, count, b"inpt", &[number as u32]),
                Data::Numbers { .. } => {
                    machine.allocate(element, count, |at| within(number_of(data, number, at, element), range, element))
                }
            };
            let buffer = buffer.ok_or_else(full)?;
            let of = &mut machine.buffers[buffer];
            (of.origin, of.shape) = (Origin::Argument(number), view.sizes.clone());
            let view = Arc::new(View { buffer, ..view });
            made.slots.push(Slot::Memref(Arc::clone(&view)));
            made.memory.push((number, view));
            continue;
        }
        let is_vector = matches!(machine.module.pool.ty(*ty), Type::Vector { .. });
        let of = element(machine.module, *ty).filter(|_| !is_vector).ok_or_else(unsupported)?;
        let value = match (of, data) {
            (Element::Index, _) => Scalar::Int(sizes.of(number, None)?),
            (_, Data::Symbolic) => Scalar::Term(machine.numbers.named(b"argm", &[number as u32], &[])),
            (_, Data::Numbers { .. }) => number_of(data, number, 0, of),
        };
        made.slots.push(Slot::Scalar(value));
    }
    Ok(made)
}

/// Whether so many elements may be looked at: strides of 0 put any number of them into one cell.
pub fn has_room(machine: &Machine<'_>, dims: &[i64]) -> bool {
    elements(dims).is_some_and(|count| count <= machine.max_cells as i64)
}

/// Cells of the buffer, and the view of it. A stride that the text leaves open is that of row-major memory, and an offset is 0.
pub fn layout(machine: &Machine<'_>, ty: TypeId, dims: Vec<i64>) -> Option<(i64, View)> {
    let count = elements(&dims)?;
    let whole = View::whole(0, dims);
    let Type::Memref { parameters, .. } = machine.module.pool.ty(ty) else { return None };
    for parameter in parameters {
        match machine.module.pool.attribute(*parameter) {
            Attribute::AffineMap(map) => {
                let identity = map.results.len() == whole.sizes.len()
                    && map
                        .results
                        .iter()
                        .enumerate()
                        .all(|(at, row)| row.steps == [isotope_mlir::ir::Step::Dim(at as u32)]);
                if !identity {
                    return None;
                }
            }
            Attribute::Strided { strides, offset } if strides.len() == whole.sizes.len() => {
                let (offset, strides) = (offset.unwrap_or(0), strides_of(strides, &whole.sizes)?);
                if offset < 0 || strides.iter().any(|stride| *stride < 0) {
                    return None;
                }
                let spans =
                    whole.sizes.iter().zip(&strides).map(|(size, stride)| (size - 1).max(0).checked_mul(*stride));
                let last = spans.chain([Some(1), Some(offset)]).try_fold(0i64, |sum, span| sum.checked_add(span?))?;
                return Some((if count == 0 { 0 } else { last }, View { offset, strides, ..whole }));
            }
            Attribute::Strided { .. } => return None,
            _ => {}
        }
    }
    Some((count, whole))
}

/// Strides, of which those that are open step over all that lies in the dimensions behind them. `None`: they overflow.
fn strides_of(strides: &[Option<i64>], sizes: &[i64]) -> Option<Vec<i64>> {
    let (mut all, mut next) = (Vec::new(), 1i64);
    for (stride, size) in strides.iter().zip(sizes).rev() {
        let stride = stride.unwrap_or(next);
        next = next.max(stride.checked_mul(*size)?);
        all.push(stride);
    }
    all.reverse();
    Some(all)
}

/// One number of an input.
fn number_of(data: Data, argument: usize, at: u64, element: Element) -> Scalar {
    let Data::Numbers { key, number, whole } = data else { return Scalar::Int(0) };
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    bytes[4..8].copy_from_slice(&(argument as u32).to_le_bytes());
    bytes[8..].copy_from_slice(&at.to_le_bytes());
    let random = i64::from_le_bytes(std::array::from_fn(|i| blake3::keyed_hash(&key, &bytes).as_bytes()[i]));
    let small = random.rem_euclid(9) - 4;
    match element {
        // Never 0: a product with it would hide the rest.
        _ if element.is_float() && whole => Scalar::Float(if small == 0 { 5.0 } else { small as f64 }),
        Element::F32 => Scalar::Float(f64::from((random >> 32) as f32 / 1e9)),
        _ if element.is_float() => Scalar::Float(random as f64 / 1e18),
        _ if whole => Scalar::Int(wrapped(small, element)),
        _ => Scalar::Int(wrapped(random, element)),
    }
}

/// A number as one of the range, if one is assumed.
fn within(value: Scalar, range: Option<&Assumption>, element: Element) -> Scalar {
    match (value, range) {
        (Scalar::Int(value), Some(of)) => {
            let count = i128::from(of.high) - i128::from(of.low) + 1;
            let value = i128::from(of.low) + i128::from(value).rem_euclid(count);
            Scalar::Int(wrapped(value as i64, element))
        }
        (value, _) => value,
    }
}

fn wrapped(value: i64, element: Element) -> i64 {
    let unused = 64 - element.width();
    value << unused >> unused
}

/// One argument a line: its first elements.
pub fn describe(machine: &Machine<'_>, arguments: &Arguments, data: Data) -> String {
    let mut out = String::new();
    if let Data::Numbers { number, .. } = data {
        let _ = writeln!(out, "input {number} of the key:");
    }
    for (number, slot) in arguments.slots.iter().enumerate() {
        let _ = write!(out, "  arg{number} = ");
        match slot {
            Slot::Scalar(value) => out.push_str(&shown(*value)),
            Slot::Memref(view) => {
                let count = view.count();
                let cells =
                    (0..count.min(SHOWN)).map(|at| shown(machine.buffers[view.buffer].get(view.cell(at) as usize)));
                let dots = if count > SHOWN { ", ..." } else { "" };
                let _ = write!(out, "[{}{dots}], {count} elements", cells.collect::<Vec<_>>().join(", "));
            }
            Slot::Vector(_) | Slot::Empty => {}
        }
        out.push('\n');
    }
    out
}

/// A number for people.
pub fn shown(value: Scalar) -> String {
    match value {
        Scalar::Int(value) => value.to_string(),
        Scalar::Float(value) => value.to_string(),
        Scalar::Term(term) => format!("{:x}:{:x}", term.a, term.b),
        Scalar::Poison => "poison".to_owned(),
    }
}
