//! The code of one point: a sum and a product of what is loaded.

use super::{Result, number, refused};
use crate::form::{Access, Number};
use isotope_mlir::ir::{Attribute, Module, Operation, ValueId};
use std::collections::HashMap;

/// A value of the innermost code.
#[derive(Clone, Debug)]
pub enum Term {
    Load(Access),
    /// A loaded value in another form: masked, extended, and with a constant subtracted from it.
    Factor(Factor),
    Constant(i64),
    Product(Box<[Term; 2]>, Freedom),
    Sum(Box<[Term; 2]>, Freedom),
}

/// The rewrites that an operation's flags allow.
#[derive(Clone, Copy, Debug)]
pub struct Freedom {
    /// Sums in another order.
    pub reorders: bool,
    /// A product that is added without being rounded first.
    pub contracts: bool,
}

/// A factor.
#[derive(Clone, Debug)]
pub struct Factor {
    pub access: Access,
    /// How its elements are extended; `None`: they are not.
    pub number: Option<Number>,
    /// Its zero point.
    pub zero: i64,
    /// Bits that a mask leaves of each element.
    pub used: Option<u32>,
}

impl Factor {
    fn of(access: &Access) -> Factor {
        Factor { access: access.clone(), number: None, zero: 0, used: None }
    }
}

pub struct Body<'a> {
    module: &'a Module,
    terms: HashMap<ValueId, Term>,
}

impl<'a> Body<'a> {
    /// One where constants have values.
    pub fn new(module: &'a Module, constants: &HashMap<ValueId, i64>) -> Self {
        Body { module, terms: constants.iter().map(|(value, of)| (*value, Term::Constant(*of))).collect() }
    }

    pub fn define(&mut self, value: ValueId, term: Term) {
        self.terms.insert(value, term);
    }

    pub fn loaded(&mut self, op: &Operation, access: Access) -> Result<()> {
        match op.results.as_slice() {
            [result] => self.define(*result, Term::Load(access)),
            _ => return refused(op, "it has not one result"),
        }
        Ok(())
    }

    fn term(&self, op: &Operation, at: usize) -> Result<Term> {
        match op.operands.get(at).and_then(|value| self.terms.get(value)) {
            Some(term) => Ok(term.clone()),
            None => refused(op, format!("operand {at} is neither loaded nor computed from what is loaded")),
        }
    }

    /// An extended value, plus or minus a constant.
    fn shifted(&self, op: &Operation) -> Option<Term> {
        let [x, y] = [0, 1].map(|at| op.operands.get(at).and_then(|value| self.terms.get(value)));
        let (of, by) = match (op.name.as_str(), x?, y?) {
            ("arith.subi", of, Term::Constant(by)) => (of, *by),
            ("arith.addi", of, Term::Constant(by)) | ("arith.addi", Term::Constant(by), of) => (of, by.checked_neg()?),
            _ => return None,
        };
        match of {
            Term::Factor(of) if of.number.is_some() && of.zero == 0 => {
                Some(Term::Factor(Factor { zero: by, ..of.clone() }))
            }
            _ => None,
        }
    }

    /// A loaded value, masked to its low bits.
    fn masked(&self, op: &Operation) -> Option<Term> {
        let [x, y] = [0, 1].map(|at| op.operands.get(at).and_then(|value| self.terms.get(value)));
        let (Term::Load(access), Term::Constant(mask)) = (x?, y?) else { return None };
        let bits = number(self.module, self.module.type_of(op.operands[0]))?.bits();
        let used = mask.checked_add(1).filter(|next| *mask > 0 && next.count_ones() == 1)?.trailing_zeros();
        (used < bits).then(|| Term::Factor(Factor { used: Some(used), ..Factor::of(access) }))
    }

    /// The rewrites that an operation's flags allow; integers are as they are in any order.
    fn freedom(&self, op: &Operation) -> Freedom {
        if op.name.ends_with('i') {
            return Freedom { reorders: true, contracts: true };
        }
        let text = match self.module.attribute(op, "fastmath") {
            Some(Attribute::Opaque { text, .. }) => text.as_str(),
            _ => "",
        };
        let words: Vec<&str> = text.split(['<', '>', ',']).map(str::trim).collect();
        let has = |flag: &str| words.contains(&"fast") || words.contains(&flag);
        Freedom { reorders: has("reassoc"), contracts: has("contract") }
    }

    /// An extension, a product or a sum.
    pub fn computed(&mut self, op: &Operation) -> Result<()> {
        let [result] = op.results.as_slice() else { return refused(op, "a contraction has no such operation") };
        let term = match op.name.as_str() {
            "arith.extsi" | "arith.extui" => {
                let of = match self.term(op, 0)? {
                    Term::Load(access) => Factor::of(&access),
                    Term::Factor(of) if of.number.is_none() => of,
                    _ => return refused(op, "it extends what is not loaded"),
                };
                let bits = number(self.module, self.module.type_of(op.operands[0])).map(Number::bits);
                let Some(bits) = bits else { return refused(op, "its operand is no integer of whole bytes") };
                let number = if op.name == "arith.extsi" { Number::Signed(bits) } else { Number::Unsigned(bits) };
                Term::Factor(Factor { number: Some(number), ..of })
            }
            "arith.andi" => match self.masked(op) {
                Some(term) => term,
                None => return refused(op, "it masks no loaded integer to its low bits"),
            },
            "arith.muli" | "arith.mulf" => {
                Term::Product(Box::new([self.term(op, 0)?, self.term(op, 1)?]), self.freedom(op))
            }
            "arith.addi" | "arith.subi" if self.shifted(op).is_some() => self.shifted(op).unwrap_or(Term::Constant(0)),
            "arith.addi" | "arith.addf" => {
                Term::Sum(Box::new([self.term(op, 0)?, self.term(op, 1)?]), self.freedom(op))
            }
            _ => return refused(op, "a contraction has no such operation: it adds products of two factors"),
        };
        self.define(*result, term);
        Ok(())
    }

    /// The stored value, as the factors of the product that is added to an access; and what the flags of all operations allow.
    pub fn sum(&self, op: &Operation, value: ValueId, result: &Access) -> Result<(Vec<Factor>, Freedom)> {
        let wrong = "what it stores is no sum of what was there and a product";
        let Some(Term::Sum(sides, of_sum)) = self.terms.get(&value) else { return refused(op, wrong) };
        let is_result = |term: &Term| matches!(term, Term::Load(access) if access == result);
        let product = match sides.as_ref() {
            [before, product] if is_result(before) => product,
            [product, before] if is_result(before) => product,
            _ => return refused(op, wrong),
        };
        let Term::Product(sides, of_product) = product else {
            return refused(op, "what is added is no product of two or three factors");
        };
        let mut freedom = Freedom { contracts: of_sum.contracts && of_product.contracts, ..*of_sum };
        // `(a * b) * c`, and `c * (a * b)`, which is the same.
        let (first, third) = match sides.as_ref() {
            [Term::Product(first, within), third] | [third, Term::Product(first, within)] => {
                // Factors in another order are rounded elsewhere.
                freedom.reorders &= of_product.reorders && within.reorders;
                (first.as_ref(), Some(third))
            }
            sides => (sides, None),
        };
        let factor = |term: &Term| match term {
            Term::Load(access) => Ok(Factor::of(access)),
            Term::Factor(factor) => Ok(factor.clone()),
            Term::Constant(_) => refused(op, "a factor is a constant"),
            Term::Product(..) => refused(op, "a product of more than three factors is not compiled"),
            Term::Sum(..) => refused(op, "a factor is a sum"),
        };
        // A value that is not extended has the type of the sum.
        let Some(plain) = number(self.module, self.module.type_of(value)) else {
            return refused(op, "it stores neither integers of whole bytes nor f32 or f64");
        };
        let mut factors = Vec::new();
        for term in first.iter().chain(third) {
            let factor = factor(term)?;
            factors.push(Factor { number: factor.number.or(Some(plain)), ..factor });
        }
        Ok((factors, freedom))
    }
}
