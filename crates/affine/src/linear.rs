//! Indices as sums of dimensions, which are loop counters by number.

use isotope_mlir::ir::{AffineExpr, Step};
use std::collections::BTreeMap;

/// Dimensions times factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// By dimension; none of them is 0.
    pub factors: BTreeMap<usize, i64>,
    /// The constant that is added.
    pub constant: i64,
}

/// A number.
pub fn constant(constant: i64) -> Linear {
    Linear { constant, ..Linear::default() }
}

impl Linear {
    /// One dimension times a factor that is not 0, and a constant.
    pub fn dim(dim: usize, factor: i64, constant: i64) -> Linear {
        Linear { factors: BTreeMap::from([(dim, factor)]), constant }
    }

    /// The number, if no dimension is in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// A sum. `None`: it overflows.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        for (dim, factor) in &other.factors {
            let known = sum.factors.entry(*dim).or_insert(0);
            *known = known.checked_add(*factor)?;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum.constant = sum.constant.checked_add(other.constant)?;
        Some(sum)
    }

    /// A difference. `None`: it overflows.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.times(&constant(-1))?)
    }

    /// Another expression in the place of a dimension. `None`: it overflows.
    pub fn with(&self, dim: usize, by: &Linear) -> Option<Linear> {
        let mut rest = self.clone();
        match rest.factors.remove(&dim) {
            Some(factor) => rest.plus(&by.times(&constant(factor))?),
            None => Some(rest),
        }
    }

    /// As an expression over a map's dimensions; `place` gives the dimension of the map for one of this row.
    pub fn expression(&self, place: &dyn Fn(usize) -> u32) -> AffineExpr {
        let mut steps = Vec::new();
        for (dim, factor) in &self.factors {
            let is_first = steps.is_empty();
            steps.push(Step::Dim(place(*dim)));
            if *factor != 1 {
                steps.extend([Step::Constant(*factor), Step::Mul]);
            }
            steps.extend((!is_first).then_some(Step::Add));
        }
        if steps.is_empty() {
            steps.push(Step::Constant(self.constant));
        } else if self.constant != 0 {
            steps.extend([Step::Constant(self.constant), Step::Add]);
        }
        AffineExpr { steps }
    }

    /// A product, of which one operand has to be a constant.
    pub fn times(&self, other: &Linear) -> Option<Linear> {
        let (of, by) = match (self.as_constant(), other.as_constant()) {
            (_, Some(by)) => (self, by),
            (Some(by), None) => (other, by),
            (None, None) => return None,
        };
        let scaled = of.factors.iter().map(|(dim, factor)| Some((*dim, factor.checked_mul(by)?)));
        let mut factors = scaled.collect::<Option<BTreeMap<_, _>>>()?;
        factors.retain(|_, factor| *factor != 0);
        Some(Linear { factors, constant: of.constant.checked_mul(by)? })
    }
}

/// The same expression, whose symbols are dimensions behind the others.
pub fn without_symbols(of: &AffineExpr, dims: u32) -> AffineExpr {
    let step = |step: &Step| if let Step::Symbol(at) = step { Step::Dim(dims + at) } else { *step };
    AffineExpr { steps: of.steps.iter().map(step).collect() }
}

/// An expression over operands; `None`: it is not a sum of them, or it overflows.
pub fn linear(of: &AffineExpr, operands: &[Linear]) -> Option<Linear> {
    let mut stack: Vec<Linear> = Vec::new();
    for step in &of.steps {
        let value = match *step {
            Step::Dim(at) => operands.get(at as usize)?.clone(),
            Step::Constant(value) => constant(value),
            Step::Add | Step::Mul => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                if *step == Step::Add { left.plus(&right)? } else { left.times(&right)? }
            }
            Step::Symbol(_) | Step::Mod | Step::FloorDiv | Step::CeilDiv => return None,
        };
        stack.push(value);
    }
    stack.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_subtracted_and_substituted() {
        let (x, y) = (Linear::dim(0, 2, 1), Linear::dim(1, 3, -1));
        let sum = x.plus(&y).unwrap();
        assert_eq!(sum.minus(&y), Some(x.clone()));
        assert_eq!(sum.minus(&sum), Some(constant(0)));
        assert_eq!(sum.with(0, &y), Linear::dim(1, 9, -2).plus(&constant(0)));
        assert_eq!(sum.with(7, &y), Some(sum.clone()));
        let large = Linear::dim(0, i64::MAX, 0);
        assert_eq!([large.plus(&large), large.times(&constant(2)), x.times(&y)], [const { None }; 3]);
    }

    #[test]
    fn a_row_s_expression_is_the_row() {
        let dims = [Linear::dim(0, 1, 0), Linear::dim(1, 1, 0)];
        for row in
            [Linear::dim(0, 1, -3), Linear::dim(1, -2, 0), Linear::dim(0, 5, 1).plus(&dims[1]).unwrap(), constant(0)]
        {
            assert_eq!(linear(&row.expression(&|dim| dim as u32), &dims), Some(row));
        }
    }

    #[test]
    fn symbols_follow_the_dimensions() {
        let of = AffineExpr { steps: vec![Step::Dim(0), Step::Symbol(0), Step::Constant(4), Step::Mul, Step::Add] };
        let row = linear(&without_symbols(&of, 1), &[Linear::dim(5, 1, 0), Linear::dim(6, 1, 2)]).unwrap();
        assert_eq!(row, Linear::dim(5, 1, 8).plus(&Linear::dim(6, 4, 0)).unwrap());
        let of = AffineExpr { steps: vec![Step::Dim(0), Step::Constant(2), Step::Mod] };
        assert_eq!(linear(&of, &[constant(3)]), None);
    }
}
