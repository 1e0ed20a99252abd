//! Terms as a class's text has them: signedness is a number there, a choice between two by their order is their minimum or maximum,
//! and one between a value's low bits and its bounds is a clamp, whether it has two bounds or one.
//!
//! Further numbers are how wide a comparison is (a bit, or as many as an element has, all equal), and whether a shift looks at its amount
//! first, so that one by more than all bits is what is left then. Neighbouring elements that are read as one are one read.
//!
//! Nothing else of a term's meaning is looked at. Two terms that are written alike need not be the same: the text filled with a
//! member's numbers is compared with the member before it joins a class, and proved equal where it is not the same term.

use super::choice::choice;
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms, UnOp};

/// One node.
pub(super) struct View {
    /// Its operator; `const` and `var` are written otherwise.
    pub head: &'static str,
    /// Its numbers, in the order of the text; a constant's value and a variable's element are not among them.
    pub numbers: Vec<u64>,
    /// Numbers behind those, which the text has no mark for: high halves of bounds of more than 64 bits.
    pub high: Vec<u64>,
    /// Its operands, in the term's order.
    pub operands: Vec<TermId>,
    /// Whether two operands may change places.
    pub commutes: bool,
    /// Whether it is the same however it is bracketed.
    pub associates: bool,
}

impl View {
    /// One of so many operands in an order.
    pub fn plain(head: &'static str, numbers: Vec<u64>, operands: Vec<TermId>) -> View {
        View { head, numbers, high: Vec::new(), operands, commutes: false, associates: false }
    }
}

/// A read: an element, or neighbours as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    /// Whose elements.
    pub operand: usize,
    /// The lowest of them.
    pub element: usize,
    /// How many, the lowest in the lowest bits.
    pub count: usize,
}

/// Operands that a read's code can name, and elements that one read may have.
const MAX_READ: usize = 256;

impl Read {
    /// One number for each read: a variable's own if it is of one element.
    pub fn code(self) -> u32 {
        LaneVar::new(self.operand, self.element).number() | (self.count as u32 - 1) << 24
    }

    /// The read of a code.
    pub fn of_code(code: u32) -> Read {
        let (operand, element) = LaneVar::of(code & 0xff_ffff).pair();
        Read { operand, element, count: (code >> 24) as usize + 1 }
    }
}

/// The read of a term, if it is an element by itself, or several in a row.
///
/// Registers that C types finely are read in wider numbers by some texts: the count of `vpslld` is 64 bits of a register of 16-bit
/// elements, and a mask that becomes an integer is all of its bits. The number read is the same as where C types it widely.
///
/// It is an element or a concatenation of neighbours, written from the highest down.
pub(super) fn read(terms: &Terms, t: TermId) -> Option<Read> {
    let one = |t: TermId| match terms.node(t) {
        Node::Var(number) => {
            let (operand, element) = LaneVar::of(*number).pair();
            Some(Read { operand, element, count: 1 })
        }
        _ => None,
    };
    let (mut at, mut above): (TermId, Vec<Read>) = (t, Vec::new());
    while let Node::Concat(high, low) = terms.node(at) {
        above.push(one(*high)?);
        at = *low;
    }
    let lowest = one(at)?;
    let count = above.len() + 1;
    let follow = above
        .iter()
        .rev()
        .enumerate()
        .all(|(n, high)| high.operand == lowest.operand && high.element == lowest.element + n + 1);
    let fits = count <= MAX_READ && (count == 1 || lowest.operand < MAX_READ);
    (follow && fits).then_some(Read { count, ..lowest })
}

/// How a node is written.
pub(super) fn view(terms: &Terms, t: TermId) -> View {
    let node = terms.node(t);
    let width = u64::from(terms.width(t));
    let plain = |head, numbers: Vec<u64>| View::plain(head, numbers, terms.operands(t).collect());
    match node {
        Node::Const(_) => plain("const", vec![]),
        Node::Var(_) => plain("var", vec![]),
        Node::Un(UnOp::Not, _) => plain("not", vec![]),
        Node::Un(UnOp::Neg, _) => plain("neg", vec![]),
        // The form of Arm's text; filled it is another term, which Z3 finds equal.
        Node::Bin(BinOp::Sub, zero, of) if terms.as_const(*zero) == Some(0) => View::plain("neg", vec![], vec![*of]),
        Node::Extract(lo, _) => plain("extract", vec![u64::from(*lo), width]),
        // Bits, then whether the sign is what comes in above.
        Node::ZExt(_) => plain("ext", vec![width, 0]),
        Node::SExt(_) => plain("ext", vec![width, 1]),
        Node::Concat(..) if read(terms, t).is_some() => View::plain("var", vec![], vec![]),
        Node::Concat(..) => plain("concat", vec![]),
        // A format is a number, as a width is: sums of binary32 and binary64 are one class.
        Node::Apply(name, _) => match Operation::named(name) {
            Some(operation) => {
                let (head, numbers) = operation.parts();
                let view = plain(head, numbers);
                View { commutes: operation.commutes() && view.operands.len() == 2, ..view }
            }
            None => plain("apply", vec![]),
        },
        Node::Bin(op, ..) => {
            let (head, signed) = binary(*op);
            let associates = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
            // A comparison of one bit; a shift that does not look at its amount.
            let more = match op {
                BinOp::Eq | BinOp::Ult | BinOp::Slt | BinOp::Ule | BinOp::Sle => Some(1),
                BinOp::Shl | BinOp::LShr | BinOp::AShr => Some(0),
                _ => None,
            };
            let numbers = signed.map(u64::from).into_iter().chain(more).collect();
            View { commutes: op.commutes(), associates, ..plain(head, numbers) }
        }
        Node::Ite(c, a, b) => choice(terms, t, [*c, *a, *b]).unwrap_or_else(|| plain("ite", vec![])),
    }
}

/// The name of an operator, and its sign where it has one.
pub(super) fn binary(op: BinOp) -> (&'static str, Option<bool>) {
    match op {
        BinOp::Add => ("add", None),
        BinOp::Sub => ("sub", None),
        BinOp::Mul => ("mul", None),
        BinOp::UDiv => ("div", Some(false)),
        BinOp::SDiv => ("div", Some(true)),
        BinOp::URem => ("rem", Some(false)),
        BinOp::SRem => ("rem", Some(true)),
        BinOp::And => ("and", None),
        BinOp::Or => ("or", None),
        BinOp::Xor => ("xor", None),
        BinOp::Shl => ("shl", None),
        BinOp::LShr => ("shr", Some(false)),
        BinOp::AShr => ("shr", Some(true)),
        BinOp::Eq => ("eq", None),
        BinOp::Ult => ("lt", Some(false)),
        BinOp::Slt => ("lt", Some(true)),
        BinOp::Ule => ("le", Some(false)),
        BinOp::Sle => ("le", Some(true)),
    }
}
