//! What an instruction means: typed operands and a program over them, loops kept.
//!
//! The arithmetic is Intel's convention made exact. An operand's element type says how a whole element of it reads:
//! `si16` elements are signed integers, any other slice is its bits, unsigned. Expressions are computed on mathematical
//! integers, hence without wrap-around; `SaturateN`, comparisons and right shifts see that exact value. Only storing into a
//! slice (or a conversion) drops bits: the value modulo two to the slice's width. `dst[MAX:n] := 0` clears those bits
//! of the declared result that nothing has written yet.

use crate::pseudo::ast::{Expr, Function, Program, Stmt, StmtKind, Sym};
use crate::pseudo::{SyntaxError, parse, print_program};
use std::fmt;

/// What an operand is to the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OperandKind {
    /// A vector register.
    Vector,
    /// A mask register: elements of one bit.
    Mask,
    /// A general register: one element.
    Scalar,
    /// A constant of the instruction's encoding.
    Imm,
}

/// An operand, or the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The name in the text.
    pub name: String,
    /// Bits of the whole.
    pub bits: u32,
    /// What it is.
    pub kind: OperandKind,
    /// Bits of one element as the vendor types it; for immediates the bits that matter.
    pub element_bits: u32,
    /// Whether elements of that width are signed.
    pub signed: bool,
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
        /// What is wrong.
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
        /// What it is.
        what: String,
    },
    /// The declared result is never written.
    #[error("the text never writes its result {name}")]
    NoResult {
        /// The result's name.
        name: String,
    },
}

/// The first line of a stored text; the number is the format's version.
const HEADER: &str = "semantics 1";

impl Semantics {
    /// Builds semantics from a parsed program, adding those functions of `prelude` that it needs.
    pub fn link(
        operands: Vec<Operand>,
        result: Operand,
        mut program: Program,
        prelude: &Program,
    ) -> Result<Self, SemanticsError> {
        let mut missing = calls(&program);
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
        }
        let semantics = Semantics { operands, result, program };
        semantics.check()?;
        Ok(semantics)
    }

    fn check(&self) -> Result<(), SemanticsError> {
        let mut problem = None;
        let mut writes = false;
        let result = self.program.find(&self.result.name);
        visit(&self.program.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign(target, _) => writes |= root(target).is_some() && root(target) == result,
            StmtKind::Return(Some(_)) => writes = true,
            _ => {}
        });
        let bodies = self.program.functions.iter().map(|f| &f.body).chain([&self.program.body]);
        for body in bodies {
            visit(body, &mut |stmt| {
                let what = unsupported(&self.program, stmt);
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

    /// Reads the text that [`Semantics`] prints.
    pub fn from_text(text: &str) -> Result<Self, SemanticsError> {
        let bad =
            |line: usize, message: &str| SemanticsError::Stored { line: line as u32 + 1, message: message.into() };
        let mut operands = Vec::new();
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, HEADER)) => {}
            _ => return Err(bad(0, "'semantics 1' expected")),
        }
        let mut offset = HEADER.len() + 1;
        for (number, line) in lines {
            offset += line.len() + 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            let [role, name, kind, bits, element] = words[..] else {
                return Err(bad(number, "'in NAME KIND BITS ELEMENT' or 'out ...' expected"));
            };
            let operand = operand_from(name, kind, bits, element).ok_or_else(|| bad(number, "not an operand"))?;
            match role {
                "in" => operands.push(operand),
                "out" => {
                    let program = parse(text.get(offset..).unwrap_or_default())?;
                    return Semantics::link(operands, operand, program, &Program::default());
                }
                _ => return Err(bad(number, "'in' or 'out' expected")),
            }
        }
        Err(bad(0, "no 'out' line"))
    }

    /// Indices of the operands that are immediates, in order.
    pub fn immediates(&self) -> impl Iterator<Item = usize> + '_ {
        self.operands.iter().enumerate().filter(|(_, o)| o.kind == OperandKind::Imm).map(|(i, _)| i)
    }
}

impl fmt::Display for Semantics {
    /// The stored form: a version line, one line an operand, the result, the program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for operand in &self.operands {
            writeln!(f, "in {operand}")?;
        }
        writeln!(f, "out {}", self.result)?;
        f.write_str(&print_program(&self.program))
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            OperandKind::Vector => "vector",
            OperandKind::Mask => "mask",
            OperandKind::Scalar => "scalar",
            OperandKind::Imm => "imm",
        };
        let sign = if self.signed { "s" } else { "u" };
        write!(f, "{} {kind} {} {sign}{}", self.name, self.bits, self.element_bits)
    }
}

fn operand_from(name: &str, kind: &str, bits: &str, element: &str) -> Option<Operand> {
    let kind = match kind {
        "vector" => OperandKind::Vector,
        "mask" => OperandKind::Mask,
        "scalar" => OperandKind::Scalar,
        "imm" => OperandKind::Imm,
        _ => return None,
    };
    let signed = element.starts_with('s');
    let element_bits = element.strip_prefix(['s', 'u'])?.parse().ok()?;
    Some(Operand { name: name.to_owned(), bits: bits.parse().ok()?, kind, element_bits, signed })
}

/// The variable that an assignment's target is a part of.
pub(crate) fn root(target: &Expr) -> Option<Sym> {
    match target {
        Expr::Var(name) => Some(*name),
        Expr::Slice(base, ..) | Expr::Bit(base, _) | Expr::Member(base, ..) => root(base),
        _ => None,
    }
}

/// Calls every statement, inner ones too.
fn visit(stmts: &[Stmt], f: &mut dyn FnMut(&Stmt)) {
    for stmt in stmts {
        f(stmt);
        match &stmt.kind {
            StmtKind::For { body, .. } | StmtKind::While(_, body) => visit(body, f),
            StmtKind::If(_, a, b) => {
                visit(a, f);
                visit(b, f);
            }
            StmtKind::Case(_, arms) => arms.iter().for_each(|(_, body)| visit(body, f)),
            _ => {}
        }
    }
}

/// The expressions directly in a statement.
fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign(a, b) => vec![a, b],
        StmtKind::For { from, to, .. } => vec![from, to],
        StmtKind::While(e, _) | StmtKind::If(e, ..) | StmtKind::Case(e, _) | StmtKind::Return(Some(e)) => vec![e],
        _ => Vec::new(),
    }
}

fn visit_expr(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    match expr {
        Expr::Slice(a, b, c) | Expr::Cond(a, b, c) => [a, b, c].into_iter().for_each(|x| visit_expr(x, f)),
        Expr::Bit(a, b) | Expr::Bin(_, a, b) | Expr::Infix(_, a, b) => {
            [a, b].into_iter().for_each(|x| visit_expr(x, f))
        }
        Expr::Member(a, _, Some(b)) => [a, b].into_iter().for_each(|x| visit_expr(x, f)),
        Expr::Member(a, _, None) | Expr::Field(a, _) | Expr::Un(_, a) | Expr::Cast(_, a) => visit_expr(a, f),
        Expr::Call(_, args) => args.iter().for_each(|x| visit_expr(x, f)),
        Expr::Int(_) | Expr::Opaque(_) | Expr::Var(_) | Expr::Max => {}
    }
}

/// Whether a function's result is worth remembering (it loops or calls) and depends on its parameters alone.
pub(crate) fn memoisable(program: &Program, function: &Function) -> bool {
    let mut own: Vec<Sym> = function.params.clone();
    let mut costly = false;
    visit(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign(target, _) => own.extend(root(target)),
        StmtKind::For { var, .. } => {
            own.push(*var);
            costly = true;
        }
        _ => {}
    });
    let mut closed = true;
    visit(&function.body, &mut |stmt| {
        for expr in expressions(stmt) {
            visit_expr(expr, &mut |e| match e {
                Expr::Var(name) | Expr::Infix(name, ..) => closed &= own.contains(name),
                Expr::Call(name, _) => {
                    costly = true;
                    closed &= !own.contains(name) && program.functions.iter().any(|f| f.name == *name);
                }
                _ => {}
            });
        }
    });
    costly && closed
}

/// Functions called, with the line; names that look like enumerators (`_MM_CMPINT_EQ`) count as calls.
fn calls_of(program: &Program, body: &[Stmt]) -> Vec<(u32, String)> {
    let mut out = Vec::new();
    visit(body, &mut |stmt| {
        for expr in expressions(stmt) {
            visit_expr(expr, &mut |e| match e {
                Expr::Call(name, _) => out.push((stmt.line, program.name(*name).to_owned())),
                Expr::Var(name) if program.name(*name).starts_with("_MM_") => {
                    out.push((stmt.line, program.name(*name).to_owned()));
                }
                _ => {}
            });
        }
    });
    out
}

fn calls(program: &Program) -> Vec<(u32, String)> {
    let mut out: Vec<_> = program.functions.iter().flat_map(|f| calls_of(program, &f.body)).collect();
    out.extend(calls_of(program, &program.body));
    out
}

/// A call through a variable is bound when it runs.
fn is_parameter_call(program: &Program, name: &str) -> bool {
    program.functions.iter().any(|f| f.params.iter().any(|p| program.name(*p) == name))
}

fn unsupported(program: &Program, stmt: &Stmt) -> Option<String> {
    if let StmtKind::Effect(what) = &stmt.kind {
        return Some(format!("the effect {what}"));
    }
    let mut found = None;
    for expr in expressions(stmt) {
        visit_expr(expr, &mut |e| match e {
            Expr::Opaque(text) => found = Some(format!("the literal {text}")),
            Expr::Field(_, name) => found = Some(format!("the member .{name}")),
            Expr::Var(name) if program.name(*name) == "MEM" => found = Some("memory".to_owned()),
            _ => {}
        });
    }
    found
}

/// Copies a function into a program, names renumbered.
fn import(function: &Function, from: &Program, to: &mut Program) -> Function {
    let mut text = Program { names: from.names.clone(), functions: vec![function.clone()], body: Vec::new() };
    rename::program(&mut text, to);
    text.functions.remove(0)
}

mod rename {
    //! Renumbering the names of a syntax tree into another program's table.
    use super::*;

    pub fn program(source: &mut Program, to: &mut Program) {
        let map: Vec<Sym> = source.names.iter().map(|n| to.intern(n)).collect();
        for f in &mut source.functions {
            f.name = map[f.name.0 as usize];
            f.params.iter_mut().for_each(|p| *p = map[p.0 as usize]);
            block(&mut f.body, &map);
        }
    }

    fn block(stmts: &mut [Stmt], map: &[Sym]) {
        for stmt in stmts {
            match &mut stmt.kind {
                StmtKind::Assign(a, b) => [a, b].into_iter().for_each(|e| expr(e, map)),
                StmtKind::For { var, from, to, body, .. } => {
                    *var = map[var.0 as usize];
                    expr(from, map);
                    expr(to, map);
                    block(body, map);
                }
                StmtKind::While(e, body) => {
                    expr(e, map);
                    block(body, map);
                }
                StmtKind::If(e, a, b) => {
                    expr(e, map);
                    block(a, map);
                    block(b, map);
                }
                StmtKind::Case(e, arms) => {
                    expr(e, map);
                    arms.iter_mut().for_each(|(_, body)| block(body, map));
                }
                StmtKind::Return(Some(e)) => expr(e, map),
                StmtKind::Return(None) | StmtKind::Effect(_) => {}
            }
        }
    }

    fn expr(e: &mut Expr, map: &[Sym]) {
        match e {
            Expr::Var(name) => *name = map[name.0 as usize],
            Expr::Call(name, args) => {
                *name = map[name.0 as usize];
                args.iter_mut().for_each(|a| expr(a, map));
            }
            Expr::Infix(name, a, b) => {
                *name = map[name.0 as usize];
                [a, b].into_iter().for_each(|x| expr(x, map));
            }
            Expr::Slice(a, b, c) | Expr::Cond(a, b, c) => [a, b, c].into_iter().for_each(|x| expr(x, map)),
            Expr::Bit(a, b) | Expr::Bin(_, a, b) => [a, b].into_iter().for_each(|x| expr(x, map)),
            Expr::Member(a, _, i) => {
                expr(a, map);
                if let Some(i) = i {
                    expr(i, map);
                }
            }
            Expr::Field(a, _) | Expr::Un(_, a) | Expr::Cast(_, a) => expr(a, map),
            Expr::Int(_) | Expr::Opaque(_) | Expr::Max => {}
        }
    }
}
