//! Indices as sums of dimensions.

use isotope_mlir::ir::{AffineExpr, Step};
use std::collections::BTreeMap;

/// Dimensions times factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    pub factors: BTreeMap<usize, i64>,
    pub constant: i64,
}

pub fn constant(constant: i64) -> Linear {
    Linear { constant, ..Linear::default() }
}

impl Linear {
    pub fn dim(dim: usize, factor: i64, constant: i64) -> Linear {
        Linear { factors: BTreeMap::from([(dim, factor)]), constant }
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }

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
