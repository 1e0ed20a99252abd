//! Affine maps and integer sets. Expressions are kept in postfix order, so that a long sum is a long list and not a deep tree.

/// One step of an expression: it pushes a value, or replaces the two on top by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Dimension by number.
    Dim(u32),
    /// Symbol by number.
    Symbol(u32),
    /// Constant.
    Constant(i64),
    /// Sum.
    Add,
    /// Product.
    Mul,
    /// Remainder, never negative for a positive divisor.
    Mod,
    /// Quotient, rounded down.
    FloorDiv,
    /// Quotient, rounded up.
    CeilDiv,
}

/// An expression over dimensions and symbols, in postfix order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineExpr {
    /// In the order in which they are carried out.
    pub steps: Vec<Step>,
}

impl AffineExpr {
    /// The value for these dimensions and symbols. `None`: it overflows 64 bits, or a divisor is not positive.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64], stack: &mut Vec<i64>) -> Option<i64> {
        stack.clear();
        for step in &self.steps {
            let value = match *step {
                Step::Dim(i) => *dims.get(i as usize)?,
                Step::Symbol(i) => *symbols.get(i as usize)?,
                Step::Constant(c) => c,
                _ => {
                    let right = stack.pop()?;
                    let left = stack.pop()?;
                    combine(*step, left, right)?
                }
            };
            stack.push(value);
        }
        stack.pop()
    }
}

/// The value of one operator.
pub fn combine(step: Step, left: i64, right: i64) -> Option<i64> {
    match step {
        Step::Add => left.checked_add(right),
        Step::Mul => left.checked_mul(right),
        _ if right <= 0 => None,
        Step::Mod => Some(left.rem_euclid(right)),
        Step::FloorDiv => Some(left.div_euclid(right)),
        Step::CeilDiv => Some(left.div_euclid(right) + i64::from(left.rem_euclid(right) != 0)),
        Step::Dim(_) | Step::Symbol(_) | Step::Constant(_) => None,
    }
}

/// `affine_map<(d0, ...)[s0, ...] -> (results)>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// One expression for each result.
    pub results: Vec<AffineExpr>,
}

/// `affine_set<(d0, ...)[s0, ...] : (constraints)>`: all must hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// An expression, and whether it must be 0 (else at least 0).
    pub constraints: Vec<(AffineExpr, bool)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_round_as_mlir_says() {
        assert_eq!(combine(Step::FloorDiv, -7, 4), Some(-2));
        assert_eq!(combine(Step::CeilDiv, -7, 4), Some(-1));
        assert_eq!(combine(Step::CeilDiv, 8, 4), Some(2));
        assert_eq!(combine(Step::Mod, -7, 4), Some(1));
        assert_eq!([combine(Step::Mod, 1, 0), combine(Step::Mul, i64::MAX, 2)], [None; 2]);
    }
}
