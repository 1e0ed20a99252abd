//! Loads of vectors with known addresses, and loads beside them.

use crate::effects::may_write;
use crate::limits::MAX_STEPS;
use crate::operations::constant_index;
use isotope_mlir::ir::{AffineExpr, AffineMap, Attribute, BlockId, Dim, Module, OpId, Operation, Step, Type, ValueId};
use isotope_mlir::literals::integers;
use isotope_mlir::structure::{Structure, definition};

/// An index: something that is not looked into, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Index {
    symbolic: Option<AffineExpr>,
    operands: Vec<ValueId>,
    constant: i64,
}

/// The load of a vector of one dimension.
#[derive(Clone, Debug)]
pub struct Access {
    memref: ValueId,
    indices: Vec<Index>,
    /// Elements.
    pub lanes: u64,
}

/// The loads of a window from one memref, in one row.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// One of the loads.
    pub access: Access,
    /// Bits of an element.
    pub bits: u32,
    /// All loads.
    pub pieces: Vec<Piece>,
}

/// One load of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Its operation.
    pub load: OpId,
    /// The constant part of its last index.
    pub offset: i64,
    /// Elements.
    pub lanes: i64,
}

impl Access {
    /// Whether another load has a constant distance to this one, in the same row.
    pub fn is_beside(&self, other: &Access) -> bool {
        let last = self.indices.len().wrapping_sub(1);
        let alike = |(at, (a, b)): (usize, (&Index, &Index))| {
            a.symbolic == b.symbolic && a.operands == b.operands && (at == last || a.constant == b.constant)
        };
        self.memref == other.memref
            && self.indices.len() == other.indices.len()
            && self.indices.iter().zip(&other.indices).enumerate().all(alike)
    }

    /// The constant part of the last index.
    pub fn offset(&self) -> i64 {
        self.indices.last().map_or(0, |index| index.constant)
    }

    /// The access of a load; nothing for what is none, or may read beyond what is there.
    pub fn of(module: &Module, op: &Operation) -> Option<Self> {
        let [result] = op.results[..] else { return None };
        let Type::Vector { dims, element } = module.pool.ty(module.type_of(result)) else { return None };
        let [Dim { size, scalable: false }] = dims[..] else { return None };
        let (memref, rest) = op.operands.split_first()?;
        let indices: Vec<Index> = match op.name.as_str() {
            "vector.load" => rest.iter().map(|index| of_value(module, *index)).collect(),
            "vector.transfer_read" => {
                let indices = plain_read(module, op)?;
                indices.iter().map(|index| of_value(module, *index)).collect()
            }
            "affine.vector_load" => {
                let map = map(module, op)?;
                if (map.dims + map.symbols) as usize != rest.len() {
                    return None;
                }
                map.results.iter().map(|row| of_row(row, rest)).collect()
            }
            _ => return None,
        };
        // Memory of vectors has no elements that another load could read by themselves.
        match module.pool.ty(module.type_of(*memref)) {
            Type::Memref { element: of, shape: Some(shape), .. }
                if of == element && shape.len() == indices.len() && !shape.is_empty() =>
            {
                Some(Access { memref: *memref, indices, lanes: size })
            }
            _ => None,
        }
    }
}

fn map<'a>(module: &'a Module, op: &Operation) -> Option<&'a AffineMap> {
    match module.attribute(op, "map") {
        Some(Attribute::AffineMap(map)) => Some(map),
        _ => None,
    }
}

/// The indices of a transfer without a mask that is in bounds and changes no order of dimensions.
fn plain_read<'a>(module: &Module, op: &'a Operation) -> Option<&'a [ValueId]> {
    let Some(Attribute::AffineMap(map)) = module.attribute(op, "permutation_map") else { return None };
    let is_minor =
        map.dims > 0 && map.symbols == 0 && matches!(&map.results[..], [row] if row.steps == [Step::Dim(map.dims - 1)]);
    let in_bounds = integers(module, op, "in_bounds")?;
    let count = map.dims as usize;
    let is_plain = is_minor && in_bounds == [1] && op.operands.len() == count + 2;
    is_plain.then(|| &op.operands[1..=count])
}

fn of_row(row: &AffineExpr, operands: &[ValueId]) -> Index {
    let index = |symbolic, constant| Index { symbolic, operands: operands.to_vec(), constant };
    match &row.steps[..] {
        [Step::Constant(constant)] => Index { symbolic: None, operands: Vec::new(), constant: *constant },
        [first @ .., Step::Constant(constant), Step::Add] => {
            index(Some(AffineExpr { steps: first.to_vec() }), *constant)
        }
        steps => index(Some(AffineExpr { steps: steps.to_vec() }), 0),
    }
}

fn of_value(module: &Module, mut value: ValueId) -> Index {
    let small = |value: ValueId| constant_index(module, value).filter(|number| i32::try_from(*number).is_ok());
    let mut distance = 0;
    for _ in 0..MAX_STEPS {
        let Some(add) = definition(module, value).map(|(op, _)| module.op(op)) else { break };
        let [left, right] = add.operands[..] else { break };
        if add.name != "arith.addi" {
            break;
        }
        (value, distance) = match (small(left), small(right)) {
            (_, Some(number)) => (left, distance + number),
            (Some(number), None) => (right, distance + number),
            _ => break,
        };
    }
    let apply = definition(module, value).map(|(op, _)| module.op(op)).filter(|op| op.name == "affine.apply");
    let row = apply.and_then(|op| Some((op, map(module, op)?.results.first()?)));
    let mut index = match (small(value), row) {
        (Some(number), _) => Index { symbolic: None, operands: Vec::new(), constant: number },
        (_, Some((op, row))) => of_row(row, &op.operands),
        _ => Index { symbolic: Some(AffineExpr { steps: vec![Step::Dim(0)] }), operands: vec![value], constant: 0 },
    };
    index.constant = index.constant.saturating_add(distance);
    index
}

/// The load of `lanes` elements from `offset` on, behind the last of the loads that it joins, with its block and all that was added.
/// Operations that are `own` write nothing.
pub fn load(
    module: &mut Module,
    structure: &Structure,
    buffer: &Buffer,
    (offset, lanes): (i64, i64),
    own: &dyn Fn(OpId) -> bool,
) -> Result<(ValueId, BlockId, Vec<OpId>), String> {
    let joined = |piece: &&Piece| piece.offset < offset + lanes && piece.offset + piece.lanes > offset;
    let pieces: Vec<Piece> = buffer.pieces.iter().filter(joined).copied().collect();
    let block = pieces.first().and_then(|piece| structure.block(piece.load));
    let Some(block) = block.filter(|block| pieces.iter().all(|piece| structure.block(piece.load) == Some(*block)))
    else {
        return Err("loads that it joins are in several blocks".to_owned());
    };
    let ops = &module.blocks[block.index()].operations;
    let at = |load: OpId| ops.iter().position(|op| *op == load);
    let places: Option<Vec<usize>> = pieces.iter().map(|piece| at(piece.load)).collect();
    let places = places.ok_or("a load that it joins is no longer there")?;
    let (Some(first), Some(last)) = (places.iter().min(), places.iter().max()) else {
        return Err("it loads from a buffer that is not the window's".to_owned());
    };
    if ops[*first..*last].iter().any(|op| !own(*op) && may_write(module, *op)) {
        return Err("memory that it loads may be written between loads that it joins".to_owned());
    }
    let last = *last;
    let like = pieces[places.iter().position(|place| *place == last).unwrap_or(0)];
    let (ops, value) = moved(module, like, offset - like.offset, lanes).ok_or("it loads what cannot be named here")?;
    module.insert(block, last + 1, &ops);
    Ok((value, block, ops))
}

/// The same load from `distance` elements further on, of another vector, with what computes its index.
fn moved(module: &mut Module, like: Piece, distance: i64, lanes: i64) -> Option<(Vec<OpId>, ValueId)> {
    let mut made = module.op(like.load).clone();
    let Type::Vector { element, .. } = module.pool.ty(module.type_of(made.results[0])) else { return None };
    let dims = vec![Dim { size: u64::try_from(lanes).ok()?, scalable: false }];
    let ty = module.pool.intern_type(Type::Vector { dims, element: *element }).ok()?;
    let mut ops = Vec::new();
    if made.name == "affine.vector_load" {
        let mut further = map(module, &made)?.clone();
        let row = further.results.last_mut()?;
        match &mut row.steps[..] {
            [Step::Constant(constant)] | [.., Step::Constant(constant), Step::Add] => *constant += distance,
            _ if distance == 0 => {}
            _ => row.steps.extend([Step::Constant(distance), Step::Add]),
        }
        let load = module.add(made, &[ty]);
        module.set_attribute(load, "map", Attribute::AffineMap(further)).ok()?;
        ops.push(load);
    } else {
        if distance != 0 {
            // The indices follow the memref, and a transfer has what it reads out of bounds behind them.
            let last = made.operands.len() - if made.name == "vector.load" { 1 } else { 2 };
            let index = module.type_of(made.operands[last]);
            let text = Attribute::Number { text: distance.to_string(), ty: Some(index) };
            let by = module.make(&made, "arith.constant", &[], &[("value", text)], index)?;
            let operands = [made.operands[last], module.op(by).results[0]];
            let sum = module.make(&made, "arith.addi", &operands, &[], index)?;
            made.operands[last] = module.op(sum).results[0];
            ops.extend([by, sum]);
        }
        ops.push(module.add(made, &[ty]));
    }
    let value = module.op(*ops.last()?).results[0];
    Some((ops, value))
}
