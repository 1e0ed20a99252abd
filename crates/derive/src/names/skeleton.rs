//! The computation of an element, without its sizes: the operators over its reads, as words of a pattern.
//!
//! Widths, extensions and truncations inside go; masks, clamps, minima and searches in a table are told by their shape, loosely:
//! a name decides nothing, so that a wrong one costs a reader's second look and no more. Atoms: `x` an element, `y` a further element of
//! an operand that was read already, `m` an element of a mask, `n` how far a shift goes, `0`, `1`, `-1`, and `k`, any other
//! constant. `E*` is two of a kind, `E+` more. A body larger than [`MAX_NODES`] is `large`.

use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms, UnOp, mask};
use isotope_semantics::{OperandKind, Semantics};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Nodes of a skeleton: with more there is no short word for what it does.
const MAX_NODES: usize = 60;

/// Terms below one element: ciphers and checksums are larger.
const MAX_TERMS: usize = 6000;

/// A term without its sizes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skeleton {
    /// A read or a constant.
    Atom(&'static str),
    /// An operator and what it takes.
    Op(String, Vec<Skeleton>),
    /// Several of a kind: more than two, or two.
    Many(bool, Box<Skeleton>),
}

use Skeleton::{Atom, Many, Op};

/// The word for a term that is too large.
pub const LARGE: Skeleton = Atom("large");

impl fmt::Display for Skeleton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom(name) => f.write_str(name),
            Op(name, parts) => {
                write!(f, "({name}")?;
                parts.iter().try_for_each(|part| write!(f, " {part}"))?;
                f.write_str(")")
            }
            Many(more, one) => write!(f, "{one}{}", if *more { '+' } else { '*' }),
        }
    }
}

impl Skeleton {
    /// An operator and what it takes.
    pub fn op(name: &str, parts: Vec<Skeleton>) -> Skeleton {
        Op(name.to_owned(), parts)
    }

    /// Whether it is an operator of this name.
    pub fn is(&self, name: &str) -> bool {
        matches!(self, Op(own, _) if own == name)
    }

    /// Whether it reads one element and computes nothing.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Atom("x" | "y"))
    }

    fn nodes(&self) -> usize {
        match self {
            Atom(_) => 1,
            Op(_, parts) => 1 + parts.iter().map(Skeleton::nodes).sum::<usize>(),
            Many(_, one) => 1 + one.nodes(),
        }
    }

    /// With every `y` an `x`.
    pub fn bare(&self) -> Skeleton {
        match self {
            Atom("y") => Atom("x"),
            Atom(name) => Atom(name),
            Op(name, parts) => Op(name.clone(), parts.iter().map(Skeleton::bare).collect()),
            Many(more, one) => Many(*more, Box::new(one.bare())),
        }
    }

    /// With every constant any one.
    pub fn constants_alike(&self) -> Skeleton {
        match self {
            Atom("0" | "1" | "-1") => Atom("k"),
            Atom(name) => Atom(name),
            Op(name, parts) => Op(name.clone(), parts.iter().map(Skeleton::constants_alike).collect()),
            Many(more, one) => Many(*more, Box::new(one.constants_alike())),
        }
    }

    /// Whether it is the upper part of another one.
    pub fn is_high_of(&self, other: &Skeleton) -> bool {
        matches!(self, Op(name, parts) if matches!(name.as_str(), "high" | "half") && parts[..] == [other.clone()])
    }

    /// The skeleton as an operand: extended or cut, it is the same number for a reader.
    fn plain(self) -> Skeleton {
        match self {
            Op(name, mut parts) if matches!(name.as_str(), "ext" | "low") && parts.len() == 1 => parts.remove(0),
            other => other,
        }
    }
}

/// Skeletons of an instruction's elements.
pub struct Builder<'t> {
    terms: &'t Terms,
    kinds: Vec<OperandKind>,
    homes: BTreeMap<usize, usize>,
    made: BTreeMap<TermId, Skeleton>,
}

impl<'t> Builder<'t> {
    /// For lanes in these terms.
    pub fn new(semantics: &Semantics, terms: &'t Terms) -> Self {
        let kinds = semantics.operands.iter().map(|o| o.kind).collect();
        Builder { terms, kinds, homes: BTreeMap::new(), made: BTreeMap::new() }
    }

    /// The skeleton of an element.
    pub fn element(&mut self, root: TermId) -> Skeleton {
        let Some(order) = self.below(root) else { return LARGE };
        self.homes.clear();
        self.made.clear();
        for term in &order {
            if let Node::Var(number) = self.terms.node(*term) {
                let (operand, element) = LaneVar::of(*number).pair();
                let home = self.homes.entry(operand).or_insert(element);
                *home = element.min(*home);
            }
        }
        for term in order {
            let made = self.make(term);
            let made = if made.nodes() > MAX_NODES { LARGE } else { made };
            self.made.insert(term, made);
        }
        self.made[&root].clone()
    }

    /// All terms below one, operands first; `None` if there are too many.
    fn below(&self, root: TermId) -> Option<BTreeSet<TermId>> {
        let (mut seen, mut open) = (BTreeSet::from([root]), vec![root]);
        while let Some(term) = open.pop() {
            open.extend(self.terms.operands(term).filter(|t| seen.insert(*t)));
            if seen.len() > MAX_TERMS {
                return None;
            }
        }
        Some(seen)
    }

    fn of(&self, term: TermId) -> Skeleton {
        self.made[&term].clone().plain()
    }

    fn make(&self, term: TermId) -> Skeleton {
        let width = self.terms.width(term);
        match self.terms.node(term) {
            Node::Const(0) => Atom("0"),
            Node::Const(1) => Atom("1"),
            Node::Const(value) if *value == mask(width) => Atom("-1"),
            Node::Const(_) => Atom("k"),
            Node::Var(number) => {
                let (operand, element) = LaneVar::of(*number).pair();
                match self.kinds.get(operand) {
                    Some(OperandKind::Mask) => Atom("m"),
                    _ if self.homes.get(&operand) == Some(&element) => Atom("x"),
                    _ => Atom("y"),
                }
            }
            Node::Un(UnOp::Not, a) => Skeleton::op("not", vec![self.of(*a)]),
            Node::Un(UnOp::Neg, a) => Skeleton::op("sub", vec![Atom("0"), self.of(*a)]),
            Node::Bin(op, a, b) => self.binary(*op, *a, *b),
            Node::Ite(c, a, b) => self.choice(*c, *a, *b),
            Node::Extract(lo, a) => self.cut(*lo, width, *a),
            Node::ZExt(a) | Node::SExt(a) => match self.of(*a) {
                leaf if leaf.is_leaf() => Skeleton::op("ext", vec![leaf]),
                other => other,
            },
            Node::Concat(high, low) => match (self.of(*high), self.of(*low)) {
                (high, Atom("0")) => Skeleton::op("shl", vec![high, Atom("n")]),
                (Atom("0"), low) => low,
                (high, low) => many("concat", vec![high, low]),
            },
            Node::Apply(name, args) => {
                let name = name.split(['.', ':', '<', '[']).next().unwrap_or_default();
                Skeleton::op(name, args.iter().map(|a| self.of(*a)).collect())
            }
        }
    }

    fn binary(&self, op: BinOp, a: TermId, b: TermId) -> Skeleton {
        let name = match op {
            BinOp::Add => "add",
            BinOp::Sub => "sub",
            BinOp::Mul => "mul",
            BinOp::And => "and",
            BinOp::Or => "or",
            BinOp::Xor => "xor",
            BinOp::Eq => "eq",
            BinOp::UDiv | BinOp::SDiv => "div",
            BinOp::URem | BinOp::SRem => "rem",
            BinOp::Shl => "shl",
            BinOp::LShr | BinOp::AShr => "shr",
            BinOp::Ult | BinOp::Slt => "lt",
            BinOp::Ule | BinOp::Sle => "le",
        };
        let (left, right) = (self.of(a), self.of(b));
        match op {
            BinOp::Xor if left == Atom("-1") => Skeleton::op("not", vec![right]),
            BinOp::Xor if right == Atom("-1") => Skeleton::op("not", vec![left]),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => Skeleton::op(name, vec![left, Atom("n")]),
            _ if op.commutes() => many(name, vec![left, right]),
            _ => Skeleton::op(name, vec![left, right]),
        }
    }

    fn cut(&self, lo: u32, width: u32, of: TermId) -> Skeleton {
        let inner = self.of(of);
        if inner.is_leaf() {
            let name = if width == 1 {
                "bit"
            } else if lo == 0 {
                "low"
            } else {
                "high"
            };
            return Skeleton::op(name, vec![inner]);
        }
        match inner {
            Atom(_) => inner,
            Op(..) | Many(..) if lo == 0 => inner,
            other if other.is("high") => other,
            other => Skeleton::op(if lo == 1 { "half" } else { "high" }, vec![other]),
        }
    }

    fn choice(&self, c: TermId, a: TermId, b: TermId) -> Skeleton {
        let (when, then, other) = (self.of(c), self.of(a), self.of(b));
        match (&when, &then, &other) {
            (_, Atom("-1" | "1"), Atom("0")) => return when,
            (_, Atom("0"), Atom("-1" | "1")) => return Skeleton::op("not", vec![when]),
            (Atom("m"), ..) => return Skeleton::op("masked", vec![then, other]),
            (Op(not, of), ..) if not == "not" && of[..] == [Atom("m")] => {
                return Skeleton::op("masked", vec![other, then]);
            }
            _ => {}
        }
        let compares = when.is("lt") || when.is("le");
        if compares && let Some(shifted) = shifted(&then, &other) {
            return shifted;
        }
        if let Some(found) = self.bounded(c, a, b) {
            return found;
        }
        let zero = |s: &Skeleton| matches!(s, Atom("0"));
        let negated = |s: &Skeleton, of: &Skeleton| matches!(s, Op(n, p) if n == "sub" && zero(&p[0]) && p[1] == *of);
        if compares && negated(&then, &other) {
            return Skeleton::op("abs", vec![other]);
        }
        if compares && negated(&other, &then) {
            return Skeleton::op("abs", vec![then]);
        }
        let piece = |s: &Skeleton| s.is_leaf() || s.is("lookup") || s.is("bit") || s.is("high") || zero(s);
        let index = when.is("bit") || matches!(&when, Op(n, p) if n == "eq" && p.iter().any(constant));
        if index && piece(&then) && piece(&other) {
            let two = when == Skeleton::op("bit", vec![Atom("x")]) && then == Atom("x") && other == Atom("x");
            return if two { Skeleton::op("blend", vec![]) } else { Skeleton::op("lookup", vec![]) };
        }
        Skeleton::op("ite", vec![when, then, other])
    }

    /// A minimum, a maximum, a clamp.
    fn bounded(&self, c: TermId, a: TermId, b: TermId) -> Option<Skeleton> {
        let &Node::Bin(BinOp::Ult | BinOp::Ule | BinOp::Slt | BinOp::Sle, u, v) = self.terms.node(c) else {
            return None;
        };
        let ([u, v], [a, b]) = ([u, v].map(|t| self.base(t)), [a, b].map(|t| self.base(t)));
        let known = |t| self.terms.as_const(t).is_some();
        if known(u) == known(v) {
            let name = if (a, b) == (u, v) {
                "min"
            } else if (a, b) == (v, u) {
                "max"
            } else {
                return None;
            };
            return Some(many(name, vec![self.of(u), self.of(v)]));
        }
        let value = self.of(if known(u) { v } else { u });
        let rest = match (known(a), known(b)) {
            (true, false) => self.of(b),
            (false, true) => self.of(a),
            _ => return None,
        };
        let clamped = Skeleton::op("clamp", vec![value.clone()]);
        // A value that was computed is no amount of a shift: what is constant outside of bounds is clamped.
        (rest == clamped || rest.bare() == value.bare() || matches!(&value, Op(..))).then_some(match value {
            inner if inner.is("clamp") => inner,
            _ => clamped,
        })
    }

    /// The term of which a term is the low part or an extension.
    fn base(&self, mut term: TermId) -> TermId {
        while let Node::ZExt(a) | Node::SExt(a) | Node::Extract(0, a) = self.terms.node(term) {
            term = *a;
        }
        term
    }
}

/// The shift whose amount is looked at: how far it may go is no part of its name, but both ways are.
fn shifted(then: &Skeleton, other: &Skeleton) -> Option<Skeleton> {
    let way = |s: &Skeleton| ["shl", "shr", "shift"].into_iter().find(|name| s.is(name));
    let filled = |s: &Skeleton| matches!(s, Atom("0")) || s.is("bit");
    match (way(then), way(other)) {
        (Some(a), Some(b)) if a == b => Some(other.clone()),
        (Some(_), Some(_)) => match other {
            Op(_, parts) => Some(Op("shift".to_owned(), parts.clone())),
            _ => None,
        },
        (None, Some(_)) if filled(then) => Some(other.clone()),
        (Some(_), None) if filled(other) => Some(then.clone()),
        _ => None,
    }
}

/// Whether it is a constant.
fn constant(s: &Skeleton) -> bool {
    matches!(s, Atom("0" | "1" | "-1" | "k"))
}

/// An operator whose operands have no order: those of the same operator become one's, those of a kind one.
fn many(name: &str, parts: Vec<Skeleton>) -> Skeleton {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Op(own, inner) if own == name => flat.extend(inner),
            other => flat.push(other),
        }
    }
    let mut groups: BTreeMap<Skeleton, Vec<Skeleton>> = BTreeMap::new();
    for part in flat {
        let (one, part) = match part {
            Many(more, one) => (*one.clone(), Many(more, one)),
            other => (other.bare(), other),
        };
        groups.entry(one).or_default().push(part);
    }
    let mut flat = Vec::new();
    for (one, parts) in groups {
        let grouped = parts.iter().any(|p| matches!(p, Many(..)));
        let again = parts.iter().filter(|p| **p != one).count();
        // Two further elements alone are a pair of their own: of a dot product, the second factors.
        let one_of_all = grouped || again > 2 || again > 0 && (again < parts.len() || !one.is_leaf());
        if parts.len() > 1 && one_of_all && !constant(&one) {
            flat.push(Many(parts.len() > 2 || grouped, Box::new(one)));
        } else if constant(&one) {
            flat.push(one);
        } else {
            flat.extend(parts);
        }
    }
    flat.sort();
    Op(name.to_owned(), flat)
}
