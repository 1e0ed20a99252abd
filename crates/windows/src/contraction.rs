//! Products of vectors that are added up, `vector.contract` and `vector.outerproduct`: which lanes are multiplied, and which products are
//! one lane of the result.

use crate::lanes::{each, lane_at};
use crate::limits::MAX_LANES;
use crate::operations::{Combined, combined};
use crate::values::lanes_of;
use isotope_mlir::ir::{AffineMap, Attribute, Module, Operation, Step};
use isotope_mlir::structure::shape_of;

/// Products of lanes of two operands; those of one lane of the result stand side by side.
#[derive(Clone, Debug)]
pub struct Contraction {
    /// For each product, a lane of the first operand and one of the second.
    pub lanes: [Vec<u32>; 2],
    /// How products become lanes, and lanes are added to the third operand, where there is one.
    pub combined: Combined,
}

/// The factors and sums of an operation; nothing where operands have other bits than the result, or where there are more products than
/// a window may have lanes.
///
/// ```mlir
/// %c = vector.contract {indexing_maps = [(i, k) of %a, (k, j) of %b, (i, j) of %acc], kind = add} %a, %b, %acc
///     : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
/// ```
///
/// Products are `a[i, k] * b[k, j]`, with `k` innermost: lanes 0 1 0 1 2 3 2 3 of `a`, and 0 2 1 3 0 2 1 3 of `b`.
pub fn contraction(module: &Module, op: &Operation) -> Option<Contraction> {
    let maps = maps(module, op)?;
    let shapes: Vec<Vec<u64>> = op.operands.iter().map(|value| shape_of(module, module.type_of(*value))).collect();
    let result = module.type_of(*op.results.first()?);
    let bits = lanes_of(module, result)?.bits;
    let is_alike =
        op.operands.iter().all(|value| lanes_of(module, module.type_of(*value)).is_some_and(|ty| ty.bits == bits));
    let has_accumulator = shapes.get(2).is_none_or(|shape| *shape == shape_of(module, result));
    if bits == 1 || !is_alike || !has_accumulator {
        return None;
    }
    let count = 1 + maps.iter().flatten().copied().max()?;
    let mut sizes = vec![0; count];
    for (map, shape) in maps.iter().zip(&shapes).take(2) {
        for (dim, size) in map.iter().zip(shape) {
            if map.len() != shape.len() || sizes[*dim] != 0 && sizes[*dim] != *size {
                return None;
            }
            sizes[*dim] = *size;
        }
    }
    let inner = (0..count).filter(|dim| !maps[2].contains(dim));
    let order: Vec<usize> = maps[2].iter().copied().chain(inner).collect();
    let space: Vec<u64> = order.iter().map(|dim| sizes[*dim]).collect();
    let total = space.iter().try_fold(1u64, |total, size| total.checked_mul(*size))?;
    if !(2..=MAX_LANES).contains(&total) || space[..maps[2].len()] != shape_of(module, result) {
        return None;
    }
    let of = |operand: usize| {
        let lane = |at: &[u64]| {
            let place: Option<Vec<u64>> =
                maps[operand].iter().map(|dim| at.get(order.iter().position(|other| other == dim)?).copied()).collect();
            Some(lane_at(&shapes[operand], &place?))
        };
        Some(each(&space, lane)?.into_iter().map(|lane| lane as u32).collect())
    };
    Some(Contraction { lanes: [of(0)?, of(1)?], combined: combined(module, op)? })
}

/// The dimensions of the loops that each of both operands and the result is indexed by.
fn maps(module: &Module, op: &Operation) -> Option<[Vec<usize>; 3]> {
    match (op.name.as_str(), &op.operands[..]) {
        ("vector.outerproduct", [_, right] | [_, right, _]) => match shape_of(module, module.type_of(*right)).len() {
            0 => Some([vec![0], vec![], vec![0]]),
            _ => Some([vec![0], vec![1], vec![0, 1]]),
        },
        ("vector.contract", [_, _, _]) => {
            let Attribute::Array(all) = module.attribute(op, "indexing_maps")? else { return None };
            let [left, right, result] = all[..] else { return None };
            let map = |id| match module.pool.attribute(id) {
                Attribute::AffineMap(map) => dims(map),
                _ => None,
            };
            Some([map(left)?, map(right)?, map(result)?])
        }
        _ => None,
    }
}

/// The dimensions that a map selects, each once; nothing for any other map.
fn dims(map: &AffineMap) -> Option<Vec<usize>> {
    let dim = |steps: &[Step]| match steps {
        [Step::Dim(dim)] => Some(*dim as usize),
        _ => None,
    };
    let all: Vec<usize> = map.results.iter().map(|row| dim(&row.steps)).collect::<Option<_>>()?;
    let is_once = |dim: &usize| all.iter().filter(|other| *other == dim).count() == 1;
    (map.symbols == 0 && all.iter().all(is_once)).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_mlir::read;

    /// The lanes of both operands of a contraction with these maps and types; nothing where it is none.
    fn lanes(maps: [&str; 3], types: [&str; 3]) -> Option<[Vec<u32>; 2]> {
        let maps = maps.map(|map| format!("affine_map<(i, j, k) -> {map}>")).join(", ");
        let [left, right, result] = types;
        let text = format!(
            r#"%a, %b, %c = "a.b"() : () -> ({left}, {right}, {result})
%r = "vector.contract"(%a, %b, %c) <{{indexing_maps = [{maps}], kind = #vector.kind<add>}}> : ({left}, {right}, {result}) -> {result}
"#
        );
        let module =
            read(&text.replace("%a, %b, %c =", "%v:3 =").replace("(%a, %b, %c)", "(%v#0, %v#1, %v#2)")).unwrap();
        contraction(&module, module.op(module.top[1])).map(|is| is.lanes)
    }

    #[test]
    fn products_of_one_lane_stand_side_by_side() {
        let of_two = ["vector<2x2xi32>"; 3];
        let product = lanes(["(i, k)", "(k, j)", "(i, j)"], of_two);
        assert_eq!(product, Some([vec![0, 1, 0, 1, 2, 3, 2, 3], vec![0, 2, 1, 3, 0, 2, 1, 3]]));
        let turned = lanes(["(i, k)", "(k, j)", "(j, i)"], of_two);
        assert_eq!(turned, Some([vec![0, 1, 2, 3, 0, 1, 2, 3], vec![0, 2, 0, 2, 1, 3, 1, 3]]));
    }

    #[test]
    fn what_is_no_product_of_lanes_is_none() {
        let (maps, of_two) = (["(i, k)", "(k, j)", "(i, j)"], ["vector<2x2xi32>"; 3]);
        for (maps, types) in [
            (["(i, k)", "(k, i)", "(i, j)"], of_two),
            (["(i, i)", "(k, j)", "(i, j)"], of_two),
            (["(i + k, k)", "(k, j)", "(i, j)"], of_two),
            (["(i, k)", "(k)", "(i, j)"], of_two),
            (["(i, k)", "()", "(i, j)"], of_two),
            (maps, ["vector<2x2xi32>", "vector<2x2xi32>", "vector<2x4xi32>"]),
            (maps, ["vector<2x4xi32>", "vector<2x2xi32>", "vector<2x2xi32>"]),
            (maps, ["vector<2x2xi8>", "vector<2x2xi8>", "vector<2x2xi32>"]),
            (maps, ["vector<2x2xf32>"; 3]),
            (maps, ["vector<2x2xi1>"; 3]),
            (maps, ["vector<16x16xi8>"; 3]),
        ] {
            assert_eq!(lanes(maps, types), None, "{maps:?} {types:?}");
        }
    }
}
