//! The exact integers that lanes are, as sums and differences of the elements that a window reads.
//!
//! A lane of 32 bits may hold two numbers, `x + 65536 y`: a sum of such lanes is the sums of both, whatever is carried from one to the
//! other. So a lane is read as digits at powers of two, each a number, and bounds say where a digit is taken out of the lane exactly.
//!
//! With a, b, c and d of one byte each, of
//!
//! ```text
//! w = (a - b) + ((c - d) << 16)           the digits a - b at 0, and c - d at 16
//! int16(w)                                a - b, which lies within 16 bits
//! (w + 32768) >> 16                       c - d: the rest, a - b + 32768, lies between 0 and 65535
//! w >> 16                                 nothing: of a negative a - b the shift leaves c - d - 1
//! ```

use crate::limits;
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::{Graph, LeafId, Node, NodeId, Op, ReduceOp};
use isotope_ir::memory::{Memory, Place};
use isotope_ir::term::signed;
use isotope_ir::types::Type;
use isotope_smt::effort::Effort;

/// A number of a [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Number(u32);

/// How a number is made. Equal shapes are one number, so that terms of a transform are found by their operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// An element of a leaf, the one that stands for its place in memory.
    Element(LeafId, u32),
    /// Of two, the one that was made first to the left.
    Sum(Number, Number),
    Difference(Number, Number),
    Magnitude(Number),
    /// The floor of it over two to a power.
    Shifted(Number, u32),
}

/// A lane as digits: congruent to the sum of two to the power times the number, plus the constant, modulo two to its width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Value {
    /// By power, each once.
    digits: Vec<(u32, Number)>,
    constant: i128,
}

/// The numbers of a window.
pub(super) struct Numbers<'a> {
    pub(super) graph: &'a Graph,
    pub(super) memory: Memory,
    shapes: Vec<Shape>,
    /// Of each number, for every input.
    ranges: Vec<(i128, i128)>,
    index: HashMap<Shape, Number>,
    /// By node and lane; `None` where a lane has no such form.
    lanes: Vec<Vec<Option<Value>>>,
}

/// The magnitudes that a window adds up.
pub(super) struct Total {
    /// The numbers that they are of.
    pub terms: Vec<Number>,
    /// The sum is divided by two to this.
    pub shift: u32,
}

impl<'a> Numbers<'a> {
    /// The numbers of all lanes up to a root; `None` where the effort ends.
    pub(super) fn of(graph: &'a Graph, root: NodeId, effort: &Effort<'_>) -> Option<Self> {
        let memory = Memory::of(graph);
        let mut numbers =
            Numbers { graph, memory, shapes: vec![], ranges: vec![], index: HashMap::new(), lanes: vec![] };
        for node in &graph.nodes[..=root.0 as usize] {
            effort.spend(u64::from(node.ty.lanes)).ok()?;
            let lanes = (0..node.ty.lanes).map(|lane| numbers.lane(node, lane)).collect();
            numbers.lanes.push(lanes);
        }
        Some(numbers)
    }

    /// How a number is made.
    pub(super) fn shape(&self, number: Number) -> Shape {
        self.shapes[number.0 as usize]
    }

    /// Bounds of a number.
    pub(super) fn range(&self, number: Number) -> (i128, i128) {
        self.ranges[number.0 as usize]
    }

    /// The place of the first element that a number is made of.
    pub(super) fn place(&self, mut number: Number) -> Place {
        loop {
            number = match self.shape(number) {
                Shape::Element(leaf, lane) => return self.memory.place(leaf, lane),
                Shape::Sum(of, _) | Shape::Difference(of, _) | Shape::Magnitude(of) | Shape::Shifted(of, _) => of,
            };
        }
    }

    /// The magnitudes whose sum the only lane of a root is; `None` where it is something else.
    pub(super) fn total(&self, root: NodeId) -> Option<Total> {
        let [Some(value)] = &self.lanes[root.0 as usize][..] else { return None };
        let ([(0, number)], 0) = (&value.digits[..], value.constant) else { return None };
        let (sum, shift) = match self.shape(*number) {
            Shape::Shifted(sum, shift) => (sum, shift),
            _ => (*number, 0),
        };
        let (mut open, mut terms) = (vec![sum], vec![]);
        while let Some(next) = open.pop() {
            match self.shape(next) {
                Shape::Sum(a, b) => open.extend([b, a]),
                Shape::Magnitude(of) => terms.push(of),
                _ => return None,
            }
            if open.len() + terms.len() > limits::BUTTERFLY_TERMS {
                return None;
            }
        }
        Some(Total { terms, shift })
    }

    /// The number of a shape, made if it is new; `None` where it is out of bounds.
    fn number(&mut self, shape: Shape, (lo, hi): (i128, i128)) -> Option<Number> {
        // Wider numbers could not be raised to any place within a lane without an overflow.
        const MOST: i128 = 1 << 62;
        let next = Number(self.shapes.len() as u32);
        if lo < -MOST || hi > MOST {
            return None;
        }
        Some(*self.index.entry(shape).or_insert_with(|| {
            self.shapes.push(shape);
            self.ranges.push((lo, hi));
            next
        }))
    }

    /// A sum of two, which is the same number in either order.
    fn sum(&mut self, a: Number, b: Number) -> Option<Number> {
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        self.number(Shape::Sum(a.min(b), a.max(b)), (al + bl, ah + bh))
    }

    /// A difference, of which the other order is another number.
    fn difference(&mut self, a: Number, b: Number) -> Option<Number> {
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        self.number(Shape::Difference(a, b), (al - bh, ah - bl))
    }

    /// Bounds of a value, as the integer that its digits make.
    ///
    /// Powers stay below the width of a lane, and numbers below 2^62, so that nothing overflows here.
    fn bounds(&self, value: &Value) -> (i128, i128) {
        value.digits.iter().fold((value.constant, value.constant), |(lo, hi), &(power, number)| {
            let range = self.range(number);
            (lo + (range.0 << power), hi + (range.1 << power))
        })
    }

    /// Whether a value is the lane itself, and not only congruent to it.
    fn is_exact(&self, value: &Value, ty: Type) -> bool {
        let (lo, hi) = self.bounds(value);
        ty.range().is_some_and(|(least, most)| least <= lo && hi <= most)
    }

    /// The value of an operand's lane; of a scalar operand its only one.
    fn operand(&self, node: &Node, at: usize, lane: u32) -> Option<Value> {
        let arg = node.args[at];
        self.lanes[arg.0 as usize][(lane % self.graph.ty(arg).lanes) as usize].clone()
    }

    /// A lane of a node, of whose operands all lanes are read already; `None` for an operation that is none of digits.
    fn lane(&mut self, node: &Node, lane: u32) -> Option<Value> {
        if !node.ty.is_integer() || node.ty.bits < 8 || node.ty.bits > 64 {
            return None;
        }
        let value = match &node.op {
            Op::Leaf(leaf) => {
                let known = &self.graph.leaves[leaf.0 as usize];
                let range = known.range.or(node.ty.range())?;
                let (leaf, lane) = self.memory.representative(*leaf, lane);
                let element = self.number(Shape::Element(leaf, lane), range)?;
                Value { digits: vec![(0, element)], constant: 0 }
            }
            Op::Const(bits) => Value { digits: vec![], constant: literal(*bits, node.ty) },
            Op::Shuffle(indices) => self.moved(node, indices[lane as usize])?,
            Op::Reduce(ReduceOp::Add) => {
                let factor = self.graph.ty(node.args[0]).lanes / node.ty.lanes;
                let mut sum = self.operand(node, 0, lane * factor)?;
                for at in 1..factor {
                    let term = self.operand(node, 0, lane * factor + at)?;
                    sum = self.combined(&sum, &term, Self::sum, true)?;
                }
                sum
            }
            Op::Add => self.of_two(node, lane, Self::sum, true)?,
            Op::Sub => self.of_two(node, lane, Self::difference, false)?,
            _ => self.of_one(node, lane)?,
        };
        Some(lowest(value, node.ty.bits))
    }

    /// A lane of the operands of a shuffle, side by side.
    fn moved(&self, node: &Node, mut lane: u32) -> Option<Value> {
        for &arg in &node.args {
            let lanes = self.graph.ty(arg).lanes;
            if lane < lanes {
                return self.lanes[arg.0 as usize][lane as usize].clone();
            }
            lane -= lanes;
        }
        None
    }

    /// An addition or a subtraction.
    fn of_two(
        &mut self,
        node: &Node,
        lane: u32,
        make: fn(&mut Self, Number, Number) -> Option<Number>,
        adds: bool,
    ) -> Option<Value> {
        let (a, b) = (self.operand(node, 0, lane)?, self.operand(node, 1, lane)?);
        self.combined(&a, &b, make, adds)
    }

    /// Digit by digit; what is subtracted from nothing has no number.
    fn combined(
        &mut self,
        a: &Value,
        b: &Value,
        make: fn(&mut Self, Number, Number) -> Option<Number>,
        adds: bool,
    ) -> Option<Value> {
        let mut digits = a.digits.clone();
        for &(power, number) in &b.digits {
            match digits.iter_mut().find(|digit| digit.0 == power) {
                Some(digit) => digit.1 = make(self, digit.1, number)?,
                None if adds => digits.push((power, number)),
                None => return None,
            }
        }
        digits.sort_unstable();
        let constant = if adds { a.constant + b.constant } else { a.constant - b.constant };
        Some(Value { digits, constant })
    }

    /// Operations on one number, the other operand being a literal.
    fn of_one(&mut self, node: &Node, lane: u32) -> Option<Value> {
        let mut value = self.operand(node, 0, lane)?;
        let from = self.graph.ty(node.args[0]);
        let by = node.args.get(1).and_then(|&by| self.graph.splat_bits(by));
        match (&node.op, by) {
            (Op::Broadcast, _) => {}
            (Op::Cast, _) => {
                if node.ty.bits > from.bits && !self.is_exact(&value, from) {
                    return None;
                }
            }
            (Op::Mul, Some(by)) if by.is_power_of_two() => value = raised(value, by.trailing_zeros())?,
            (Op::ShiftLeft, Some(by)) if by < u64::from(node.ty.bits) => value = raised(value, by as u32)?,
            (Op::ShiftRight, Some(by)) if by < u64::from(from.bits) => {
                value = self.shifted(value, from, by as u32)?;
            }
            (Op::And, Some(mask)) if mask.wrapping_add(1).is_power_of_two() => {
                let bits = mask.count_ones();
                value.digits.retain(|digit| digit.0 < bits);
                let (lo, hi) = self.bounds(&value);
                if lo < 0 || hi >> bits != 0 {
                    return None;
                }
            }
            (Op::Abs, _) => {
                let ([(0, of)], 0) = (&value.digits[..], value.constant) else { return None };
                let (lo, hi) = self.range(*of);
                if !self.is_exact(&value, from) {
                    return None;
                }
                let magnitude = self.number(Shape::Magnitude(*of), (0, hi.max(-lo)))?;
                value.digits[0].1 = magnitude;
            }
            _ => return None,
        }
        Some(value)
    }

    /// The floor over two to a power: of the digits below it nothing is left where they lie between none and one of it.
    fn shifted(&mut self, value: Value, from: Type, by: u32) -> Option<Value> {
        if !self.is_exact(&value, from) {
            return None;
        }
        let upper = value.constant >> by;
        let (digits, below) = value.digits.into_iter().partition(|digit| digit.0 >= by);
        let rest = Value { digits: below, constant: value.constant - (upper << by) };
        let digits: Vec<(u32, Number)> = digits;
        let (lo, hi) = self.bounds(&rest);
        if lo >= 0 && hi >> by == 0 {
            let digits = digits.into_iter().map(|(power, number)| (power - by, number)).collect();
            return Some(Value { digits, constant: upper });
        }
        let ([], [(0, number)], 0) = (&digits[..], &rest.digits[..], rest.constant + upper) else { return None };
        let shifted = self.number(Shape::Shifted(*number, by), (lo >> by, hi >> by))?;
        Some(Value { digits: vec![(0, shifted)], constant: 0 })
    }
}

/// The integer that a literal is.
fn literal(bits: u64, ty: Type) -> i128 {
    if ty.is_signed() { signed(u128::from(bits), ty.bits) } else { i128::from(bits) }
}

/// The digits that lie within so many bits.
fn lowest(mut value: Value, bits: u32) -> Value {
    value.digits.retain(|digit| digit.0 < bits);
    if value.constant >> bits != 0 && value.constant >> (bits - 1) != -1 {
        value.constant = value.constant.rem_euclid(1 << bits);
    }
    value
}

/// A value times two to a power; what passes every lane is cut off later.
fn raised(mut value: Value, by: u32) -> Option<Value> {
    value.digits.iter_mut().for_each(|digit| digit.0 += by);
    value.constant = value.constant.checked_mul(1 << by)?;
    Some(value)
}
