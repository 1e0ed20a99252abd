//! Reading a class's text.

use super::{BodyError, Expr, Index, Layer, Number, Numbers, Read};
use crate::limits::{MAX_BODY_DEPTH, MAX_FOLD_STEPS, MAX_READ};
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, UnOp};

/// Where in a text it is, and at which of a member's numbers.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    numbers: &'a Numbers,
    next: usize,
    /// Whether it stands in a fold's step.
    in_fold: bool,
}

impl<'a> Reader<'a> {
    pub fn of(text: &'a str, numbers: &'a Numbers) -> Self {
        Reader { text, at: 0, numbers, next: 0, in_fold: false }
    }
}

impl Reader<'_> {
    /// How many numbers were read.
    pub fn place(&self) -> usize {
        self.next
    }

    /// The numbers read since.
    pub fn since(&self, place: usize) -> &[u64] {
        self.numbers.values.get(place..self.next).unwrap_or_default()
    }

    pub fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    pub fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    pub fn expect(&mut self, word: &'static str) -> Result<(), BodyError> {
        if self.take(word) { Ok(()) } else { Err(BodyError::Text { at: self.at, expected: word }) }
    }

    /// A number that no `?` stands for.
    pub fn raw(&mut self) -> Result<u64, BodyError> {
        let value = self.numbers.values.get(self.next).copied();
        self.next += 1;
        value.ok_or(BodyError::Numbers(self.numbers.values.len()))
    }

    pub fn number(&mut self) -> Result<u64, BodyError> {
        self.expect("?")?;
        self.raw()
    }

    /// A number of a term.
    fn numeral(&mut self) -> Result<Number, BodyError> {
        self.expect("?")?;
        self.unmarked()
    }

    fn unmarked(&mut self) -> Result<Number, BodyError> {
        Ok(Number { first: self.raw()?, step: if self.in_fold { self.raw()? } else { 0 } })
    }

    fn spaced(&mut self) -> Result<Number, BodyError> {
        self.expect(" ")?;
        self.numeral()
    }

    /// Whether numbers have signs: 1 or 0.
    fn sign(&mut self) -> Result<bool, BodyError> {
        Ok(self.spaced()?.first != 0)
    }

    /// How an extension is written: 0 for zeros, 1 for signs, and 2 more where it is a choice.
    fn extension(&mut self) -> Result<u64, BodyError> {
        let at = self.next;
        let sign = self.spaced()?.first;
        if sign > 3 { Err(BodyError::Value { at, expected: "how an extension is written" }) } else { Ok(sign) }
    }

    /// A decimal number of the text itself: of a read or of a name.
    fn decimal(&mut self) -> Result<usize, BodyError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let value = self.rest()[..digits].parse();
        self.at += digits;
        value.map_err(|_| BodyError::Text { at: self.at, expected: "a number" })
    }

    /// `out ? lanes ? zeros ?`.
    pub fn sizes(&mut self) -> Result<[u64; 3], BodyError> {
        let mut sizes = [0; 3];
        for (size, word) in sizes.iter_mut().zip(["out ", " lanes ", " zeros "]) {
            self.expect(word)?;
            *size = self.number()?;
        }
        Ok(sizes)
    }

    /// `masked ?`: 0 for no mask; else the mask's operand follows, the source's where there is one, and how many bits of it an element has.
    pub fn masked(&mut self) -> Result<Option<Layer>, BodyError> {
        self.expect(" masked ")?;
        let at = self.next;
        let kind = self.number()?;
        if kind == 0 {
            return Ok(None);
        }
        let kind =
            Some(kind - 1).filter(|kind| *kind < 8).ok_or(BodyError::Value { at, expected: "a kind of mask" })?;
        let mask = self.raw()? as usize;
        let source = if kind & 1 == 1 { Some(self.raw()? as usize) } else { None };
        let at = self.next;
        let pieces = if kind & 4 == 4 { self.raw()? } else { 1 };
        if !(1..=64).contains(&pieces) {
            return Err(BodyError::Value { at, expected: "how many bits of the mask an element has" });
        }
        Ok(Some(Layer { mask, source, inverted: kind & 2 == 2, pieces: pieces as usize }))
    }

    /// Where each body's line begins.
    pub fn bodies(&self) -> Vec<usize> {
        let mut at = self.at;
        let mut found = Vec::new();
        for line in self.rest().split_inclusive('\n').take_while(|line| line.starts_with(' ')) {
            found.push(at);
            at += line.len();
        }
        found
    }

    /// A body where the numbers have it.
    pub fn body(&mut self, bodies: &[usize], lanes: usize, iterations: usize) -> Result<(Vec<Read>, Expr), BodyError> {
        let (_, reads) = self.reads(bodies, lanes, iterations)?;
        let expr = self.term(reads.len())?;
        Ok((reads, expr))
    }

    /// Which body, and what it reads.
    pub fn reads(
        &mut self,
        bodies: &[usize],
        lanes: usize,
        iterations: usize,
    ) -> Result<(usize, Vec<Read>), BodyError> {
        let at = self.next;
        let body = self.raw()? as usize;
        self.at = *bodies.get(body).ok_or(BodyError::Value { at, expected: "one of the text's bodies" })?;
        let mut reads = Vec::new();
        while self.take(" x") {
            if self.decimal()? != reads.len() {
                return Err(BodyError::Text { at: self.at, expected: "the next read" });
            }
            let at = self.next;
            let letter = self.raw()? as usize;
            let operand = self.numbers.order.get(letter).copied().filter(|o| *o < self.numbers.element_bits.len());
            let operand = operand.ok_or(BodyError::Value { at, expected: "a letter of an operand" })?;
            let (index, count) = self.index(lanes, iterations)?;
            reads.push(Read { operand, index, count });
        }
        Ok((body, reads))
    }

    /// The term behind a body's reads.
    pub fn term(&mut self, reads: usize) -> Result<Expr, BodyError> {
        self.expect(" : ")?;
        let expr = self.expr(&mut 0, reads, MAX_BODY_DEPTH)?;
        self.expect("\n")?;
        Ok(expr)
    }

    /// Where a read's elements are, and how many of them are one number.
    fn index(&mut self, lanes: usize, iterations: usize) -> Result<(Index, usize), BodyError> {
        let at = self.next;
        let kind = self.raw()?;
        let count = (kind / 4) as usize + 1;
        if count > MAX_READ {
            return Err(BodyError::Value { at, expected: "a read of at most MAX_READ elements" });
        }
        let mut next = || Ok(self.raw()? as i64);
        let index = match kind % 4 {
            0 => Index::Affine { base: next()?, per_lane: next()?, per_iteration: next()?, per_step: None },
            1 => {
                let per_lane = next()?;
                Index::Table {
                    per_lane,
                    iterations: (0..iterations).map(|_| next()).collect::<Result<_, BodyError>>()?,
                }
            }
            2 => Index::All((0..lanes * iterations).map(|_| next()).collect::<Result<_, BodyError>>()?),
            _ => Index::Affine { base: next()?, per_lane: next()?, per_iteration: next()?, per_step: Some(next()?) },
        };
        Ok((index, count))
    }

    /// A term; `bound` counts the names bound so far.
    fn expr(&mut self, bound: &mut usize, slots: usize, depth: usize) -> Result<Expr, BodyError> {
        let depth = depth.checked_sub(1).ok_or(BodyError::Depth)?;
        if self.take("x") {
            let slot = self.decimal()?;
            let known = slot < slots;
            return known.then_some(Expr::Slot(slot)).ok_or(BodyError::Text { at: self.at, expected: "a read" });
        }
        if self.take("%") {
            let name = self.decimal()?;
            if !self.take("=") {
                let known = name < *bound;
                return known
                    .then_some(Expr::Named(name))
                    .ok_or(BodyError::Text { at: self.at, expected: "a bound name" });
            }
            *bound += 1;
            return Ok(Expr::Let(name, Box::new(self.expr(bound, slots, depth)?)));
        }
        if self.rest().starts_with('?') {
            let low = self.numeral()?;
            self.expect(":")?;
            let width = self.numeral()?;
            // The high half of a value of more than 64 bits stands in the numbers alone.
            let high = if width.first > 64 { self.unmarked()? } else { Number { first: 0, step: 0 } };
            return Ok(Expr::Const(low, high, width));
        }
        if self.in_fold && self.take("rest") {
            return Ok(Expr::Rest);
        }
        self.expect("(")?;
        let end = self.rest().find([' ', ')']).unwrap_or(0);
        let (head, start) = (self.rest()[..end].to_owned(), self.at);
        self.at += end;
        let expr = self.application(&head, start, bound, slots, depth)?;
        self.expect(")")?;
        Ok(expr)
    }

    fn application(
        &mut self,
        head: &str,
        start: usize,
        bound: &mut usize,
        slots: usize,
        depth: usize,
    ) -> Result<Expr, BodyError> {
        if head == "fold" {
            return self.fold(bound, slots, depth);
        }
        let mut arg = |reader: &mut Self| {
            reader.expect(" ")?;
            reader.expr(bound, slots, depth)
        };
        Ok(match head {
            "extract" => {
                let lo = self.spaced()?;
                let width = self.spaced()?;
                Expr::Extract(lo, width, Box::new(arg(self)?))
            }
            "ext" => {
                let (width, sign) = (self.spaced()?, self.extension()?);
                Expr::Ext(width, sign, Box::new(arg(self)?))
            }
            "clamp" => {
                let sign = self.spaced()?.first;
                let less = if sign & 1 == 1 { BinOp::Slt } else { BinOp::Ult };
                let [low, high, width] = [self.spaced()?, self.spaced()?, self.spaced()?];
                let none = Number { first: 0, step: 0 };
                // Bounds of more than 64 bits have high halves, for which there is no mark.
                let halves = if sign & 2 == 2 { [self.unmarked()?, self.unmarked()?] } else { [none; 2] };
                Expr::Clamp(less, [low, high, width, halves[0], halves[1]], Box::new(arg(self)?))
            }
            "min" | "max" => {
                let less = if self.sign()? { BinOp::Slt } else { BinOp::Ult };
                Expr::Extreme(less, head == "max", Box::new([arg(self)?, arg(self)?]))
            }
            "not" => Expr::Un(UnOp::Not, Box::new(arg(self)?)),
            "neg" => Expr::Un(UnOp::Neg, Box::new(arg(self)?)),
            "ite" => Expr::Ite(Box::new([arg(self)?, arg(self)?, arg(self)?])),
            "concat" => Expr::Concat(Box::new([arg(self)?, arg(self)?])),
            _ if Operation::numbers_of(head).is_some() => {
                let bad = BodyError::Text { at: start, expected: "the numbers of an operation on floats" };
                let count = Operation::numbers_of(head).unwrap_or_default();
                let numbers = (0..count).map(|_| Ok(self.spaced()?.first)).collect::<Result<Vec<_>, BodyError>>()?;
                let operation = Operation::of_parts(head, &numbers).ok_or(bad)?;
                let count = operation.operand_bits().1;
                Expr::Ieee(operation, (0..count).map(|_| arg(self)).collect::<Result<_, _>>()?)
            }
            _ => {
                let signed = if ["lt", "le", "div", "rem", "shr"].contains(&head) { self.sign()? } else { false };
                let op = binary(head, signed).ok_or(BodyError::Text { at: start, expected: "an operator" })?;
                match head {
                    "eq" | "lt" | "le" => {
                        let width = self.spaced()?;
                        Expr::Compare(op, width, Box::new([arg(self)?, arg(self)?]))
                    }
                    "shl" | "shr" => {
                        let guard = self.spaced()?;
                        Expr::Shift(op, guard, Box::new([arg(self)?, arg(self)?]))
                    }
                    _ => Expr::Bin(op, Box::new([arg(self)?, arg(self)?])),
                }
            }
        })
    }
}

impl Reader<'_> {
    /// `fold COUNT END STEP`, its head read. Folds are not nested.
    fn fold(&mut self, bound: &mut usize, slots: usize, depth: usize) -> Result<Expr, BodyError> {
        if self.in_fold {
            return Err(BodyError::Text { at: self.at, expected: "no fold in a step" });
        }
        self.expect(" ")?;
        let count = self.number()? as usize;
        if count > MAX_FOLD_STEPS {
            return Err(BodyError::Text { at: self.at, expected: "at most MAX_FOLD_STEPS steps" });
        }
        self.expect(" ")?;
        let end = self.expr(bound, slots, depth)?;
        self.expect(" ")?;
        self.in_fold = true;
        let step = self.expr(bound, slots, depth);
        self.in_fold = false;
        Ok(Expr::Fold(count, Box::new([end, step?])))
    }
}

/// The operator of a name and a sign.
fn binary(name: &str, signed: bool) -> Option<BinOp> {
    let by_sign = |with, without| if signed { with } else { without };
    Some(match name {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "shl" => BinOp::Shl,
        "eq" => BinOp::Eq,
        "div" => by_sign(BinOp::SDiv, BinOp::UDiv),
        "rem" => by_sign(BinOp::SRem, BinOp::URem),
        "shr" => by_sign(BinOp::AShr, BinOp::LShr),
        "lt" => by_sign(BinOp::Slt, BinOp::Ult),
        "le" => by_sign(BinOp::Sle, BinOp::Ule),
        _ => return None,
    })
}
