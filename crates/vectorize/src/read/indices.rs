//! Counters, bounds and conditions, which are numbers once loops are unrolled.

use super::{Known, Reader};
use isotope_mlir::ir::{AffineMap, Attribute, Operation, Type, ValueId};
use isotope_mlir::literals::{integers, number};

impl Reader<'_> {
    fn index_of(&self, value: ValueId) -> Option<i64> {
        match self.known.get(&value)? {
            Known::Index(value) => Some(*value),
            _ => None,
        }
    }

    /// The results of a map.
    pub(super) fn mapped(&self, op: &Operation, name: &str, operands: &[ValueId]) -> Option<Vec<i64>> {
        let Attribute::AffineMap(map) = self.module.attribute(op, name)? else { return None };
        let operands = operands.iter().map(|value| self.index_of(*value)).collect::<Option<Vec<_>>>()?;
        let (dims, symbols) = operands.split_at_checked(map.dims as usize)?;
        let mut stack = Vec::new();
        map.results.iter().map(|row| row.evaluate(dims, symbols, &mut stack)).collect()
    }

    /// Indices of an access whose first operands are not indices.
    pub(super) fn subscripts(&self, op: &Operation, first: usize) -> Option<Vec<i64>> {
        let operands = op.operands.get(first..)?;
        match op.name.starts_with("affine.") {
            true => self.mapped(op, "map", operands),
            false => operands.iter().map(|value| self.index_of(*value)).collect(),
        }
    }

    /// Bounds and step of a loop, and the values that its first iteration starts with.
    pub(super) fn bounds<'o>(&self, op: &'o Operation) -> Option<(i64, i64, i64, &'o [ValueId])> {
        if op.name == "scf.for" {
            let [lower, upper, step] = [0, 1, 2].map(|at| op.operands.get(at).and_then(|value| self.index_of(*value)));
            return Some((lower?, upper?, step.filter(|step| *step > 0)?, op.operands.get(3..)?));
        }
        let segments = integers(self.module, op, "operandSegmentSizes")?;
        let [lowers, uppers, _] = <[i64; 3]>::try_from(segments).ok()?.map(|size| usize::try_from(size).ok());
        let (lowers, uppers) = (lowers?, uppers?);
        let lower = self.mapped(op, "lowerBoundMap", op.operands.get(..lowers)?)?;
        let upper = self.mapped(op, "upperBoundMap", op.operands.get(lowers..lowers.checked_add(uppers)?)?)?;
        let step = self.module.attribute(op, "step").and_then(number).filter(|step| *step > 0)?;
        Some((lower.into_iter().max()?, upper.into_iter().min()?, step, op.operands.get(lowers + uppers..)?))
    }

    /// Whether the condition of an `affine.if` holds.
    pub(super) fn holds(&self, op: &Operation) -> Option<bool> {
        let Attribute::IntegerSet(set) = self.module.attribute(op, "condition")? else { return None };
        let operands = op.operands.iter().map(|value| self.index_of(*value)).collect::<Option<Vec<_>>>()?;
        let (dims, symbols) = operands.split_at_checked(set.dims as usize)?;
        let mut stack = Vec::new();
        let mut all = true;
        for (expression, is_equal) in &set.constraints {
            let value = expression.evaluate(dims, symbols, &mut stack)?;
            all &= if *is_equal { value == 0 } else { value >= 0 };
        }
        Some(all)
    }

    /// The number that an operation on indices gives.
    pub(super) fn index(&self, op: &Operation) -> Option<i64> {
        let of = |at: usize| op.operands.get(at).and_then(|value| self.index_of(*value));
        let result = self.module.pool.ty(self.module.type_of(*op.results.first()?));
        let rows = |name: &str| match self.module.attribute(op, name) {
            Some(Attribute::AffineMap(AffineMap { .. })) => self.mapped(op, name, &op.operands),
            _ => None,
        };
        match op.name.as_str() {
            "arith.constant" if matches!(result, Type::Index) => self.module.attribute(op, "value").and_then(number),
            "arith.addi" => of(0)?.checked_add(of(1)?),
            "arith.subi" => of(0)?.checked_sub(of(1)?),
            "arith.muli" => of(0)?.checked_mul(of(1)?),
            "arith.index_cast" => of(0).filter(|value| match result {
                Type::Integer { width, .. } => isotope_mlir::literals::wrap(*value, *width) == *value,
                _ => true,
            }),
            "affine.apply" => rows("map")?.pop(),
            "affine.min" => rows("map")?.into_iter().min(),
            "affine.max" => rows("map")?.into_iter().max(),
            _ => None,
        }
    }
}
