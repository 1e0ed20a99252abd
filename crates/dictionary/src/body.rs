//! A class's symbolic body: the canonical text of `isotope_isa::canonical`, read back and filled with a member's numbers.
//!
//! The text is a nest of loops over elements with `?` for every number. Filling it gives the member's lanes without
//! running its semantics; the dictionary's builder and a test check that both give the same terms.

use crate::limits::MAX_BODY_DEPTH;
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

/// A term whose leaves are an element's reads.
enum Expr {
    Slot(usize),
    Named(usize),
    Let(usize, Box<Expr>),
    Const(u128, u32),
    Un(UnOp, Box<Expr>),
    Bin(BinOp, Box<[Expr; 2]>),
    Ite(Box<[Expr; 3]>),
    Concat(Box<[Expr; 2]>),
    Extract(u32, u32, Box<Expr>),
    ZExt(u32, Box<Expr>),
    SExt(u32, Box<Expr>),
}

/// Where a read of a body finds its element, by lane and turn.
enum Index {
    Affine { base: i64, per_lane: i64, per_turn: i64 },
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
}

/// The elements of a member's result, lowest first, with the bits of one; variable `operand << 16 | element`.
pub fn fill(text: &str, numbers: &Numbers, terms: &mut Terms) -> Result<(u32, Vec<TermId>), BodyError> {
    let mut reader = Reader { text, at: 0, numbers, next: 0 };
    reader.expect("out ")?;
    let out_bits = reader.number()? as u32;
    reader.expect(" lanes ")?;
    let lanes = reader.number()? as usize;
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
    Ok((out_bits, by_lane.concat()))
}

fn element(reads: &[Read], expr: &Expr, at: (usize, usize, usize), numbers: &Numbers, terms: &mut Terms) -> TermId {
    let (lane, turn, turns) = at;
    let slots: Vec<TermId> = reads
        .iter()
        .map(|read| {
            let index = match &read.index {
                Index::Affine { base, per_lane, per_turn } => base + lane as i64 * per_lane + turn as i64 * per_turn,
                Index::Table { per_lane, turns } => lane as i64 * per_lane + turns[turn],
                Index::All(all) => all[lane * turns + turn],
            };
            terms.var(variable(read.operand, index as usize), numbers.element_bits[read.operand])
        })
        .collect();
    build(expr, &slots, &mut Vec::new(), terms)
}

fn build(expr: &Expr, slots: &[TermId], names: &mut Vec<Option<TermId>>, terms: &mut Terms) -> TermId {
    match expr {
        Expr::Slot(slot) => slots[*slot],
        Expr::Named(name) => names[*name].expect("a name is read only after it is bound"),
        Expr::Let(name, inner) => {
            let value = build(inner, slots, names, terms);
            names.resize(names.len().max(name + 1), None);
            names[*name] = Some(value);
            value
        }
        Expr::Const(value, width) => terms.constant(*value, *width),
        Expr::Un(op, a) => {
            let a = build(a, slots, names, terms);
            terms.un(*op, a)
        }
        Expr::Bin(op, ab) => {
            let [a, b] = [0, 1].map(|i| build(&ab[i], slots, names, terms));
            terms.bin(*op, a, b)
        }
        Expr::Concat(ab) => {
            let [a, b] = [0, 1].map(|i| build(&ab[i], slots, names, terms));
            terms.concat(a, b)
        }
        Expr::Ite(abc) => {
            let [a, b, c] = [0, 1, 2].map(|i| build(&abc[i], slots, names, terms));
            terms.ite(a, b, c)
        }
        Expr::Extract(lo, width, a) => {
            let a = build(a, slots, names, terms);
            terms.extract(a, *lo, *width)
        }
        Expr::ZExt(width, a) => {
            let a = build(a, slots, names, terms);
            terms.zext(a, *width)
        }
        Expr::SExt(width, a) => {
            let a = build(a, slots, names, terms);
            terms.sext(a, *width)
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
        Ok(Index::Affine { base, per_lane, per_turn })
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
            let low = u128::from(self.number()?);
            let high = if self.rest().starts_with('?') { u128::from(self.number()?) } else { 0 };
            self.expect(":")?;
            return Ok(Expr::Const(low | high << 64, self.number()? as u32));
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
        let mut arg = |reader: &mut Self| {
            reader.expect(" ")?;
            reader.expr(bound, slots, depth)
        };
        Ok(match head {
            "extract" => {
                self.expect(" ")?;
                let lo = self.number()? as u32;
                self.expect("+")?;
                let width = self.number()? as u32;
                Expr::Extract(lo, width, Box::new(arg(self)?))
            }
            "zext" | "sext" => {
                self.expect(" ")?;
                let width = self.number()? as u32;
                let inner = Box::new(arg(self)?);
                if head == "zext" { Expr::ZExt(width, inner) } else { Expr::SExt(width, inner) }
            }
            "not" => Expr::Un(UnOp::Not, Box::new(arg(self)?)),
            "neg" => Expr::Un(UnOp::Neg, Box::new(arg(self)?)),
            "ite" => Expr::Ite(Box::new([arg(self)?, arg(self)?, arg(self)?])),
            "concat" => Expr::Concat(Box::new([arg(self)?, arg(self)?])),
            _ => {
                let op = binary(head).ok_or(BodyError::Text { at: start, expected: "an operator" })?;
                Expr::Bin(op, Box::new([arg(self)?, arg(self)?]))
            }
        })
    }
}

/// The operator of a name: its variant in lower case.
fn binary(name: &str) -> Option<BinOp> {
    use BinOp::*;
    let all = [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle];
    all.into_iter().find(|op| format!("{op:?}").eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_product_is_filled() {
        let text =
            "out ? lanes ?\nrun ?\n x0=a[???] x1=a[???] : (add %0=(sext ? x0) (mul %0 (sext ? x1)))\nin a vector ?\n";
        let values = vec![32, 1, 2, 0, 0, 2, 1, 0, 2, 32, 32, 16];
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
        assert_eq!(refused("out ? lanes ?\n", vec![8]), BodyError::Numbers(1));
        let unbound = "out ? lanes ?\nrun ?\n : %0\n";
        assert!(matches!(refused(unbound, vec![8, 1, 1]), BodyError::Text { expected: "a bound name", .. }));
        let unknown = "out ? lanes ?\nrun ?\n x0=a[???] : (frob x0)\n";
        assert!(matches!(refused(unknown, vec![8, 1, 1, 0, 0, 0]), BodyError::Text { expected: "an operator", .. }));
    }
}
