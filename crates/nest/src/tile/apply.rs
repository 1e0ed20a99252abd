//! A band in tiles: loops over tiles around the band's own loops, which run within one tile.

use super::Band;
use crate::copies::{Made, counted, end, map};
use crate::read::Nests;
use isotope_affine::{Linear, constant};
use isotope_mlir::ir::{AffineMap, Attribute, Module, OpId, ValueId};

/// Puts loops over tiles around a band. `None`: the pool is full, or a bound overflows.
///
/// ```mlir
/// affine.for %i = 0 to 1000 {        affine.for %I = 0 to 1000 step 32 {
///   affine.for %j = %i to 500 {        affine.for %J = %I to 500 step 8 {
///                                        affine.for %i = %I to min(%I + 32, 1000) {
///                                          affine.for %j = max(%J, %i) to min(%J + 8, 500) {
/// ```
pub fn tile(module: &mut Module, nests: &Nests, band: &Band) -> Option<()> {
    let first = nests.loops.len();
    let mut tiles: Vec<Made> = Vec::new();
    let mut points = Vec::new();
    for (at, of) in band.loops.iter().enumerate() {
        let counter = &nests.domain.counters[*of];
        let size = i64::try_from(band.sizes[at]).ok()?.checked_mul(counter.step)?;
        // A loop around over tiles is the dimension of its number in the band, behind those of the nests.
        let value = |dim: usize| if dim < first { nests.loops[dim].counter } else { tiles[dim - first].counter };
        let over = |rows: &[Linear], is_lower: bool| {
            rows.iter().map(|row| hull(nests, band, row, is_lower)).collect::<Option<Vec<_>>>()
        };
        let bounds = [over(&counter.lower, true)?, over(&counter.upper, false)?].map(|rows| map(&rows, &value));
        let own = module.op(nests.loops[*of].op).clone();
        let made = counted(module, &own, bounds, size)?;
        let tile = Linear::dim(first + at, 1, 0);
        // The tile begins in the first iteration, unless another loop of the band shifts that.
        let is_shifted = counter.lower.iter().any(|row| row.factors.keys().any(|dim| band.loops.contains(dim)));
        let lower =
            if is_shifted { [std::slice::from_ref(&tile), &counter.lower[..]].concat() } else { vec![tile.clone()] };
        points.push([lower, [&[tile.plus(&constant(size))?], &counter.upper[..]].concat()]);
        tiles.push(made);
    }
    let value = |dim: usize| if dim < first { nests.loops[dim].counter } else { tiles[dim - first].counter };
    for (of, rows) in band.loops.iter().zip(points) {
        bound(module, nests.loops[*of].op, rows.map(|rows| map(&rows, &value)))?;
    }
    let outermost = &nests.loops[*band.loops.first()?];
    let at = module.op(outermost.op).clone();
    let place = module.blocks[outermost.block.index()].operations.iter().position(|op| *op == outermost.op)?;
    module.blocks[outermost.block.index()].operations[place] = tiles.first()?.op;
    for (at_tile, tile) in tiles.iter().enumerate() {
        let inner = tiles.get(at_tile + 1).map_or(outermost.op, |inner| inner.op);
        module.insert(tile.body, usize::MAX, &[inner]);
        end(module, &at, tile.body)?;
    }
    Some(())
}

/// A bound of a loop over tiles: the least, or the most, that the loop's own bound is within tiles of the loops around it.
fn hull(nests: &Nests, band: &Band, row: &Linear, is_lower: bool) -> Option<Linear> {
    let first = nests.loops.len();
    let mut made = row.clone();
    for (at, of) in band.loops.iter().enumerate() {
        let Some(factor) = row.factors.get(of) else { continue };
        let step = nests.domain.counters[*of].step;
        let last =
            if (*factor > 0) == is_lower { 0 } else { (i64::try_from(band.sizes[at]).ok()? - 1).checked_mul(step)? };
        made = made.with(*of, &Linear::dim(first + at, 1, last))?;
    }
    Some(made)
}

/// Gives a loop other bounds.
fn bound(module: &mut Module, of: OpId, [lower, upper]: [(AffineMap, Vec<ValueId>); 2]) -> Option<()> {
    let segments = module.integers(32, [lower.1.len() as i64, upper.1.len() as i64, 0].into_iter())?;
    module.operations[of.index()].operands = [lower.1, upper.1].concat();
    module.set_attribute(of, "lowerBoundMap", Attribute::AffineMap(lower.0)).ok()?;
    module.set_attribute(of, "upperBoundMap", Attribute::AffineMap(upper.0)).ok()?;
    module.set_attribute(of, "operandSegmentSizes", segments).ok()
}
