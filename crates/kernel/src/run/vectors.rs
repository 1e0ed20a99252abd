//! Operations on vectors of known length.

use super::decode::{self, vector};
use super::machine::{Machine, Reason, Result};
use super::op::Name;
use super::plan::{Kind, Node};
use super::value::{Element, Scalar, Slot};
use crate::limits::MAX_LANES;
use isotope_mlir::ir::{Attribute, Module, Operation};
use std::sync::Arc;

/// A place in a position that an operand has.
pub(super) const FROM_OPERAND: i64 = i64::MIN;

/// The action of a vector operation; an error says why it cannot run.
pub fn kind(module: &Module, op: &Operation) -> std::result::Result<Kind, String> {
    let result = op.results.first().map(|value| module.type_of(*value));
    let shape = result.and_then(|ty| vector(module, ty));
    let operand =
        |at: usize| op.operands.get(at).map(|value| module.type_of(*value)).ok_or("it has too few operands".to_owned());
    let lanes = shape.iter().flatten().try_fold(1i64, |count, size| count.checked_mul(*size));
    if lanes.is_none_or(|count| count > MAX_LANES as i64) {
        return Err(format!("a vector has more than {MAX_LANES} lanes (MAX_LANES)"));
    }
    if let Some(moved) = super::rearranged::kind(module, op) {
        return moved;
    }
    match op.name.as_str() {
        "vector.constant_mask" => super::rearranged::constant_mask(module, op),
        "vector.load" if shape.is_some() => Ok(Kind::Load { rows: None, vector: shape }),
        "vector.store" => Ok(Kind::Store { rows: None, vector: vector(module, operand(0)?) }),
        "vector.broadcast" | "vector.splat" => {
            let from = vector(module, operand(0)?).unwrap_or_default();
            Ok(Kind::Broadcast { from, shape: shape.ok_or("its result is no vector of known length")? })
        }
        "vector.transfer_read" | "vector.transfer_write" => transfer(module, op),
        "vector.extract" | "vector.insert" | "vector.extractelement" | "vector.insertelement" => {
            let is_insert = op.name.starts_with("vector.insert");
            let of =
                vector(module, operand(usize::from(is_insert))?).ok_or("its operand is no vector of known length")?;
            let given = op.operands.len().saturating_sub(1 + usize::from(is_insert));
            let position = match op.name.ends_with("element") {
                true => vec![FROM_OPERAND; given],
                false => decode::integers(module, op, "static_position").ok_or("its position is missing")?,
            };
            if position.iter().filter(|at| **at == FROM_OPERAND).count() != given {
                return Err("its position has not as many operands as it names".to_owned());
            }
            let is_inside = |(at, size): (&i64, &i64)| *at == FROM_OPERAND || *at >= 0 && at < size;
            let inside = position.len() <= of.len() && position.iter().zip(&of).all(is_inside);
            match (inside, is_insert) {
                (false, _) => Err("its position is out of range".to_owned()),
                (true, true) => Ok(Kind::Insert { position, shape: of }),
                (true, false) => Ok(Kind::Extract { scalar: shape.is_none(), position, shape: of }),
            }
        }
        "vector.reduction" => reduction(module, op),
        "vector.print" => {
            let text = decode::text(module, op, "stringLiteral");
            let mark = match module.attribute(op, "punctuation") {
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<newline>") => "\n",
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<comma>") => ", ",
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<open>") => "( ",
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<close>") => " )",
                _ => "",
            };
            // A text has no punctuation behind it.
            Ok(Kind::Print(text.unwrap_or_else(|| mark.to_owned())))
        }
        _ => Err("no meaning of it is known".to_owned()),
    }
}

/// The operation that its `kind` names.
pub fn combining(module: &Module, op: &Operation, element: Element) -> std::result::Result<Name, String> {
    let Some(Attribute::Opaque { text, .. }) = module.attribute(op, "kind") else {
        return Err("its kind is missing".to_owned());
    };
    let kind = text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or_default();
    Ok(match (kind, element.is_float()) {
        ("add", true) => Name::AddF,
        ("add", false) => Name::AddI,
        ("mul", true) => Name::MulF,
        ("mul", false) => Name::MulI,
        ("and", false) => Name::AndI,
        ("or", false) => Name::OrI,
        ("xor", false) => Name::XOrI,
        ("minsi", false) => Name::MinSI,
        ("maxsi", false) => Name::MaxSI,
        ("minui", false) => Name::MinUI,
        ("maxui", false) => Name::MaxUI,
        ("minimumf", true) => Name::MinimumF,
        ("maximumf", true) => Name::MaximumF,
        ("minnumf", true) => Name::MinNumF,
        ("maxnumf", true) => Name::MaxNumF,
        _ => return Err(format!("its kind {} is not supported", kind.escape_debug())),
    })
}

fn reduction(module: &Module, op: &Operation) -> std::result::Result<Kind, String> {
    let element = decode::operand_element(module, op, 0)?;
    let name = combining(module, op, element)?;
    Ok(Kind::Reduce { op: decode::whole(module, op, name, &["kind", "operandSegmentSizes"])?, element })
}

fn transfer(module: &Module, op: &Operation) -> std::result::Result<Kind, String> {
    let write = op.name == "vector.transfer_write";
    let groups = 4;
    let sizes = decode::integers(module, op, "operandSegmentSizes")
        .filter(|sizes| sizes.len() == groups)
        .ok_or("its operandSegmentSizes are missing")?;
    let fits = sizes.iter().all(|size| (0..=op.operands.len() as i64).contains(size));
    if !fits || sizes.iter().sum::<i64>() != op.operands.len() as i64 || !matches!(sizes[3], 0 | 1) {
        return Err("its operandSegmentSizes do not fit its operands".to_owned());
    }
    let mask = (sizes[3] == 1).then(|| op.operands.len() - 1);
    let indices = usize::try_from(sizes[if write { 2 } else { 1 }]).unwrap_or(usize::MAX);
    let first = if write { 2 } else { 1 };
    if first + indices > op.operands.len() {
        return Err("its operandSegmentSizes do not fit its operands".to_owned());
    }
    let of = if write { op.operands.first().copied() } else { op.results.first().copied() };
    let shape = of.and_then(|value| vector(module, module.type_of(value))).ok_or("its vector has no known length")?;
    let Some(Attribute::AffineMap(map)) = module.attribute(op, "permutation_map") else {
        return Err("its map is missing".to_owned());
    };
    // A row is a dimension of the memory, or a constant for a broadcast.
    let rows: Option<Vec<i64>> = map
        .results
        .iter()
        .map(|row| match row.steps.as_slice() {
            [isotope_mlir::ir::Step::Dim(dim)] if (*dim as usize) < indices => Some(i64::from(*dim)),
            [isotope_mlir::ir::Step::Constant(0)] if !write => Some(-1),
            _ => None,
        })
        .collect();
    let rows = rows.filter(|rows| rows.len() == shape.len()).ok_or("its map is no choice of dimensions")?;
    let in_bounds =
        decode::integers(module, op, "in_bounds").unwrap_or_default().iter().map(|flag| *flag != 0).collect();
    Ok(Kind::Transfer { write, rows, shape, in_bounds, segments: vec![first, first + indices], mask })
}

impl Machine<'_> {
    pub(super) fn vector(&mut self, node: &Node) -> Result<()> {
        let value = match &node.kind {
            Kind::Transfer { write: true, .. } => return self.transfer_write(node),
            Kind::Rearrange(results) => return self.rearrange(node, results),
            Kind::Transfer { write: false, .. } => self.transfer_read(node)?,
            Kind::Broadcast { from, shape } => {
                let lanes = self.lanes(node, 0)?;
                Slot::Vector(Arc::new(
                    stretched(&lanes, from, shape).ok_or_else(|| self.fault(node, "the shapes do not fit"))?,
                ))
            }
            Kind::Extract { position, shape, scalar } => {
                let lanes = self.lanes(node, 0)?;
                let (begin, count) = part(&self.position(node, position, shape, 1)?, shape);
                match lanes.get(begin..begin + count) {
                    Some([one]) if *scalar => Slot::Scalar(*one),
                    Some(part) => Slot::Vector(Arc::new(part.to_vec())),
                    None => return Err(self.fault(node, "the position is out of range")),
                }
            }
            Kind::Insert { position, shape } => {
                let (source, mut lanes) = (self.lanes(node, 0)?, self.lanes(node, 1)?.to_vec());
                let (begin, count) = part(&self.position(node, position, shape, 2)?, shape);
                match lanes.get_mut(begin..begin + count) {
                    Some(part) if part.len() == source.len() => part.copy_from_slice(&source),
                    _ => return Err(self.fault(node, "the position is out of range")),
                }
                Slot::Vector(Arc::new(lanes))
            }
            Kind::Reduce { op, element } => {
                let lanes = self.lanes(node, 0)?;
                let start = if node.operands.len() > 1 { Some(self.scalar(node, 1)?) } else { None };
                let mut values = start.into_iter().chain(lanes.iter().copied());
                let mut sum = values.next().ok_or_else(|| self.fault(node, "the vector is empty"))?;
                for value in values {
                    sum = self
                        .numbers
                        .apply(*op, *element, *element, &[sum, value])
                        .map_err(|why| self.fault(node, why))?;
                }
                Slot::Scalar(sum)
            }
            _ => return Err(self.error(node, Reason::Unsupported, "it is no operation on vectors")),
        };
        self.set(node, value);
        Ok(())
    }

    fn rearrange(&mut self, node: &Node, results: &[Vec<u32>]) -> Result<()> {
        let mut lanes: Vec<Scalar> = Vec::new();
        for at in 0..node.operands.len() {
            lanes.extend(self.lanes(node, at)?.iter().copied());
        }
        for (slot, of) in node.results.iter().zip(results) {
            let moved: Option<Vec<Scalar>> = of.iter().map(|lane| lanes.get(*lane as usize).copied()).collect();
            let moved = moved.ok_or_else(|| self.fault(node, "the shapes do not fit"))?;
            self.slots[*slot as usize] = Slot::Vector(Arc::new(moved));
        }
        Ok(())
    }

    /// A position whose open places are operands, this one first.
    fn position(&self, node: &Node, position: &[i64], shape: &[i64], first: usize) -> Result<Vec<i64>> {
        let mut operands = node.operands.get(first..).unwrap_or_default().iter();
        let mut all = Vec::with_capacity(position.len());
        for (dim, at) in position.iter().enumerate() {
            let at = match (*at == FROM_OPERAND).then(|| operands.next()).flatten() {
                Some(slot) => self.known(node, *slot)?,
                None => *at,
            };
            if at < 0 || at >= shape[dim] {
                let message = format!("position {at} is out of range: dimension {dim} has {} lanes", shape[dim]);
                return Err(self.fault(node, message));
            }
            all.push(at);
        }
        Ok(all)
    }

    /// The indices of each lane in memory; `None` where the mask does not have it, or it is outside and may be.
    fn lanes_in_memory(&self, node: &Node, memory: usize) -> Result<Vec<Option<Vec<i64>>>> {
        let Kind::Transfer { rows, shape, in_bounds, segments, mask, .. } = &node.kind else { return Ok(Vec::new()) };
        let mask = mask.map(|at| self.mask(node, at)).transpose()?;
        // A mask has the dimensions that the vector takes from memory, in memory's order.
        let mut masked: Vec<usize> = (0..shape.len()).filter(|dim| rows[*dim] >= 0).collect();
        masked.sort_by_key(|dim| rows[*dim]);
        let base = node.operands[segments[0]..segments[1]]
            .iter()
            .map(|slot| self.known(node, *slot))
            .collect::<Result<Vec<_>>>()?;
        let view = self.view(node, memory)?;
        let count: i64 = shape.iter().product();
        let mut all = Vec::new();
        for lane in 0..count {
            let (mut rest, mut indices, mut outside) = (lane, base.clone(), false);
            if let Some(mask) = &mask {
                let mut place = vec![0; shape.len()];
                for dim in (0..shape.len()).rev() {
                    (place[dim], rest) = (rest % shape[dim], rest / shape[dim]);
                }
                rest = lane;
                let at = masked.iter().fold(0, |at, dim| at * shape[*dim] + place[*dim]);
                if !mask.get(at as usize).copied().ok_or_else(|| self.fault(node, "its mask does not fit"))? {
                    all.push(None);
                    continue;
                }
            }
            for dim in (0..shape.len()).rev() {
                if let Ok(of) = usize::try_from(rows[dim]) {
                    indices[of] = base[of].saturating_add(rest % shape[dim]);
                    let is_outside = view.sizes.get(of).is_none_or(|size| indices[of] < 0 || indices[of] >= *size);
                    outside |= is_outside && !in_bounds.get(dim).copied().unwrap_or(false);
                }
                rest /= shape[dim];
            }
            all.push((!outside).then_some(indices));
        }
        Ok(all)
    }

    fn transfer_read(&mut self, node: &Node) -> Result<Slot> {
        let Kind::Transfer { segments, .. } = &node.kind else { return Ok(Slot::Empty) };
        let padding = self.scalar(node, segments[1])?;
        let view = Arc::clone(self.view(node, 0)?);
        let mut lanes = Vec::new();
        for indices in self.lanes_in_memory(node, 0)? {
            lanes.push(match indices {
                Some(indices) => self.fetch(node, &view, &indices)?,
                None => padding,
            });
        }
        Ok(Slot::Vector(Arc::new(lanes)))
    }

    fn transfer_write(&mut self, node: &Node) -> Result<()> {
        let (lanes, view) = (self.lanes(node, 0)?, Arc::clone(self.view(node, 1)?));
        for (lane, indices) in self.lanes_in_memory(node, 1)?.into_iter().enumerate() {
            if let Some(indices) = indices {
                self.put(node, &view, &indices, lanes[lane])?;
            }
        }
        Ok(())
    }
}

/// First lane and number of lanes of the part at a position.
pub(super) fn part(position: &[i64], shape: &[i64]) -> (usize, usize) {
    let count: i64 = shape[position.len()..].iter().product();
    let begin = position.iter().zip(shape).fold(0, |sum, (at, size)| sum * size + at) * count;
    (begin as usize, count as usize)
}

/// A vector repeated along leading dimensions, and along those of size 1.
pub(super) fn stretched<T: Copy>(lanes: &[T], from: &[i64], shape: &[i64]) -> Option<Vec<T>> {
    let count: i64 = shape.iter().product();
    let missing = shape.len().checked_sub(from.len())?;
    (0..count)
        .map(|lane| {
            let (mut rest, mut source, mut stride) = (lane, 0, 1);
            for dim in (0..shape.len()).rev() {
                let at = rest % shape[dim];
                rest /= shape[dim];
                if let Some(size) = dim.checked_sub(missing).map(|dim| from[dim]) {
                    source += if size == 1 { 0 } else { at * stride };
                    stride *= size;
                }
            }
            lanes.get(source as usize).copied()
        })
        .collect()
}
