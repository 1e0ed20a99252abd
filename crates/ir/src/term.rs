//! Bit-vector terms: the language that one lane of an expression and one lane of an instruction share.
//!
//! Terms are hash-consed in a [`Terms`] arena, widths 1 to [`MAX_WIDTH`] bits. Smart constructors fold constants
//! and cancel nested extracts, nothing deeper: what equality cannot see here, the solver proves. Every operator means
//! what SMT-LIB's QF_BV says, with division by zero as SMT-LIB has it (udiv x 0 = ones, urem x 0 = x).

use std::collections::HashMap;

pub use crate::limits::MAX_WIDTH;

/// A term of a [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// One-operand operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum UnOp {
    Not,
    Neg,
}

/// Two-operand operators of equal widths; comparisons give one bit. Shift amounts at or over the width give
/// zeros (or sign bits), as in SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

impl BinOp {
    /// Whether the result is one bit.
    pub fn is_comparison(self) -> bool {
        use BinOp::*;
        matches!(self, Eq | Ult | Ule | Slt | Sle)
    }

    /// Whether operands may be swapped.
    pub fn commutes(self) -> bool {
        use BinOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq)
    }
}

/// The shape of a term. Widths are beside it, in [`Terms::width`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A constant, bits above the width clear.
    Const(u128),
    /// A free variable: its number is its maker's.
    Var(u32),
    /// One operand.
    Un(UnOp, TermId),
    /// Two operands.
    Bin(BinOp, TermId, TermId),
    /// Condition of one bit, then, else.
    Ite(TermId, TermId, TermId),
    /// Bits `lo .. lo + width` of the operand.
    Extract(u32, TermId),
    /// Zero-extension to this term's width.
    ZExt(TermId),
    /// Sign-extension to this term's width.
    SExt(TermId),
    /// High part, low part.
    Concat(TermId, TermId),
    /// An uninterpreted function by name: floating-point operations.
    Apply(String, Vec<TermId>),
}

/// An arena of hash-consed terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u32>,
    index: HashMap<(Node, u32), TermId>,
    raw: bool,
}

/// All ones in the low `width` bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// The low `width` bits of `value`, read as two's complement.
pub fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The value of a binary operator on constants of `width` bits.
pub fn apply(op: BinOp, a: u128, b: u128, width: u32) -> u128 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let value = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        BinOp::URem => a.checked_rem(b).unwrap_or(a),
        BinOp::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                u128::MAX
            }
        }
        BinOp::SDiv => sa.wrapping_div(sb) as u128,
        BinOp::SRem if b == 0 => a,
        BinOp::SRem => sa.wrapping_rem(sb) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => {
            if b >= width as u128 {
                0
            } else {
                a << b
            }
        }
        BinOp::LShr => {
            if b >= width as u128 {
                0
            } else {
                a >> b
            }
        }
        BinOp::AShr => (sa >> b.min(width as u128 - 1)) as u128,
        BinOp::Eq => (a == b) as u128,
        BinOp::Ult => (a < b) as u128,
        BinOp::Ule => (a <= b) as u128,
        BinOp::Slt => (sa < sb) as u128,
        BinOp::Sle => (sa <= sb) as u128,
    };
    value & if op.is_comparison() { 1 } else { mask(width) }
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty arena whose terms are kept as they are built: nothing is folded, cancelled or put in order, and equal
    /// terms are one only if they were built alike. For checks that must not rest on those rules.
    pub fn raw() -> Self {
        Terms { raw: true, ..Self::default() }
    }

    /// Whether terms are kept as they are built.
    pub fn is_raw(&self) -> bool {
        self.raw
    }

    /// An empty arena of the same kind.
    pub fn empty_like(&self) -> Self {
        Terms { raw: self.raw, ..Self::default() }
    }

    /// The number of terms made so far; ids below it are valid, operands come before users.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was made.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The shape of a term.
    pub fn node(&self, t: TermId) -> &Node {
        &self.nodes[t.0 as usize]
    }

    /// The width of a term, in bits.
    pub fn width(&self, t: TermId) -> u32 {
        self.widths[t.0 as usize]
    }

    /// The constant behind a term, if it is one.
    pub fn as_const(&self, t: TermId) -> Option<u128> {
        match self.node(t) {
            Node::Const(v) => Some(*v),
            _ => None,
        }
    }

    fn intern(&mut self, node: Node, width: u32) -> TermId {
        assert!((1..=MAX_WIDTH).contains(&width), "a term of {width} bits: {node:?}");
        let key = (node, width);
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(key.0.clone());
        self.widths.push(width);
        self.index.insert(key, id);
        id
    }

    /// A constant; bits above the width are dropped.
    pub fn constant(&mut self, value: u128, width: u32) -> TermId {
        self.intern(Node::Const(value & mask(width)), width)
    }

    /// A free variable. One number has one width.
    pub fn var(&mut self, number: u32, width: u32) -> TermId {
        self.intern(Node::Var(number), width)
    }

    /// Complement or negation.
    pub fn un(&mut self, op: UnOp, a: TermId) -> TermId {
        let width = self.width(a);
        if self.raw {
            return self.intern(Node::Un(op, a), width);
        }
        if let Some(v) = self.as_const(a) {
            let value = match op {
                UnOp::Not => !v,
                UnOp::Neg => v.wrapping_neg(),
            };
            return self.constant(value, width);
        }
        match *self.node(a) {
            Node::Un(inner, b) if inner == op => b,
            _ => self.intern(Node::Un(op, a), width),
        }
    }

    /// A binary operator; operands have equal widths.
    pub fn bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "{op:?} of {width} and {} bits", self.width(b));
        let out = if op.is_comparison() { 1 } else { width };
        if self.raw {
            return self.intern(Node::Bin(op, a, b), out);
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(apply(op, x, y, width), out);
        }
        // Constants to the right, otherwise by age: one order for what commutes.
        let (a, b) = if op.commutes() && (self.as_const(a).is_some() || (a > b && self.as_const(b).is_none())) {
            (b, a)
        } else {
            (a, b)
        };
        use BinOp::*;
        match (op, self.as_const(b)) {
            (Add | Sub | Or | Xor | Shl | LShr | AShr, Some(0)) => return a,
            (Mul | And, Some(0)) => return b,
            (Mul, Some(1)) => return a,
            (And, Some(v)) if v == mask(width) => return a,
            _ => {}
        }
        if a == b {
            match op {
                Sub | Xor => return self.constant(0, width),
                And | Or => return a,
                Eq | Ule | Sle => return self.constant(1, 1),
                Ult | Slt => return self.constant(0, 1),
                _ => {}
            }
        }
        if let Some(moved) = self.movement(op, a, b) {
            return moved;
        }
        self.intern(Node::Bin(op, a, b), out)
    }

    /// Shifts and masks by constants that only move the parts of a concatenation or an extension, as the parts
    /// themselves: what a register does to its elements stays visible as movement.
    fn movement(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if op == BinOp::Or {
            return self.side_by_side(a, b).or_else(|| self.side_by_side(b, a));
        }
        let value = self.as_const(b)?;
        if !matches!(self.node(a), Node::Concat(..) | Node::ZExt(_) | Node::SExt(_)) {
            return None;
        }
        let by = u32::try_from(value).ok().filter(|k| (1..width).contains(k));
        match op {
            BinOp::LShr => {
                let part = self.extract(a, by?, width - by?);
                Some(self.zext(part, width))
            }
            BinOp::AShr => {
                let part = self.extract(a, by?, width - by?);
                Some(self.sext(part, width))
            }
            BinOp::Shl => {
                let part = self.extract(a, 0, width - by?);
                let zeros = self.constant(0, by?);
                Some(self.concat(part, zeros))
            }
            BinOp::And if (value + 1).is_power_of_two() => {
                let part = self.extract(a, 0, value.count_ones());
                Some(self.zext(part, width))
            }
            BinOp::And if (!value & mask(width)).wrapping_add(1).is_power_of_two() => {
                let low = value.trailing_zeros();
                let part = self.extract(a, low, width - low);
                let zeros = self.constant(0, low);
                Some(self.concat(part, zeros))
            }
            _ => None,
        }
    }

    /// `high ++ zeros | zext(low)` as `high ++ low`.
    fn side_by_side(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let a = if let Node::ZExt(part) = *self.node(a) { part } else { a };
        let (Node::Concat(high, zeros), Node::ZExt(low)) = (self.node(a), self.node(b)) else { return None };
        let (high, zeros, low) = (*high, *zeros, *low);
        let room = self.width(zeros);
        if self.as_const(zeros) != Some(0) || self.width(low) > room {
            return None;
        }
        let low = self.zext(low, room);
        let joined = self.concat(high, low);
        Some(self.zext(joined, width))
    }

    /// If-then-else; the condition has one bit.
    pub fn ite(&mut self, c: TermId, t: TermId, e: TermId) -> TermId {
        assert_eq!(self.width(c), 1, "a condition of {} bits", self.width(c));
        assert_eq!(self.width(t), self.width(e), "branches of different widths");
        if self.raw {
            let width = self.width(t);
            return self.intern(Node::Ite(c, t, e), width);
        }
        match self.as_const(c) {
            Some(0) => e,
            Some(_) => t,
            None if t == e => t,
            None => {
                let width = self.width(t);
                self.intern(Node::Ite(c, t, e), width)
            }
        }
    }

    /// Bits `lo .. lo + width` of a term.
    pub fn extract(&mut self, a: TermId, lo: u32, width: u32) -> TermId {
        let full = self.width(a);
        assert!(lo + width <= full, "bits {lo}..{} of {full}", lo + width);
        if width == full {
            return a;
        }
        if self.raw {
            return self.intern(Node::Extract(lo, a), width);
        }
        match *self.node(a) {
            Node::Const(v) => self.constant(v >> lo, width),
            Node::Extract(inner, b) => self.extract(b, inner + lo, width),
            Node::ZExt(b) | Node::SExt(b) if lo + width <= self.width(b) => self.extract(b, lo, width),
            Node::ZExt(b) if lo >= self.width(b) => self.constant(0, width),
            Node::Concat(_, low) if lo + width <= self.width(low) => self.extract(low, lo, width),
            Node::Concat(high, low) if lo >= self.width(low) => {
                let skip = self.width(low);
                self.extract(high, lo - skip, width)
            }
            Node::Concat(high, low) => {
                let of_low = self.width(low) - lo;
                let low = self.extract(low, lo, of_low);
                let high = self.extract(high, 0, width - of_low);
                self.concat(high, low)
            }
            Node::ZExt(b) => {
                let part = self.width(b) - lo;
                let part = self.extract(b, lo, part);
                self.zext(part, width)
            }
            Node::SExt(b) if lo < self.width(b) => {
                let part = self.width(b) - lo;
                let part = self.extract(b, lo, part);
                self.sext(part, width)
            }
            _ => self.intern(Node::Extract(lo, a), width),
        }
    }

    /// Zero-extension; no change of width gives the term itself.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        assert!(width >= self.width(a), "zext of {} bits to {width}", self.width(a));
        if width == self.width(a) {
            return a;
        }
        if self.raw {
            return self.intern(Node::ZExt(a), width);
        }
        match *self.node(a) {
            Node::Const(v) => self.constant(v, width),
            Node::ZExt(b) => self.zext(b, width),
            _ => self.intern(Node::ZExt(a), width),
        }
    }

    /// Sign-extension; no change of width gives the term itself.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        assert!(width >= from, "sext of {from} bits to {width}");
        if width == from {
            return a;
        }
        if self.raw {
            return self.intern(Node::SExt(a), width);
        }
        match *self.node(a) {
            Node::Const(v) => self.constant(signed(v, from) as u128, width),
            Node::SExt(b) => self.sext(b, width),
            Node::ZExt(b) => self.zext(b, width),
            _ => self.intern(Node::SExt(a), width),
        }
    }

    /// Concatenation, high part first.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (wh, wl) = (self.width(high), self.width(low));
        if self.raw {
            return self.intern(Node::Concat(high, low), wh + wl);
        }
        match (self.node(high), self.node(low)) {
            (&Node::Const(h), &Node::Const(l)) => self.constant(h << wl | l, wh + wl),
            (&Node::Extract(hi, a), &Node::Extract(lo, b)) if a == b && lo + wl == hi => self.extract(a, lo, wh + wl),
            (&Node::Const(0), _) => self.zext(low, wh + wl),
            (&Node::ZExt(part), _) => {
                let joined = self.concat(part, low);
                self.zext(joined, wh + wl)
            }
            _ => self.intern(Node::Concat(high, low), wh + wl),
        }
    }

    /// An uninterpreted function of `width` bits.
    pub fn apply(&mut self, name: &str, args: Vec<TermId>, width: u32) -> TermId {
        self.intern(Node::Apply(name.to_owned(), args), width)
    }

    /// The operands of a term.
    pub fn operands(&self, t: TermId) -> impl DoubleEndedIterator<Item = TermId> + '_ {
        let (fixed, rest): ([Option<TermId>; 3], &[TermId]) = match self.node(t) {
            Node::Const(_) | Node::Var(_) => ([None; 3], &[]),
            Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => ([Some(*a), None, None], &[]),
            Node::Bin(_, a, b) | Node::Concat(a, b) => ([Some(*a), Some(*b), None], &[]),
            Node::Ite(c, a, b) => ([Some(*c), Some(*a), Some(*b)], &[]),
            Node::Apply(_, args) => ([None; 3], args),
        };
        fixed.into_iter().flatten().chain(rest.iter().copied())
    }

    /// The value of a term, variables given by number. `None` where an uninterpreted function is met. Of a choice only
    /// the arm that is taken counts.
    pub fn eval(&self, t: TermId, vars: &dyn Fn(u32) -> u128) -> Option<u128> {
        let mut values: HashMap<TermId, u128> = HashMap::new();
        // A stack of its own: terms are deeper than any thread's.
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing = stack.len();
            match self.node(top) {
                // The condition, then the arm that it picks.
                Node::Ite(c, a, b) => match values.get(c) {
                    None => stack.push(*c),
                    Some(&c) => {
                        let arm = if c == 1 { a } else { b };
                        if !values.contains_key(arm) {
                            stack.push(*arm);
                        }
                    }
                },
                _ => stack.extend(self.operands(top).filter(|operand| !values.contains_key(operand))),
            }
            if stack.len() == missing {
                values.insert(top, self.value(top, vars, &values)?);
                stack.pop();
            }
        }
        values.get(&t).copied()
    }

    /// The value of a term whose operands have values.
    fn value(&self, t: TermId, vars: &dyn Fn(u32) -> u128, values: &HashMap<TermId, u128>) -> Option<u128> {
        let width = self.width(t);
        Some(match self.node(t) {
            Node::Const(v) => *v,
            Node::Var(n) => vars(*n) & mask(width),
            Node::Un(UnOp::Not, a) => !values[a] & mask(width),
            Node::Un(UnOp::Neg, a) => values[a].wrapping_neg() & mask(width),
            Node::Bin(op, a, b) => apply(*op, values[a], values[b], self.width(*a)),
            Node::Ite(c, a, b) => values[if values[c] == 1 { a } else { b }],
            Node::Extract(lo, a) => values[a] >> lo & mask(width),
            Node::ZExt(a) => values[a],
            Node::SExt(a) => signed(values[a], self.width(*a)) as u128 & mask(width),
            Node::Concat(h, l) => values[h] << self.width(*l) | values[l],
            Node::Apply(..) => return None,
        })
    }

    /// The term with every variable replaced by `with(number, width)`; rebuilt through the smart constructors.
    pub fn substitute(&mut self, t: TermId, with: &mut dyn FnMut(&mut Terms, u32, u32) -> TermId) -> TermId {
        let mut done: HashMap<TermId, TermId> = HashMap::new();
        let mut stack = vec![(t, false)];
        while let Some((term, ready)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if !ready {
                stack.push((term, true));
                stack.extend(self.operands(term).rev().map(|operand| (operand, false)));
                continue;
            }
            let made = self.rebuilt(term, &done, with);
            done.insert(term, made);
        }
        done[&t]
    }

    /// A term whose operands are rebuilt.
    fn rebuilt(
        &mut self,
        t: TermId,
        done: &HashMap<TermId, TermId>,
        with: &mut dyn FnMut(&mut Terms, u32, u32) -> TermId,
    ) -> TermId {
        let width = self.width(t);
        match self.node(t).clone() {
            Node::Const(_) => t,
            Node::Var(n) => with(self, n, width),
            Node::Un(op, a) => self.un(op, done[&a]),
            Node::Bin(op, a, b) => self.bin(op, done[&a], done[&b]),
            Node::Ite(c, a, b) => self.ite(done[&c], done[&a], done[&b]),
            Node::Extract(lo, a) => self.extract(done[&a], lo, width),
            Node::ZExt(a) => self.zext(done[&a], width),
            Node::SExt(a) => self.sext(done[&a], width),
            Node::Concat(h, l) => self.concat(done[&h], done[&l]),
            Node::Apply(name, args) => {
                let args = args.iter().map(|a| done[a]).collect();
                self.apply(&name, args, width)
            }
        }
    }
}
