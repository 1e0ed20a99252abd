//! A function of lanes as operations on vectors.

use super::{FULL, Place};
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, signed};
use isotope_mlir::ir::{Attribute, ValueId};
use std::collections::HashMap;

/// A function whose variable `n` is the vector `reads[n]`.
pub struct Body<'a> {
    terms: &'a Terms,
    reads: &'a [ValueId],
    lanes: usize,
    made: HashMap<TermId, ValueId>,
}

/// The widest numbers that programs have.
const MAX_BITS: u32 = 64;

impl<'a> Body<'a> {
    pub fn new(terms: &'a Terms, reads: &'a [ValueId], lanes: usize) -> Self {
        Body { terms, reads, lanes, made: HashMap::new() }
    }

    /// Writes a term, and gives its value. It goes as deep as the term is high.
    pub fn write(&mut self, here: &mut Place<'_>, term: TermId) -> Result<ValueId, String> {
        if let Some(known) = self.made.get(&term) {
            return Ok(*known);
        }
        if self.terms.width(term) > MAX_BITS {
            return Err(format!("computes with {} bits", self.terms.width(term)));
        }
        let made = self.operation(here, term)?;
        self.made.insert(term, made);
        Ok(made)
    }

    fn operation(&mut self, here: &mut Place<'_>, term: TermId) -> Result<ValueId, String> {
        let width = self.terms.width(term);
        match self.terms.node(term).clone() {
            Node::Const(value) => self.constant(here, signed(value, width) as i64, width),
            Node::Var(number) => {
                self.reads.get(number as usize).copied().ok_or("reads what it does not have".to_owned())
            }
            Node::Un(UnOp::Neg, x) => {
                let (zero, x) = (self.constant(here, 0, width)?, self.write(here, x)?);
                self.add(here, "arith.subi", &[zero, x], width)
            }
            Node::Un(UnOp::Not, x) => {
                let (ones, x) = (self.constant(here, -1, width)?, self.write(here, x)?);
                self.add(here, "arith.xori", &[x, ones], width)
            }
            Node::Bin(op, x, y) => {
                let name = operator(op).ok_or("divides")?;
                let operands = [self.write(here, x)?, self.write(here, y)?];
                match name {
                    Operator::Arithmetic(name) => self.add(here, name, &operands, width),
                    Operator::Comparison(number) => self.compare(here, number, &operands),
                    Operator::Shift(name) => {
                        let is_less = self.terms.as_const(y).is_some_and(|value| value < u128::from(width));
                        match is_less {
                            true => self.add(here, name, &operands, width),
                            false => self.shift(here, (name, op == BinOp::AShr), operands, width),
                        }
                    }
                }
            }
            Node::Ite(c, x, y) => {
                let operands = [self.write(here, c)?, self.write(here, x)?, self.write(here, y)?];
                self.add(here, "arith.select", &operands, width)
            }
            Node::Extract(low, x) => {
                let (mut value, whole) = (self.write(here, x)?, self.terms.width(x));
                if low > 0 {
                    let by = self.constant(here, i64::from(low), whole)?;
                    value = self.add(here, "arith.shrui", &[value, by], whole)?;
                }
                self.add(here, "arith.trunci", &[value], width)
            }
            Node::ZExt(x) => {
                let x = self.write(here, x)?;
                self.add(here, "arith.extui", &[x], width)
            }
            Node::SExt(x) => {
                let x = self.write(here, x)?;
                self.add(here, "arith.extsi", &[x], width)
            }
            Node::Concat(high, low) => {
                let by = self.constant(here, i64::from(self.terms.width(low)), width)?;
                let [high, low] = [self.write(here, high)?, self.write(here, low)?];
                let high = self.add(here, "arith.extui", &[high], width)?;
                let low = self.add(here, "arith.extui", &[low], width)?;
                let high = self.add(here, "arith.shli", &[high, by], width)?;
                self.add(here, "arith.ori", &[high, low], width)
            }
            Node::Apply(..) => Err("computes on floats".to_owned()),
        }
    }

    /// A shift by any number: by all bits or more it is poison in `arith`, and signs or zeros in a term.
    fn shift(
        &self,
        here: &mut Place<'_>,
        (name, keeps_sign): (&str, bool),
        [x, by]: [ValueId; 2],
        width: u32,
    ) -> Result<ValueId, String> {
        let most = self.constant(here, i64::from(width) - 1, width)?;
        let is_less = self.compare(here, UNSIGNED_AT_MOST, &[by, most])?;
        let by = self.add(here, "arith.select", &[is_less, by, most], width)?;
        let shifted = self.add(here, name, &[x, by], width)?;
        if keeps_sign {
            return Ok(shifted);
        }
        let zero = self.constant(here, 0, width)?;
        self.add(here, "arith.select", &[is_less, shifted, zero], width)
    }

    fn constant(&self, here: &mut Place<'_>, value: i64, width: u32) -> Result<ValueId, String> {
        let ty = here.vector(self.lanes, width)?;
        let number = Attribute::Number { text: value.to_string(), ty: None };
        let content = Some(here.module.pool.intern_attribute(number).map_err(|_| FULL)?);
        here.add("arith.constant", &[], &[("value", Attribute::Dense { content, ty })], ty)
    }

    fn add(&self, here: &mut Place<'_>, name: &str, operands: &[ValueId], width: u32) -> Result<ValueId, String> {
        let ty = here.vector(self.lanes, width)?;
        here.add(name, operands, &[], ty)
    }

    fn compare(&self, here: &mut Place<'_>, number: i64, operands: &[ValueId]) -> Result<ValueId, String> {
        let long = isotope_mlir::ir::Type::Integer { width: 64, sign: isotope_mlir::ir::Sign::Signless };
        let long = here.module.pool.intern_type(long).map_err(|_| FULL)?;
        let predicate = Attribute::Number { text: number.to_string(), ty: Some(long) };
        let ty = here.vector(self.lanes, 1)?;
        here.add("arith.cmpi", operands, &[("predicate", predicate)], ty)
    }
}

/// The number in MLIR of a predicate.
const UNSIGNED_AT_MOST: i64 = 7;

enum Operator {
    Arithmetic(&'static str),
    /// Of a number of fewer than all bits.
    Shift(&'static str),
    /// By the predicate's number in MLIR.
    Comparison(i64),
}

/// The operation that an operator is. Quotients differ by zero.
fn operator(op: BinOp) -> Option<Operator> {
    use BinOp::*;
    Some(match op {
        Add => Operator::Arithmetic("arith.addi"),
        Sub => Operator::Arithmetic("arith.subi"),
        Mul => Operator::Arithmetic("arith.muli"),
        And => Operator::Arithmetic("arith.andi"),
        Or => Operator::Arithmetic("arith.ori"),
        Xor => Operator::Arithmetic("arith.xori"),
        Shl => Operator::Shift("arith.shli"),
        LShr => Operator::Shift("arith.shrui"),
        AShr => Operator::Shift("arith.shrsi"),
        Eq => Operator::Comparison(0),
        Slt => Operator::Comparison(2),
        Sle => Operator::Comparison(3),
        Ult => Operator::Comparison(6),
        Ule => Operator::Comparison(UNSIGNED_AT_MOST),
        UDiv | URem | SDiv | SRem => return None,
    })
}
