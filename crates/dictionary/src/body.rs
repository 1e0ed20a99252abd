//! A class's symbolic body: the canonical text of `isotope_isa::canonical`, read back and filled with a member's numbers.
//!
//! The text is a nest of loops over elements with `?` for every number. Filling it gives the member's lanes without
//! running its semantics; the dictionary's builder and a test check that both give the same terms.

use crate::limits::{MAX_BODY_DEPTH, MAX_BODY_ZEROS, MAX_FOLD_STEPS};
use isotope_ir::term::{BinOp, TermId, Terms, UnOp};
use isotope_isa::lanes::variable;

/// What distinguishes a member of a class from the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The operand behind each letter of the text.
    pub order: Vec<usize>,
    /// Bits of an element of each operand as the lanes read it; 0 for immediates.
    pub element_bits: Vec<u32>,
    /// What fills the `?`s, in the text's order, tables in full.
    pub values: Vec<u64>,
}

/// Why a text cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Something else stands there.
    #[error("byte {at} of a class's text: {expected} expected")]
    Text {
        /// Where, from 0.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The numbers end before the text does.
    #[error("the member has {0} numbers, its class's text wants more")]
    Numbers(usize),
    /// The text nests deeper than the bound.
    #[error("a class's text nests deeper than MAX_BODY_DEPTH ({MAX_BODY_DEPTH})")]
    Depth,
}

/// A number of the text: in a fold what it is at the first step, and what it goes up by.
#[derive(Clone, Copy)]
struct Number {
    first: u64,
    step: u64,
}

impl Number {
    fn at(self, step: usize) -> u64 {
        self.first.wrapping_add(self.step.wrapping_mul(step as u64))
    }
}

/// A term whose leaves are an element's reads.
enum Expr {
    /// What the steps of a fold after this one make.
    Rest,
    /// So many steps, the end, and a step.
    Fold(usize, Box<[Expr; 2]>),
    Slot(usize),
    Named(usize),
    Let(usize, Box<Expr>),
    /// Its low and its high half, its bits.
    Const(Number, Number, Number),
    Un(UnOp, Box<Expr>),
    Bin(BinOp, Box<[Expr; 2]>),
    Ite(Box<[Expr; 3]>),
    Concat(Box<[Expr; 2]>),
    Extract(Number, Number, Box<Expr>),
    /// To so many bits, signed or not.
    Ext(Number, bool, Box<Expr>),
    /// Into bounds, low and high, by this comparison, and into so many bits.
    Clamp(BinOp, [Number; 3], Box<Expr>),
    /// The smaller one, by this comparison, or with `true` the larger one.
    Extreme(BinOp, bool, Box<[Expr; 2]>),
}

/// Where a read of a body finds its element, by lane and turn, and by step of the fold that it is in.
enum Index {
    Affine { base: i64, per_lane: i64, per_turn: i64, per_step: i64 },
    Table { per_lane: i64, turns: Vec<i64> },
    All(Vec<i64>),
}

struct Read {
    operand: usize,
    index: Index,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    numbers: &'a Numbers,
    next: usize,
    /// Whether it stands in a fold's step.
    in_fold: bool,
}

/// The elements of a member's result, lowest first, with the bits of one; variable `operand << 16 | element`.
pub fn fill(text: &str, numbers: &Numbers, terms: &mut Terms) -> Result<(u32, Vec<TermId>), BodyError> {
    let mut reader = Reader { text, at: 0, numbers, next: 0, in_fold: false };
    reader.expect("out ")?;
    let out_bits = reader.number()? as u32;
    reader.expect(" lanes ")?;
    let lanes = reader.number()? as usize;
    reader.expect(" zeros ")?;
    let zeros = reader.number()? as usize;
    reader.expect("\n")?;
    let mut by_lane: Vec<Vec<TermId>> = vec![Vec::new(); lanes];
    while reader.take("run ") {
        let turns = reader.number()? as usize;
        reader.expect("\n")?;
        let mut bodies = Vec::new();
        while reader.rest().starts_with(' ') {
            bodies.push(reader.body(lanes, turns)?);
        }
        for (lane, out) in by_lane.iter_mut().enumerate() {
            for turn in 0..turns {
                out.extend(
                    bodies.iter().map(|(reads, expr)| element(reads, expr, (lane, turn, turns), numbers, terms)),
                );
            }
        }
    }
    let mut out = by_lane.concat();
    if zeros > MAX_BODY_ZEROS {
        return Err(BodyError::Text { at: 0, expected: "at most MAX_BODY_ZEROS zeros" });
    }
    let zero = terms.constant(0, out_bits);
    out.resize(out.len() + zeros, zero);
    Ok((out_bits, out))
}

fn element(reads: &[Read], expr: &Expr, at: (usize, usize, usize), numbers: &Numbers, terms: &mut Terms) -> TermId {
    let mut builder = Builder { reads, at, numbers, names: Vec::new(), step: 0, rest: None, terms };
    builder.build(expr)
}

/// Builds the term of one element.
struct Builder<'a> {
    reads: &'a [Read],
    /// The lane, the turn, and how many turns there are.
    at: (usize, usize, usize),
    numbers: &'a Numbers,
    names: Vec<Option<TermId>>,
    /// Where in a fold it is.
    step: usize,
    rest: Option<TermId>,
    terms: &'a mut Terms,
}

impl Builder<'_> {
    fn slot(&mut self, slot: usize) -> TermId {
        let (read, (lane, turn, turns)) = (&self.reads[slot], self.at);
        let index = match &read.index {
            Index::Affine { base, per_lane, per_turn, per_step } => {
                base + lane as i64 * per_lane + turn as i64 * per_turn + self.step as i64 * per_step
            }
            Index::Table { per_lane, turns } => lane as i64 * per_lane + turns[turn],
            Index::All(all) => all[lane * turns + turn],
        };
        self.terms.var(variable(read.operand, index as usize), self.numbers.element_bits[read.operand])
    }

    fn build(&mut self, expr: &Expr) -> TermId {
        let step = self.step;
        match expr {
            Expr::Rest => self.rest.expect("the rest is read in a fold only"),
            Expr::Fold(count, parts) => {
                let [end, next] = &**parts;
                let mut made = self.build(end);
                // From the innermost outwards.
                for step in (0..*count).rev() {
                    (self.step, self.rest) = (step, Some(made));
                    made = self.build(next);
                }
                (self.step, self.rest) = (0, None);
                made
            }
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Named(name) => self.names[*name].expect("a name is read only after it is bound"),
            Expr::Let(name, inner) => {
                let value = self.build(inner);
                self.names.resize(self.names.len().max(name + 1), None);
                self.names[*name] = Some(value);
                value
            }
            Expr::Const(low, high, width) => {
                let value = u128::from(low.at(step)) | u128::from(high.at(step)) << 64;
                self.terms.constant(value, width.at(step) as u32)
            }
            Expr::Un(op, a) => {
                let a = self.build(a);
                self.terms.un(*op, a)
            }
            Expr::Bin(op, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                self.terms.bin(*op, a, b)
            }
            Expr::Concat(ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                self.terms.concat(a, b)
            }
            Expr::Ite(abc) => {
                let [a, b, c] = [0, 1, 2].map(|i| self.build(&abc[i]));
                self.terms.ite(a, b, c)
            }
            Expr::Extract(lo, width, a) => {
                let a = self.build(a);
                self.terms.extract(a, lo.at(step) as u32, width.at(step) as u32)
            }
            Expr::Ext(width, signed, a) => {
                let (a, width) = (self.build(a), width.at(step) as u32);
                if *signed { self.terms.sext(a, width) } else { self.terms.zext(a, width) }
            }
            Expr::Clamp(less, [low, high, width], value) => {
                let (value, width) = (self.build(value), width.at(step) as u32);
                let wide = self.terms.width(value);
                let rest = self.terms.extract(value, 0, width);
                let [low, high] = [low, high].map(|bound| u128::from(bound.at(step)));
                let (bound, chosen) = (self.terms.constant(low, wide), self.terms.constant(low, width));
                let under = self.terms.bin(*less, value, bound);
                let inner = self.terms.ite(under, chosen, rest);
                let (bound, chosen) = (self.terms.constant(high, wide), self.terms.constant(high, width));
                let over = self.terms.bin(*less, bound, value);
                self.terms.ite(over, chosen, inner)
            }
            Expr::Extreme(less, largest, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                let (a, b) = if *largest { (b, a) } else { (a, b) };
                let c = if *largest { self.terms.bin(*less, b, a) } else { self.terms.bin(*less, a, b) };
                self.terms.ite(c, a, b)
            }
        }
    }
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn expect(&mut self, word: &'static str) -> Result<(), BodyError> {
        if self.take(word) { Ok(()) } else { Err(BodyError::Text { at: self.at, expected: word }) }
    }

    fn raw(&mut self) -> Result<u64, BodyError> {
        let value = self.numbers.values.get(self.next).copied();
        self.next += 1;
        value.ok_or(BodyError::Numbers(self.numbers.values.len()))
    }

    fn number(&mut self) -> Result<u64, BodyError> {
        self.expect("?")?;
        self.raw()
    }

    /// A number of a term.
    fn numeral(&mut self) -> Result<Number, BodyError> {
        let first = self.number()?;
        Ok(Number { first, step: if self.in_fold { self.raw()? } else { 0 } })
    }

    fn spaced(&mut self) -> Result<Number, BodyError> {
        self.expect(" ")?;
        self.numeral()
    }

    /// Whether numbers have signs: 1 or 0.
    fn sign(&mut self) -> Result<bool, BodyError> {
        Ok(self.spaced()?.first != 0)
    }

    /// A decimal number of the text itself: of a read or of a name.
    fn decimal(&mut self) -> Result<usize, BodyError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let value = self.rest()[..digits].parse();
        self.at += digits;
        value.map_err(|_| BodyError::Text { at: self.at, expected: "a number" })
    }

    fn body(&mut self, lanes: usize, turns: usize) -> Result<(Vec<Read>, Expr), BodyError> {
        let mut reads = Vec::new();
        while self.take(" x") {
            let slot = self.decimal()?;
            self.expect("=")?;
            let letter = self.letter()?;
            self.expect("[")?;
            let index = self.index(lanes, turns)?;
            self.expect("]")?;
            let missing = BodyError::Text { at: self.at, expected: "a letter of an operand" };
            let operand = *self.numbers.order.get(letter).ok_or(missing.clone())?;
            if slot != reads.len() || operand >= self.numbers.element_bits.len() {
                return Err(missing);
            }
            reads.push(Read { operand, index });
        }
        self.expect(" : ")?;
        let expr = self.expr(&mut 0, reads.len(), MAX_BODY_DEPTH)?;
        self.expect("\n")?;
        Ok((reads, expr))
    }

    fn letter(&mut self) -> Result<usize, BodyError> {
        let bad = BodyError::Text { at: self.at, expected: "a letter" };
        let first = self.rest().bytes().next().filter(u8::is_ascii_lowercase).ok_or(bad)?;
        self.at += 1;
        let round = if self.rest().starts_with(|c: char| c.is_ascii_digit()) { self.decimal()? } else { 0 };
        Ok(round * 26 + usize::from(first - b'a'))
    }

    fn index(&mut self, lanes: usize, turns: usize) -> Result<Index, BodyError> {
        if self.take("table ") {
            let per_lane = self.raw()? as i64;
            let turns = (0..turns).map(|_| Ok(self.raw()? as i64)).collect::<Result<_, BodyError>>()?;
            return Ok(Index::Table { per_lane, turns });
        }
        if self.take("all ") {
            return Ok(Index::All(
                (0..lanes * turns).map(|_| Ok(self.raw()? as i64)).collect::<Result<_, BodyError>>()?,
            ));
        }
        let [base, per_lane, per_turn] = [self.number()?, self.number()?, self.number()?].map(|v| v as i64);
        let per_step = if self.rest().starts_with('?') { self.number()? as i64 } else { 0 };
        Ok(Index::Affine { base, per_lane, per_turn, per_step })
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
            let none = Number { first: 0, step: 0 };
            let high = if self.rest().starts_with('?') { self.numeral()? } else { none };
            self.expect(":")?;
            return Ok(Expr::Const(low, high, self.numeral()?));
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
                let width = self.spaced()?;
                let signed = self.sign()?;
                Expr::Ext(width, signed, Box::new(arg(self)?))
            }
            "clamp" => {
                let less = if self.sign()? { BinOp::Slt } else { BinOp::Ult };
                let numbers = [self.spaced()?, self.spaced()?, self.spaced()?];
                Expr::Clamp(less, numbers, Box::new(arg(self)?))
            }
            "min" | "max" => {
                let less = if self.sign()? { BinOp::Slt } else { BinOp::Ult };
                Expr::Extreme(less, head == "max", Box::new([arg(self)?, arg(self)?]))
            }
            "not" => Expr::Un(UnOp::Not, Box::new(arg(self)?)),
            "neg" => Expr::Un(UnOp::Neg, Box::new(arg(self)?)),
            "ite" => Expr::Ite(Box::new([arg(self)?, arg(self)?, arg(self)?])),
            "concat" => Expr::Concat(Box::new([arg(self)?, arg(self)?])),
            _ => {
                let signed = if ["lt", "le", "div", "rem", "shr"].contains(&head) { self.sign()? } else { false };
                let op = binary(head, signed).ok_or(BodyError::Text { at: start, expected: "an operator" })?;
                Expr::Bin(op, Box::new([arg(self)?, arg(self)?]))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_product_is_filled() {
        let text = "out ? lanes ? zeros ?\nrun ?\n x0=a[???] x1=a[???] : (add %0=(ext ? ? x0) (mul %0 (ext ? ? x1)))\nin a vector ?\n";
        let values = vec![32, 1, 0, 2, 0, 0, 2, 1, 0, 2, 32, 1, 32, 1, 16];
        let numbers = Numbers { order: vec![1], element_bits: vec![0, 16], values };
        let mut terms = Terms::new();
        let (bits, out) = fill(text, &numbers, &mut terms).unwrap();
        assert_eq!((bits, out.len()), (32, 2));
        let value = terms.eval(out[1], &|n| if n == variable(1, 2) { 3 } else { 0xffff });
        assert_eq!(value, Some(3 - 3));
    }

    #[test]
    fn broken_texts_are_refused() {
        let mut terms = Terms::new();
        let mut refused = |text: &str, values: Vec<u64>| {
            fill(text, &Numbers { order: vec![0], element_bits: vec![8], values }, &mut terms).unwrap_err()
        };
        assert_eq!(refused("out ? lanes ? zeros ?\n", vec![8]), BodyError::Numbers(1));
        let unbound = "out ? lanes ? zeros ?\nrun ?\n : %0\n";
        assert!(matches!(refused(unbound, vec![8, 1, 0, 1]), BodyError::Text { expected: "a bound name", .. }));
        let unknown = "out ? lanes ? zeros ?\nrun ?\n x0=a[???] : (frob x0)\n";
        assert!(matches!(refused(unknown, vec![8, 1, 0, 1, 0, 0, 0]), BodyError::Text { expected: "an operator", .. }));
    }
}
