//! Programs of registers: what a nest of loops is compiled to.

use crate::arrays::class::Class;
use crate::plan::nodes::{Literal, Node};
use crate::values::op::Op;
use crate::values::value::Element;
use isotope_mlir::ir::AffineExpr;

/// A register's number: of an integer, or of data.
pub type Reg = usize;

/// An index or a bound.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// The sum of registers times factors, and a constant.
    Linear(Vec<(i64, Reg)>, i64),
    /// Anything else: an affine expression over so many dimensions, then symbols.
    General(AffineExpr, usize, Vec<Form>),
}

/// A loop that is compiled, with all that stands in it. Registers of a vector are those of its lanes.
#[derive(Debug, Default)]
pub struct Nest<'p> {
    /// Integer registers.
    pub ints: usize,
    /// Data registers.
    pub data: usize,
    /// Names from outside that are integers, with their registers.
    pub int_inputs: Vec<(u32, Reg)>,
    /// Names from outside that are data.
    pub data_inputs: Vec<(u32, Vec<Reg>)>,
    /// Results of the outermost loop.
    pub outputs: Vec<(u32, Vec<Reg>)>,
    /// Cells of what loops carry.
    pub cells: usize,
    pub constants: Vec<(Reg, Literal, Element)>,
    /// The register that stands for a minus, where that is an unknown.
    pub minus: Option<Reg>,
    /// Names of memrefs; `None`: the cells of what loops carry.
    pub memrefs: Vec<Option<u32>>,
    /// For each of them whether integers are loaded from it.
    pub loads_integers: Vec<bool>,
    /// For each of them the first that has the same buffer: what was known of aliases when it was compiled.
    pub aliases: Vec<usize>,
    /// The outermost loop, with code before and after it.
    pub items: Vec<Item<'p>>,
}

#[derive(Debug)]
pub struct Loop<'p> {
    pub node: &'p Node,
    pub lower: Vec<Form>,
    pub upper: Vec<Form>,
    pub step: Form,
    pub counter: Reg,
    pub body: Vec<Item<'p>>,
    /// Operations of the body itself, its terminator included.
    pub nodes: u64,
    /// The body, where it is straight code that may run many iterations at once.
    pub strip: Option<Strip<'p>>,
    /// The body, where many of its iterations may run at once beside one another.
    pub outer: Option<Vec<Part>>,
    /// The body of the one loop in it, where the two may be exchanged.
    pub exchanged: Option<Part>,
    /// The counter of the loop over tiles that it runs in, where the tiles may run as one.
    pub tile: Option<Reg>,
    /// The loop is that one, and stores to these memrefs.
    pub merged: Option<Vec<usize>>,
}

#[derive(Debug)]
pub enum Item<'p> {
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
pub struct Block<'p> {
    pub codes: Vec<Code>,
    pub accesses: Vec<Access<'p>>,
}

/// Where a load or a store goes.
#[derive(Clone, Debug)]
pub struct Access<'p> {
    pub node: &'p Node,
    /// By number.
    pub memref: usize,
    /// One for each dimension.
    pub forms: Vec<Form>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Code {
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
pub struct Operation {
    pub op: Op,
    pub from: Element,
    pub to: Element,
    pub class: Class,
    /// Its number in the module, for messages.
    pub node: u32,
}

/// An innermost loop's body in two forms.
#[derive(Debug)]
pub struct Strip<'p> {
    /// For one iteration after the other.
    pub plain: Block<'p>,
    /// For many: without what reductions carry.
    pub codes: Vec<Code>,
    /// For each of these, whether it differs from iteration to iteration.
    pub varies: Vec<bool>,
    /// Registers that do not, and that codes which do read.
    pub broadcast: Vec<Reg>,
    pub reductions: Vec<Reduction>,
    /// Accesses of `plain` in its order, and whether each is a store.
    pub order: Vec<(usize, bool)>,
    /// Loads and stores of reductions.
    pub carried: Vec<(usize, usize)>,
    /// The combination that it stores, where it is a sum of loads.
    pub combination: Option<Combination>,
    /// The addend of its one reduction, where that may be known from before.
    pub recall: Option<Recall>,
    /// A store goes to one cell, and is no reduction: one iteration after the other.
    pub is_sequential: bool,
}

/// A cell that each iteration reads, changes and writes.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub load: usize,
    pub store: usize,
    pub steps: Vec<Combine>,
}

/// `cell = cell op value`
#[derive(Clone, Debug)]
pub struct Combine {
    pub how: Operation,
    /// A register, or what an operation makes of two.
    pub value: (Reg, Option<(Operation, Reg)>),
    /// The cell is the left operand.
    pub is_left: bool,
}

impl Combine {
    pub fn registers(&self) -> impl Iterator<Item = Reg> {
        [Some(self.value.0), self.value.1.map(|(_, other)| other)].into_iter().flatten()
    }
}

impl Form {
    pub fn constant(value: i64) -> Form {
        Form::Linear(Vec::new(), value)
    }

    /// Whether it depends on a register.
    pub fn has(&self, reg: Reg) -> bool {
        match self {
            Form::Linear(terms, _) => terms.iter().any(|(_, of)| *of == reg),
            Form::General(_, _, operands) => operands.iter().any(|operand| operand.has(reg)),
        }
    }

    /// How much it grows with a register; `None`: not evenly.
    pub fn slope(&self, reg: Reg) -> Option<i64> {
        match self {
            Form::Linear(terms, _) => Some(terms.iter().filter(|(_, of)| *of == reg).map(|(factor, _)| factor).sum()),
            Form::General(..) => (!self.has(reg)).then_some(0),
        }
    }

    /// Whether two differ by a constant other than 0.
    pub fn is_never(&self, other: &Form) -> bool {
        matches!((self, other), (Form::Linear(x, c), Form::Linear(y, d)) if x == y && c != d)
    }

    /// Sum of one times a factor, and another; `None`: not linear, or it overflows.
    pub fn plus(&self, other: &Form, factor: i64) -> Option<Form> {
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
    pub fn value(&self, ints: &[i64]) -> Option<i64> {
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
    pub fn has(&self, reg: Reg) -> bool {
        self.forms.iter().any(|form| form.has(reg))
    }

    pub fn is_same(&self, other: &Access<'_>) -> bool {
        self.memref == other.memref && self.forms == other.forms
    }
}

impl Code {
    pub fn operands(&self) -> Vec<Reg> {
        match self {
            Code::Load { .. } => Vec::new(),
            Code::Store { from, .. } => vec![*from],
            Code::Apply { operands, .. } => operands.clone(),
            Code::Fused { x, y, z, .. } => vec![*x, *y, *z],
        }
    }

    pub fn result(&self) -> Option<Reg> {
        match self {
            Code::Load { to, .. } | Code::Apply { to, .. } | Code::Fused { to, .. } => Some(*to),
            Code::Store { .. } => None,
        }
    }
}

/// Straight code of an inner loop that does this.
#[derive(Debug)]
pub struct Columns {
    /// The accesses that load and store the cells.
    pub cells: [usize; 2],
    /// The access that loads the row.
    pub row: usize,
    /// The factor of the row; `None`: the row itself is added.
    pub factor: Option<Factor>,
    /// The code of the sum, where it is a linear term; else whether it is a difference.
    pub sum: Kind,
}

#[derive(Clone, Copy, Debug)]
pub struct Factor {
    pub reg: Reg,
    /// The code of the product, where it is a linear term.
    pub code: u64,
    /// It is the left operand.
    pub is_left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sum,
    Difference,
    Linear(u64),
}

/// Loads that are added at once, and values on the way.
pub const MOST_LOADS: usize = 8;

pub const MOST_VALUES: usize = 32;

/// Such code: many lanes of one store.
#[derive(Debug)]
pub struct Combination {
    /// Accesses that are loaded.
    pub loads: Vec<usize>,
    /// In their order: the code of an operation, and its operands.
    pub steps: Vec<(u64, [Value; 2])>,
    /// The register that is stored, the store, and its access.
    pub store: (Reg, Code, usize),
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// By number.
    Load(usize),
    /// The result of an earlier step.
    Step(usize),
    /// The same for all lanes.
    Shared(Reg),
}

/// Straight code of the outer loop, or of a loop in it.
#[derive(Debug)]
pub struct Part {
    pub codes: Vec<Code>,
    /// Whether each of them differs between iterations of the outer loop.
    pub varies: Vec<bool>,
    /// For each code that does not, whether one that does reads it.
    pub is_read: Vec<bool>,
    /// Registers that other code sets, and that are the same in all iterations of the outer loop.
    pub outside: Vec<Reg>,
    /// Its short form, where it adds to neighbouring cells; and the codes that are the same for all of them.
    pub columns: Option<(Columns, Vec<Code>)>,
}

/// An innermost loop that adds products of two loads to one cell.
#[derive(Debug)]
pub struct Recall {
    /// The code of the sum, and that of the product.
    pub codes: [u64; 2],
    /// Registers of both operands, and the accesses that load them.
    pub operands: [(Reg, usize); 2],
}
