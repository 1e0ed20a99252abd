//! Affine maps and integer sets.

use super::{Reader, Result};
use crate::error::quoted;
use crate::ir::{AffineExpr, AffineMap, IntegerSet, Step};
use crate::limits::{MAX_AFFINE_STEPS, MAX_RANK};

/// Names of dimensions and symbols, each with the step that pushes it.
struct Names<'a> {
    known: Vec<(&'a str, Step)>,
    dims: u32,
    symbols: u32,
}

impl<'a> Reader<'a> {
    /// `(d0)[s0] -> (d0 + s0)`
    pub fn affine_map(&mut self) -> Result<AffineMap> {
        let names = self.affine_names()?;
        self.cursor.expect(b"->")?;
        self.cursor.expect(b"(")?;
        let mut results = Vec::new();
        if !self.cursor.eat(b")") {
            loop {
                results.push(self.affine_expression(&names)?);
                if !self.cursor.eat(b",") {
                    break;
                }
            }
            self.cursor.expect(b")")?;
        }
        Ok(AffineMap { dims: names.dims, symbols: names.symbols, results })
    }

    /// `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`
    pub fn integer_set(&mut self) -> Result<IntegerSet> {
        let names = self.affine_names()?;
        self.cursor.expect(b":")?;
        self.cursor.expect(b"(")?;
        let mut constraints = Vec::new();
        if !self.cursor.eat(b")") {
            loop {
                constraints.push(self.constraint(&names)?);
                if !self.cursor.eat(b",") {
                    break;
                }
            }
            self.cursor.expect(b")")?;
        }
        Ok(IntegerSet { dims: names.dims, symbols: names.symbols, constraints })
    }

    /// `left >= right`, `left <= right` or `left == right`, as one side.
    fn constraint(&mut self, names: &Names<'a>) -> Result<(AffineExpr, bool)> {
        let at = self.cursor.offset();
        let left = self.affine_expression(names)?;
        let sign = [&b"=="[..], b">=", b"<="].into_iter().find(|sign| self.cursor.eat(sign));
        let Some(sign) = sign else { return Err(self.cursor.unexpected("`==`, `>=` or `<=`")) };
        let right = self.affine_expression(names)?;
        let (mut steps, less) = if sign == b"<=" { (right.steps, left.steps) } else { (left.steps, right.steps) };
        if less != [Step::Constant(0)] {
            steps.extend(less);
            steps.extend([Step::Constant(-1), Step::Mul, Step::Add]);
        }
        self.bounded(at, steps.len())?;
        Ok((AffineExpr { steps }, sign == b"=="))
    }

    fn affine_names(&mut self) -> Result<Names<'a>> {
        let mut names = Names { known: Vec::new(), dims: 0, symbols: 0 };
        self.cursor.expect(b"(")?;
        names.dims = self.names_to(b")", &mut names.known, Step::Dim)?;
        if self.cursor.eat(b"[") {
            names.symbols = self.names_to(b"]", &mut names.known, Step::Symbol)?;
        }
        Ok(names)
    }

    fn names_to(&mut self, end: &[u8], known: &mut Vec<(&'a str, Step)>, step: fn(u32) -> Step) -> Result<u32> {
        let mut count = 0;
        if self.cursor.eat(end) {
            return Ok(0);
        }
        loop {
            let at = self.cursor.offset();
            let word = self.cursor.peek_word();
            if word.is_empty() {
                return Err(self.cursor.unexpected("the name of a dimension or symbol"));
            }
            if known.iter().any(|(name, _)| *name == word) {
                return Err(self.cursor.error(at, format!("{} stands here twice: rename one of them", quoted(word))));
            }
            if count as usize >= MAX_RANK {
                return Err(self
                    .cursor
                    .error(at, format!("a map has at most {MAX_RANK} dimensions and symbols (MAX_RANK)")));
            }
            self.cursor.advance(word.len());
            known.push((word, step(count)));
            count += 1;
            if !self.cursor.eat(b",") {
                self.cursor.expect(end)?;
                return Ok(count);
            }
        }
    }

    fn affine_expression(&mut self, names: &Names<'a>) -> Result<AffineExpr> {
        let mut steps = Vec::new();
        self.affine_sum(names, &mut steps)?;
        Ok(AffineExpr { steps })
    }

    fn bounded(&self, at: usize, steps: usize) -> Result<()> {
        if steps <= MAX_AFFINE_STEPS {
            return Ok(());
        }
        Err(self.cursor.error(
            at,
            format!("an affine expression has at most {MAX_AFFINE_STEPS} terms and operators (MAX_AFFINE_STEPS)"),
        ))
    }

    fn affine_sum(&mut self, names: &Names<'a>, steps: &mut Vec<Step>) -> Result<()> {
        self.affine_product(names, steps)?;
        loop {
            let at = self.cursor.offset();
            // The arrow of a map is no difference.
            if self.cursor.eat(b"+") {
                self.affine_product(names, steps)?;
            } else if !self.cursor.looks_at(b"->") && self.cursor.eat(b"-") {
                self.affine_product(names, steps)?;
                steps.extend([Step::Constant(-1), Step::Mul]);
            } else {
                return Ok(());
            }
            steps.push(Step::Add);
            self.bounded(at, steps.len())?;
        }
    }

    fn affine_product(&mut self, names: &Names<'a>, steps: &mut Vec<Step>) -> Result<()> {
        self.affine_leaf(names, steps)?;
        loop {
            let at = self.cursor.offset();
            let step = if self.cursor.eat(b"*") {
                Step::Mul
            } else {
                let word = self.cursor.peek_word();
                let step = match word {
                    "mod" => Step::Mod,
                    "floordiv" => Step::FloorDiv,
                    "ceildiv" => Step::CeilDiv,
                    _ => return Ok(()),
                };
                self.cursor.advance(word.len());
                step
            };
            self.affine_leaf(names, steps)?;
            steps.push(step);
            self.bounded(at, steps.len())?;
        }
    }

    fn affine_leaf(&mut self, names: &Names<'a>, steps: &mut Vec<Step>) -> Result<()> {
        self.nested(|r| {
            let at = r.cursor.offset();
            match r.cursor.peek() {
                Some(b'(') => {
                    r.cursor.advance(1);
                    r.affine_sum(names, steps)?;
                    return r.cursor.expect(b")");
                }
                Some(b'-') => {
                    r.cursor.advance(1);
                    if r.cursor.peek().is_some_and(|b| b.is_ascii_digit()) {
                        let digits = r.cursor.digits()?;
                        let value = format!("-{digits}")
                            .parse()
                            .map_err(|_| r.cursor.error(at, "this number does not fit 64 bits"))?;
                        steps.push(Step::Constant(value));
                    } else {
                        r.affine_leaf(names, steps)?;
                        steps.extend([Step::Constant(-1), Step::Mul]);
                    }
                }
                Some(b'0'..=b'9') => {
                    let value = r.cursor.signed()?;
                    steps.push(Step::Constant(value));
                }
                _ => {
                    let word = r.cursor.peek_word();
                    let Some((_, step)) = names.known.iter().find(|(name, _)| *name == word) else {
                        return Err(r
                            .cursor
                            .unexpected("a number, or a dimension or symbol that the map's list names"));
                    };
                    r.cursor.advance(word.len());
                    steps.push(*step);
                }
            }
            r.bounded(at, steps.len())
        })
    }
}
