//! The meaning of an instruction: typed operands and a program over them, loops kept.
//!
//! The arithmetic is Intel's convention made exact. An operand's element type says how a whole element of it reads:
//! `si16` elements are signed integers, any other slice is its bits, unsigned. Expressions are computed on mathematical
//! integers, hence without wrap-around; `SaturateN`, comparisons and right shifts see that exact value. Only storing
//! into a slice (or a conversion) drops bits: the value modulo two to the slice's width. `dst[MAX:n] := 0` clears those
//! bits of the declared result that nothing has written yet.
//!
//! Memory is an operand like a register ([`OperandKind::Memory`]): before texts are linked `MEM[pointer + n]` has become bit `n` of it.
//!
//! An operand whose elements are floats reads as one where a whole element of it is read; operators on such are IEEE 754's, with
//! the dialect's rule for NaNs (`exec/float.rs` says how, and has the language's own functions, `IEEE_ADD` and its like). Bitwise
//! operators, and whatever reads a part of an element, see bits. Storing a float stores its bits, and a real literal has the format
//! of what it meets.
//!
//! Constructs that a text may not contain, since it has no meaning here: memory at other addresses, real literals where no operand is a float,
//! effects (`#GP(0)`, calls that stand alone), and functions that neither it nor the prelude
//! defines. Each is refused with its line. A stored semantics holds the functions that it calls, so that reading it
//! back needs nothing else.

mod stored;

pub use stored::element;

use crate::exec::{BUILTIN, OPERATORS};
use crate::pseudo::ast::{BinOp, Expr, Program, Stmt, StmtKind, Sym};
use crate::pseudo::{SyntaxError, expressions, import, root, visit, visit_expr};
use isotope_ir::ieee::Format;
use std::collections::BTreeSet;

/// The kind of an operand for the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OperandKind {
    /// A vector register.
    Vector,
    /// A mask register: elements of one bit.
    Mask,
    /// A general register: one element.
    Scalar,
    /// Memory that a pointer of the C intrinsic points to: its bytes, lowest address first, and not the address. As many as the
    /// vendor says that the instruction may read or write. A store's result is its memory operand as the store leaves
    /// it. Faults, alignment and overlapping operands are not modelled.
    Memory,
    /// A constant of the instruction's encoding.
    Imm,
}

impl OperandKind {
    /// Whether it is elements one beside the other, in a register or in memory.
    pub fn has_elements(self) -> bool {
        matches!(self, OperandKind::Vector | OperandKind::Memory)
    }

    /// For people, and for the macros of `trials.h`.
    pub fn name(self) -> &'static str {
        match self {
            OperandKind::Vector => "vector",
            OperandKind::Mask => "mask",
            OperandKind::Scalar => "scalar",
            OperandKind::Memory => "memory",
            OperandKind::Imm => "immediate",
        }
    }
}

/// An operand, or the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The name in the text.
    pub name: String,
    /// Bits of the whole.
    pub bits: u32,
    /// Its kind.
    pub kind: OperandKind,
    /// Bits of one element as the vendor types it; for immediates the bits that matter.
    pub element_bits: u32,
    /// Whether elements of that width are signed.
    pub signed: bool,
    /// The format of elements that are floats.
    pub float: Option<Format>,
}

/// The meaning of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Semantics {
    /// Operands in the order of the C intrinsic, immediates included.
    pub operands: Vec<Operand>,
    /// The result.
    pub result: Operand,
    /// The program; its functions include what it calls of the prelude.
    pub program: Program,
}

/// Why a text is not semantics.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SemanticsError {
    /// The text does not parse.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The head of a stored text is broken.
    #[error("stored semantics, line {line}: {message}")]
    Stored {
        /// Line, from 1.
        line: u32,
        /// The fault.
        message: String,
    },
    /// A function is called that nothing defines.
    #[error("line {line}: undefined function {name}")]
    UndefinedFunction {
        /// Line of the call.
        line: u32,
        /// Its name.
        name: String,
    },
    /// A construct outside integer register semantics.
    #[error("line {line}: {what} is outside integer register semantics")]
    Unsupported {
        /// Line of it.
        line: u32,
        /// The kind.
        what: String,
    },
    /// The declared result is never written.
    #[error("the text never writes its result {name}")]
    NoResult {
        /// The result's name.
        name: String,
    },
}

impl Semantics {
    /// Builds semantics from a parsed program, adding those functions of `prelude` that it needs.
    pub fn link(
        operands: Vec<Operand>,
        result: Operand,
        mut program: Program,
        prelude: &Program,
    ) -> Result<Self, SemanticsError> {
        let float = operands.iter().chain([&result]).any(|operand| operand.float.is_some());
        let mut missing = calls(&program);
        if float {
            missing.extend(operators(&operands, &program));
        }
        // Functions of the prelude call others: what they call is looked for in turn, each once.
        while let Some((line, name)) = missing.pop() {
            if program.functions.iter().any(|f| program.name(f.name) == name) || is_parameter_call(&program, &name) {
                continue;
            }
            let Some(found) = prelude.functions.iter().find(|f| prelude.name(f.name) == name) else {
                return Err(SemanticsError::UndefinedFunction { line, name });
            };
            let function = import(found, prelude, &mut program);
            let body = function.body.clone();
            program.functions.push(function);
            missing.extend(calls_of(&program, &body));
            if float {
                missing.extend(operators(&operands, &program));
            }
        }
        let semantics = Semantics { operands, result, program };
        semantics.check()?;
        Ok(semantics)
    }

    /// Whether every statement is of integer computation between registers, and the result is written somewhere. Errors
    /// come in the order of the text; whether every bit of the result is written, a run tells.
    fn check(&self) -> Result<(), SemanticsError> {
        let mut problem = None;
        let mut writes = false;
        let result = self.program.find(&self.result.name);
        let float = self.operands.iter().chain([&self.result]).any(|operand| operand.float.is_some());
        visit(&self.program.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign(target, _) => writes |= root(target).is_some() && root(target) == result,
            StmtKind::Return(Some(_)) => writes = true,
            // A text that ends in RETURN gives its result so.
            _ => {}
        });
        let bodies = self.program.functions.iter().map(|f| &f.body).chain([&self.program.body]);
        for body in bodies {
            visit(body, &mut |stmt| {
                let what = unsupported(&self.program, stmt, float);
                if problem.is_none() {
                    problem = what.map(|what| SemanticsError::Unsupported { line: stmt.line, what });
                }
            });
        }
        match problem {
            Some(problem) => Err(problem),
            None if !writes => Err(SemanticsError::NoResult { name: self.result.name.clone() }),
            None => Ok(()),
        }
    }

    /// Indices of the operands that are immediates, in order.
    pub fn immediates(&self) -> impl Iterator<Item = usize> + '_ {
        self.operands.iter().enumerate().filter(|(_, o)| o.kind == OperandKind::Imm).map(|(i, _)| i)
    }
}

/// Functions called, with the line; names that look like enumerators (`_MM_CMPINT_EQ`) count as calls.
fn calls_of(program: &Program, body: &[Stmt]) -> Vec<(u32, String)> {
    let mut out = Vec::new();
    visit(body, &mut |stmt| {
        for expr in expressions(stmt) {
            visit_expr(expr, &mut |e| match e {
                Expr::Call(name, _) if program.name(*name).starts_with(BUILTIN) => {}
                Expr::Call(name, _) => out.push((stmt.line, program.name(*name).to_owned())),
                Expr::Var(name) if ["_MM_", "_CMP_"].iter().any(|stem| program.name(*name).starts_with(stem)) => {
                    out.push((stmt.line, program.name(*name).to_owned()));
                }
                _ => {}
            });
        }
    });
    out
}

/// The calls of the whole text, functions included: what is called by none is linked, too.
fn calls(program: &Program) -> Vec<(u32, String)> {
    let mut out: Vec<_> = program.functions.iter().flat_map(|f| calls_of(program, &f.body)).collect();
    out.extend(calls_of(program, &program.body));
    out
}

/// The functions that arithmetic on what may be floats is: of operands, of parts, and of what functions give. Indices and
/// loop counters are none.
fn operators(operands: &[Operand], program: &Program) -> Vec<(u32, String)> {
    let mut named: BTreeSet<Sym> = program.functions.iter().flat_map(|f| f.params.iter().copied()).collect();
    named.extend(operands.iter().filter_map(|o| program.find(&o.name)));
    let bodies = || program.functions.iter().map(|f| &f.body).chain([&program.body]);
    for body in bodies() {
        visit(body, &mut |stmt| {
            if let StmtKind::Assign(target, value) = &stmt.kind
                && may_be_float(value, &|name| named.contains(&name))
            {
                named.extend(root(target));
            }
        });
    }
    let parameter = |name: Sym| named.contains(&name);
    let mut out = Vec::new();
    for body in bodies() {
        visit(body, &mut |stmt| {
            for expr in expressions(stmt) {
                visit_expr(expr, &mut |e| {
                    let Expr::Bin(op, a, b) = e else { return };
                    let at = match op {
                        BinOp::Add => 0,
                        BinOp::Sub => 1,
                        BinOp::Mul => 2,
                        BinOp::Div => 3,
                        _ => return,
                    };
                    let name = OPERATORS[at].to_owned();
                    if !program.functions.iter().any(|f| program.name(f.name) == name)
                        && (may_be_float(a, &parameter) || may_be_float(b, &parameter))
                    {
                        out.push((stmt.line, name));
                    }
                });
            }
        });
    }
    out
}

/// Whether an expression may be a float by its syntax.
fn may_be_float(expr: &Expr, parameter: &dyn Fn(Sym) -> bool) -> bool {
    match expr {
        Expr::Var(name) => parameter(*name),
        Expr::Un(_, a) => may_be_float(a, parameter),
        Expr::Bin(_, a, b) => may_be_float(a, parameter) || may_be_float(b, parameter),
        Expr::Int(_) | Expr::Max | Expr::Opaque(_) => false,
        _ => true,
    }
}

/// A call through a variable is bound when it runs.
fn is_parameter_call(program: &Program, name: &str) -> bool {
    program.functions.iter().any(|f| f.params.iter().any(|p| program.name(*p) == name))
}

/// The parts of a statement that have no meaning here, in words: effects, reals, fields of unknown types, memory.
fn unsupported(program: &Program, stmt: &Stmt, float: bool) -> Option<String> {
    if let StmtKind::Effect(what) = &stmt.kind {
        return Some(format!("the effect {what}"));
    }
    let mut found = None;
    for expr in expressions(stmt) {
        visit_expr(expr, &mut |e| match e {
            Expr::Real(text) if !float => found = Some(format!("the literal {text}")),
            Expr::Opaque(text) => found = Some(format!("the literal {text}")),
            Expr::Field(_, name) => found = Some(format!("the member .{name}")),
            Expr::Var(name) if program.name(*name) == "MEM" => found = Some("memory".to_owned()),
            _ => {}
        });
    }
    found
}
