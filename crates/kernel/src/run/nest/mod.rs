//! Nests of loops as programs of registers, so that identity tests run over arrays and not operation by operation.
//!
//! A nest is a loop whose bounds and addresses are affine and whose data are floats. `compile` makes it, `block` prepares straight code,
//! `execute` runs loops, `strip` runs an innermost loop many iterations at once where `conflicts` allows it. A loop that is none of this
//! is walked as before, and nests within it are found in turn.

mod block;
mod chained;
mod columns;
mod combination;
mod compile;
mod conflicts;
mod drawn;
mod execute;
mod lanes;
mod linear;
mod moves;
mod outer;
mod recalled;
mod remembered;
mod strip;
mod sums;
mod touched;
pub(super) mod widths;

pub(super) use linear::Factors;
pub(super) use recalled::Recalled;
pub(super) use remembered::Remembered;
pub(super) use widths::widths;

use super::op::Op;
use super::plan::{Literal, Node};
use super::value::Element;
use isotope_mlir::ir::AffineExpr;

/// A register's number: of an integer, or of data.
type Reg = usize;

/// An index or a bound.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// The sum of registers times factors, and a constant.
    Linear(Vec<(i64, Reg)>, i64),
    /// Anything else: an affine expression over so many dimensions, then symbols.
    General(AffineExpr, usize, Vec<Form>),
}

/// A loop that is compiled, with all that stands in it. Registers of a vector are those of its lanes.
#[derive(Debug)]
pub(super) struct Nest<'p> {
    /// Integer registers.
    ints: usize,
    /// Data registers.
    data: usize,
    /// Names from outside that are integers, with their registers.
    int_inputs: Vec<(u32, Reg)>,
    /// Names from outside that are data.
    data_inputs: Vec<(u32, Vec<Reg>)>,
    /// Results of the outermost loop.
    outputs: Vec<(u32, Vec<Reg>)>,
    /// Cells of what loops carry.
    cells: usize,
    constants: Vec<(Reg, Literal, Element)>,
    /// The register that stands for a minus, where that is an unknown.
    minus: Option<Reg>,
    /// Names of memrefs; `None`: the cells of what loops carry.
    memrefs: Vec<Option<u32>>,
    /// For each of them whether integers are loaded from it.
    loads_integers: Vec<bool>,
    /// For each of them the first that has the same buffer: what was known of aliases when it was compiled.
    aliases: Vec<usize>,
    /// The outermost loop, with code before and after it.
    items: Vec<Item<'p>>,
}

#[derive(Debug)]
struct Loop<'p> {
    node: &'p Node,
    lower: Vec<Form>,
    upper: Vec<Form>,
    step: Form,
    counter: Reg,
    body: Vec<Item<'p>>,
    /// Operations of the body itself, its terminator included.
    nodes: u64,
    /// The body, where it is straight code that may run many iterations at once.
    strip: Option<Strip<'p>>,
    /// The body, where many of its iterations may run at once beside one another.
    outer: Option<Vec<outer::Part>>,
    /// The body of the one loop in it, where the two may be exchanged.
    exchanged: Option<outer::Part>,
}

#[derive(Debug)]
enum Item<'p> {
    Loop(Box<Loop<'p>>),
    /// Rows that must be 0, or at least 0; code for both cases, and its operations.
    If {
        node: &'p Node,
        rows: Vec<(Form, bool)>,
        branches: [Vec<Item<'p>>; 2],
        nodes: [u64; 2],
    },
    /// The least or the largest of several.
    Bound {
        node: &'p Node,
        to: Reg,
        forms: Vec<Form>,
        largest: bool,
    },
    Work(Block<'p>),
}

/// Straight code.
#[derive(Clone, Debug, Default)]
struct Block<'p> {
    codes: Vec<Code>,
    accesses: Vec<Access<'p>>,
}

/// Where a load or a store goes.
#[derive(Clone, Debug)]
struct Access<'p> {
    node: &'p Node,
    /// By number.
    memref: usize,
    /// One for each dimension.
    forms: Vec<Form>,
}

#[derive(Clone, Debug, PartialEq)]
enum Code {
    /// `is_direct`: nothing is written before the last operation that reads it.
    Load {
        to: Reg,
        access: usize,
        is_direct: bool,
    },
    Store {
        from: Reg,
        access: usize,
    },
    Apply {
        to: Reg,
        how: Operation,
        operands: Vec<Reg>,
    },
    /// `x * y + z`, or `z - x * y`.
    Fused {
        to: Reg,
        minus: bool,
        x: Reg,
        y: Reg,
        z: Reg,
    },
}

/// An operation on data.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Operation {
    op: Op,
    from: Element,
    to: Element,
    class: Class,
    /// Its number in the module, for messages.
    node: u32,
}

/// How lanes of it are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Sum,
    Difference,
    Product,
    /// A free term by level, with this code; its operands may be exchanged.
    Commutes(u64),
    /// The same, in order.
    Ordered(u64),
    /// The same, in order, and linear in both operands.
    Linear(u64),
    /// One after the other, as outside of nests.
    Other,
}

/// An innermost loop's body in two forms.
#[derive(Debug)]
struct Strip<'p> {
    /// For one iteration after the other.
    plain: Block<'p>,
    /// For many: without what reductions carry.
    codes: Vec<Code>,
    /// For each of these, whether it differs from iteration to iteration.
    varies: Vec<bool>,
    /// Registers that do not, and that codes which do read.
    broadcast: Vec<Reg>,
    reductions: Vec<Reduction>,
    /// Accesses of `plain` in its order, and whether each is a store.
    order: Vec<(usize, bool)>,
    /// Loads and stores of reductions.
    carried: Vec<(usize, usize)>,
    /// The combination that it stores, where it is a sum of loads.
    combination: Option<combination::Combination>,
    /// The addend of its one reduction, where that may be known from before.
    recall: Option<recalled::Recall>,
    /// A store goes to one cell, and is no reduction: one iteration after the other.
    is_sequential: bool,
}

/// A cell that each iteration reads, changes and writes.
#[derive(Clone, Debug)]
struct Reduction {
    load: usize,
    store: usize,
    steps: Vec<Combine>,
}

/// `cell = cell op value`
#[derive(Clone, Debug)]
struct Combine {
    how: Operation,
    /// A register, or what an operation makes of two.
    value: (Reg, Option<(Operation, Reg)>),
    /// The cell is the left operand.
    is_left: bool,
}

impl Combine {
    fn registers(&self) -> impl Iterator<Item = Reg> {
        [Some(self.value.0), self.value.1.map(|(_, other)| other)].into_iter().flatten()
    }
}

impl Form {
    fn constant(value: i64) -> Form {
        Form::Linear(Vec::new(), value)
    }

    /// Whether it depends on a register.
    fn has(&self, reg: Reg) -> bool {
        match self {
            Form::Linear(terms, _) => terms.iter().any(|(_, of)| *of == reg),
            Form::General(_, _, operands) => operands.iter().any(|operand| operand.has(reg)),
        }
    }

    /// How much it grows with a register; `None`: not evenly.
    fn slope(&self, reg: Reg) -> Option<i64> {
        match self {
            Form::Linear(terms, _) => Some(terms.iter().filter(|(_, of)| *of == reg).map(|(factor, _)| factor).sum()),
            Form::General(..) => (!self.has(reg)).then_some(0),
        }
    }

    /// Whether two differ by a constant other than 0.
    fn is_never(&self, other: &Form) -> bool {
        matches!((self, other), (Form::Linear(x, c), Form::Linear(y, d)) if x == y && c != d)
    }

    /// Sum of one times a factor, and another; `None`: not linear, or it overflows.
    fn plus(&self, other: &Form, factor: i64) -> Option<Form> {
        let (Form::Linear(x, c), Form::Linear(y, d)) = (self, other) else { return None };
        let mut terms = x.clone();
        for (of, reg) in y {
            let product = of.checked_mul(factor)?;
            match terms.iter_mut().find(|(_, known)| known == reg) {
                Some((known, _)) => *known = known.checked_add(product)?,
                None => terms.push((product, *reg)),
            }
        }
        terms.retain(|(factor, _)| *factor != 0);
        terms.sort_by_key(|(_, reg)| *reg);
        Some(Form::Linear(terms, c.checked_add(d.checked_mul(factor)?)?))
    }

    /// Its value; `None`: it overflows, or a divisor is not positive.
    #[inline]
    fn value(&self, ints: &[i64]) -> Option<i64> {
        match self {
            Form::Linear(terms, constant) => {
                terms.iter().try_fold(*constant, |sum, (factor, reg)| sum.checked_add(factor.checked_mul(ints[*reg])?))
            }
            Form::General(expression, dims, operands) => {
                let values = operands.iter().map(|operand| operand.value(ints)).collect::<Option<Vec<_>>>()?;
                expression.evaluate(&values[..*dims], &values[*dims..], &mut Vec::new())
            }
        }
    }
}

impl Access<'_> {
    fn has(&self, reg: Reg) -> bool {
        self.forms.iter().any(|form| form.has(reg))
    }

    fn is_same(&self, other: &Access<'_>) -> bool {
        self.memref == other.memref && self.forms == other.forms
    }
}

impl Code {
    fn operands(&self) -> Vec<Reg> {
        match self {
            Code::Load { .. } => Vec::new(),
            Code::Store { from, .. } => vec![*from],
            Code::Apply { operands, .. } => operands.clone(),
            Code::Fused { x, y, z, .. } => vec![*x, *y, *z],
        }
    }

    fn result(&self) -> Option<Reg> {
        match self {
            Code::Load { to, .. } | Code::Apply { to, .. } | Code::Fused { to, .. } => Some(*to),
            Code::Store { .. } => None,
        }
    }
}
