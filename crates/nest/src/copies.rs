//! Loops that copy a box of an array into a buffer and back, and maps over counters.

use crate::read::Nests;
use isotope_affine::{Extent, Linear, constant};
use isotope_mlir::ir::{AffineMap, Attribute, BlockId, Module, OpId, Operation, Sign, Type, TypeId, ValueId};

/// Rows as a map over the counters in them, with these as operands. `value` gives a counter's value.
pub fn map(rows: &[Linear], value: &dyn Fn(usize) -> ValueId) -> (AffineMap, Vec<ValueId>) {
    let mut dims: Vec<usize> = rows.iter().flat_map(|row| row.factors.keys().copied()).collect();
    dims.sort_unstable();
    dims.dedup();
    let place = |dim: usize| dims.iter().position(|of| *of == dim).unwrap_or(0) as u32;
    let results = rows.iter().map(|row| row.expression(&place)).collect();
    (AffineMap { dims: dims.len() as u32, symbols: 0, results }, dims.iter().map(|dim| value(*dim)).collect())
}

/// A loop of one iteration after the other between bounds, and the block of its body, which has no yield yet.
pub struct Made {
    pub op: OpId,
    pub body: BlockId,
    pub counter: ValueId,
}

/// Adds a loop that stands in no block yet. `None`: the pool is full.
pub fn counted(
    module: &mut Module,
    at: &Operation,
    [lower, upper]: [(AffineMap, Vec<ValueId>); 2],
    step: i64,
) -> Option<Made> {
    let index = module.pool.intern_type(Type::Index).ok()?;
    let (region, body) = module.add_region(&[index]);
    let counter = *module.blocks[body.index()].arguments.first()?;
    let segments = module.integers(32, [lower.1.len() as i64, upper.1.len() as i64, 0].into_iter())?;
    let operands = [lower.1, upper.1].concat();
    let properties = [
        ("lowerBoundMap", Attribute::AffineMap(lower.0)),
        ("operandSegmentSizes", segments),
        ("step", Attribute::Number { text: step.to_string(), ty: Some(index) }),
        ("upperBoundMap", Attribute::AffineMap(upper.0)),
    ];
    let op = module.build(at, "affine.for", &operands, &properties, &[], vec![region])?;
    Some(Made { op, body, counter })
}

/// Ends a body.
pub fn end(module: &mut Module, at: &Operation, body: BlockId) -> Option<()> {
    let end = module.build(at, "affine.yield", &[], &[], &[], Vec::new())?;
    module.insert(body, usize::MAX, &[end]);
    Some(())
}

/// A buffer for a box of an array.
pub struct Buffer<'a> {
    /// The array's value.
    pub array: ValueId,
    /// Its sizes.
    pub shape: &'a [u64],
    /// The box.
    pub extents: &'a [Extent],
    /// The buffer's value.
    pub memref: ValueId,
    /// The array's dimension at each place of the buffer.
    pub order: &'a [usize],
}

/// Loops that copy a box of an array into its buffer, or `back`, standing in no block yet. Where the box may reach over the array's ends, the
/// loops do not.
///
/// ```mlir
/// affine.for %k = 0 to 80 {
///   affine.for %l = 0 to 100 {
///     affine.for %m = (d0) -> (d0)(%i) to (d0) -> (d0 + 1)(%i) {
///       %x = affine.load %A[%k, %l, %m]
///       affine.store %x, %buffer[%m - %i, %k, %l]
/// ```
pub fn copy(module: &mut Module, at: &Operation, nests: &Nests, of: &Buffer<'_>, back: bool) -> Option<OpId> {
    let around = |dim: usize| nests.loops[dim].counter;
    let mut made: Vec<Made> = Vec::new();
    for (extent, size) in of.extents.iter().zip(of.shape) {
        let (extent_end, size) = (i64::try_from(extent.size).ok()?, i64::try_from(*size).ok()?);
        let (mut lower, mut upper) = (vec![extent.base.clone()], vec![extent.base.plus(&constant(extent_end))?]);
        let range = nests.domain.range(&extent.base);
        if range.is_none_or(|(least, _)| least < 0) {
            lower.push(constant(0));
        }
        if range.is_none_or(|(_, most)| most.saturating_add(extent_end) > size) {
            upper.push(constant(size));
        }
        let bounds = [lower, upper].map(|rows| map(&rows, &around));
        made.push(counted(module, at, bounds, 1)?);
    }
    // The counters of the copy are dimensions behind those of the nests.
    let first = nests.loops.len();
    let value = |dim: usize| if dim < first { around(dim) } else { made[dim - first].counter };
    let own: Vec<Linear> = (0..made.len()).map(|dim| Linear::dim(first + dim, 1, 0)).collect();
    let of_buffer = of.order.iter().map(|dim| own[*dim].minus(&of.extents[*dim].base)).collect::<Option<Vec<_>>>()?;
    let ends = [(of.array, own.clone()), (of.memref, of_buffer)];
    let [from, to] = if back { [&ends[1], &ends[0]] } else { [&ends[0], &ends[1]] };
    let element = element(module, of.array)?;
    let (load, operands) = map(&from.1, &value);
    let load = module.build(
        at,
        "affine.load",
        &[&[from.0], &operands[..]].concat(),
        &[("map", Attribute::AffineMap(load))],
        &[element],
        Vec::new(),
    )?;
    let loaded = *module.op(load).results.first()?;
    let (store, operands) = map(&to.1, &value);
    let store = module.build(
        at,
        "affine.store",
        &[&[loaded, to.0], &operands[..]].concat(),
        &[("map", Attribute::AffineMap(store))],
        &[],
        Vec::new(),
    )?;
    let mut inner = vec![load, store];
    for of in made.iter().rev() {
        module.insert(of.body, usize::MAX, &inner);
        end(module, at, of.body)?;
        inner = vec![of.op];
    }
    inner.first().copied()
}

/// The type of an array's elements.
pub fn element(module: &Module, array: ValueId) -> Option<TypeId> {
    match module.pool.ty(module.type_of(array)) {
        Type::Memref { element, .. } => Some(*element),
        _ => None,
    }
}

/// `alignment = 64 : i64`.
pub fn aligned(module: &mut Module) -> Option<Attribute> {
    let ty = module.pool.intern_type(Type::Integer { width: 64, sign: Sign::Signless }).ok()?;
    Some(Attribute::Number { text: "64".to_owned(), ty: Some(ty) })
}
