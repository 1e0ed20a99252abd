//! The output, made readable: no statement without an effect on the result, no name for what is read once.
//!
//! Each step keeps the meaning: a variable goes only if nothing reads it; an expression moves to its reader only if nothing that
//! it reads is assigned in between; a conversion goes only where as many bits are stored as it keeps.
//!
//! ```text
//! operand1 := a                            (nothing reads it)
//! sum := a[e*8+7:e*8] + b[e*8+7:e*8]
//! result[e*8+7:e*8] := UInt8(sum)     becomes     dst[e*8+7:e*8] := a[e*8+7:e*8] + b[e*8+7:e*8]
//! ..
//! dst := result
//! ```
//!
//! A variable is *steady* if it is assigned in one place: then it has one value wherever it is read, or one in each iteration of a loop. An
//! expression of steady variables and operands may move to any later place of its block; one that reads what is assigned in several
//! places moves to the next statement alone, which nothing comes between.
//!
//! The base of a part is never replaced by an expression: `x[7:0]` of a computed `x` would compute all of it for some bits.
//!
//! Nothing is made cheaper here. The canonical form by which instructions fall into classes is made of the lanes, which do not see
//! names, temporaries or the order of statements; what is tidied is for people who read the dictionary, and for its size.
//!
//! Rounds end: each takes a statement away or changes nothing.

use super::output::{reads, size};
use super::value::Linear;
use isotope_semantics::pseudo::ast::{BinOp, Cast, Expr, Stmt, StmtKind, Sym};
use isotope_semantics::pseudo::{root, visit, visit_expr};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest expression that moves, in nodes: what is moved again and again must stay readable.
const MAX_MOVED: usize = 60;

/// Tidies statements that write `result`, of so many bits.
pub(crate) fn tidy(mut body: Vec<Stmt>, result: Sym, bits: u32) -> Vec<Stmt> {
    loop {
        let before = body.clone();
        body = used(body, result);
        let counts = Counts::of(&body);
        moved(&mut body, &counts, result);
        // Each round makes the text shorter, or ends.
        if body == before {
            break;
        }
    }
    renamed(&mut body, result);
    stored(&mut body, result, bits);
    body
}

/// How often each variable is read and assigned.
#[derive(Default)]
struct Counts {
    /// Readings, the positions of targets among them.
    read: BTreeMap<Sym, usize>,
    /// Assignments, of parts as well.
    written: BTreeMap<Sym, usize>,
    /// Counters of loops.
    counters: BTreeSet<Sym>,
}

impl Counts {
    /// Counts a whole program. A part that is written counts as an assignment, and the positions in its place as read.
    fn of(body: &[Stmt]) -> Counts {
        let mut out = Counts::default();
        visit(body, &mut |stmt| {
            reads(stmt, &mut |expr| {
                visit_expr(expr, &mut |e| {
                    if let Expr::Var(var) = e {
                        *out.read.entry(*var).or_default() += 1;
                    }
                });
            });
            match &stmt.kind {
                StmtKind::Assign(target, _) => {
                    if let Some(var) = root(target) {
                        // The target itself is no reading.
                        *out.read.entry(var).or_default() -= 1;
                        *out.written.entry(var).or_default() += 1;
                    }
                }
                StmtKind::For { var, .. } => {
                    out.counters.insert(*var);
                }
                _ => {}
            }
        });
        out
    }

    /// How often a variable is read.
    fn reads(&self, var: Sym) -> usize {
        self.read.get(&var).copied().unwrap_or(0)
    }

    /// Whether a variable has one value wherever it is read, or one an iteration.
    fn steady(&self, var: Sym) -> bool {
        self.written.get(&var).copied().unwrap_or(0) <= 1
    }
}

/// Statements without those that nothing depends on.
fn used(body: Vec<Stmt>, result: Sym) -> Vec<Stmt> {
    let counts = Counts::of(&body);
    keep(body, &|var| var == result || counts.reads(var) > 0)
}

/// Statements of a block without those of variables that are not wanted, and without what is empty then.
fn keep(body: Vec<Stmt>, wanted: &dyn Fn(Sym) -> bool) -> Vec<Stmt> {
    let mut out = Vec::new();
    for Stmt { line, kind } in body {
        let kind = match kind {
            StmtKind::Assign(target, _) if root(&target).is_some_and(|var| !wanted(var)) => continue,
            StmtKind::If(c, a, b) => {
                let (a, b) = (keep(a, wanted), keep(b, wanted));
                match (a.is_empty(), b.is_empty()) {
                    (true, true) => continue,
                    (true, false) => StmtKind::If(
                        Expr::Un(isotope_semantics::pseudo::ast::UnOp::LogicNot, Box::new(c)),
                        b,
                        Vec::new(),
                    ),
                    _ => StmtKind::If(c, a, b),
                }
            }
            StmtKind::For { var, from, to, down, body } => {
                let body = keep(body, wanted);
                if body.is_empty() {
                    continue;
                }
                StmtKind::For { var, from, to, down, body }
            }
            kind => kind,
        };
        out.push(Stmt { line, kind });
    }
    out
}

/// Moves what is read once to where it is read.
fn moved(body: &mut Vec<Stmt>, counts: &Counts, result: Sym) {
    let mut at = 0;
    while at < body.len() {
        match &mut body[at].kind {
            StmtKind::For { body, .. } => moved(body, counts, result),
            StmtKind::If(_, a, b) => {
                moved(a, counts, result);
                moved(b, counts, result);
            }
            _ => {}
        }
        let found = match &body[at].kind {
            StmtKind::Assign(Expr::Var(var), value)
                if *var != result && counts.reads(*var) == 1 && counts.steady(*var) && size(value) <= MAX_MOVED =>
            {
                Some((*var, value.clone()))
            }
            _ => None,
        };
        let taken = found.is_some_and(|(var, value)| {
            let mut steady = true;
            visit_expr(&value, &mut |e| steady &= !matches!(e, Expr::Var(v) if !counts.steady(*v)));
            put(&mut body[at + 1..], var, &value, steady)
        });
        if taken {
            body.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Puts a value in the place of a variable's one reading, if that is behind. A value that is not steady moves to the next statement alone.
fn put(behind: &mut [Stmt], var: Sym, value: &Expr, steady: bool) -> bool {
    let reach = if steady { behind.len() } else { behind.len().min(1) };
    for stmt in &mut behind[..reach] {
        if !steady && !matches!(stmt.kind, StmtKind::Assign(..)) {
            return false;
        }
        if put_in(stmt, var, value) {
            return true;
        }
    }
    false
}

/// Puts the value into one statement, or the statements in it, if the variable is read there.
fn put_in(stmt: &mut Stmt, var: Sym, value: &Expr) -> bool {
    match &mut stmt.kind {
        StmtKind::Assign(target, source) => {
            // A part of what is moved is a part of an expression then: only slices of the variable as a whole are left.
            replace(source, var, value) || (root(target) != Some(var) && replace(target, var, value))
        }
        StmtKind::If(c, a, b) => {
            replace(c, var, value)
                || a.iter_mut().any(|s| put_in(s, var, value))
                || b.iter_mut().any(|s| put_in(s, var, value))
        }
        StmtKind::For { body, .. } => body.iter_mut().any(|s| put_in(s, var, value)),
        _ => false,
    }
}

/// Replaces a variable in an expression, but for the base of a part that a position computes: those are places.
fn replace(expr: &mut Expr, var: Sym, value: &Expr) -> bool {
    match expr {
        Expr::Var(v) if *v == var => {
            *expr = value.clone();
            true
        }
        Expr::Slice(base, hi, lo) => {
            if **base == Expr::Var(var) {
                return false;
            }
            [base, hi, lo].into_iter().any(|e| replace(e, var, value))
        }
        Expr::Bit(base, at) => {
            if **base == Expr::Var(var) {
                return false;
            }
            [base, at].into_iter().any(|e| replace(e, var, value))
        }
        Expr::Cond(a, b, c) => [a, b, c].into_iter().any(|e| replace(e, var, value)),
        Expr::Bin(_, a, b) => [a, b].into_iter().any(|e| replace(e, var, value)),
        // A conversion of a part says how its bits read; of a variable it is one of what was computed.
        Expr::Un(_, a) | Expr::Cast(_, a) => replace(a, var, value),
        Expr::Call(_, args) => args.iter_mut().any(|e| replace(e, var, value)),
        _ => false,
    }
}

/// `result := x` at the end, where nothing else reads `x`: `x` is the result.
fn renamed(body: &mut Vec<Stmt>, result: Sym) {
    let Some(Stmt { kind: StmtKind::Assign(Expr::Var(target), Expr::Var(var)), .. }) = body.last() else { return };
    let (target, var) = (*target, *var);
    let counts = Counts::of(body);
    if target != result
        || counts.reads(var) != 1
        || !counts.written.contains_key(&var)
        || counts.counters.contains(&var)
    {
        return;
    }
    body.pop();
    rename(body, var, result);
}

/// Gives what is written to one variable to another.
fn rename(body: &mut [Stmt], from: Sym, to: Sym) {
    for stmt in body {
        match &mut stmt.kind {
            StmtKind::Assign(target, _) if root(target) == Some(from) => retarget(target, to),
            StmtKind::For { body, .. } => rename(body, from, to),
            StmtKind::If(_, a, b) => {
                rename(a, from, to);
                rename(b, from, to);
            }
            _ => {}
        }
    }
}

/// The place of an assignment in another variable.
fn retarget(target: &mut Expr, to: Sym) {
    match target {
        Expr::Var(var) => *var = to,
        Expr::Slice(base, ..) | Expr::Bit(base, _) => retarget(base, to),
        _ => {}
    }
}

/// A value that is stored into the result loses the conversion to as many bits.
fn stored(body: &mut [Stmt], result: Sym, bits: u32) {
    for stmt in body {
        match &mut stmt.kind {
            StmtKind::Assign(target, value) if root(target) == Some(result) => {
                let width = match target {
                    Expr::Slice(_, hi, lo) => {
                        linear(hi).plus(&linear(lo), -1).and_then(|d| d.as_known()).map(|d| d + 1)
                    }
                    Expr::Bit(..) => Some(1),
                    _ => Some(i128::from(bits)),
                };
                while let Expr::Cast(Cast::UInt(n), inner) = value {
                    if width.is_none_or(|width| i128::from(*n) < width) {
                        break;
                    }
                    *value = (**inner).clone();
                }
            }
            StmtKind::For { body, .. } => stored(body, result, bits),
            StmtKind::If(_, a, b) => {
                stored(a, result, bits);
                stored(b, result, bits);
            }
            _ => {}
        }
    }
}

/// An expression as a sum.
pub(crate) fn linear(expr: &Expr) -> Linear {
    let sum = |a: &Expr, b: &Expr, k| linear(a).plus(&linear(b), k);
    let found = match expr {
        Expr::Int(c) => Some(Linear::known(*c)),
        Expr::Bin(BinOp::Add, a, b) => sum(a, b, 1),
        Expr::Bin(BinOp::Sub, a, b) => sum(a, b, -1),
        Expr::Bin(BinOp::Mul, a, b) => match (&**a, &**b) {
            (Expr::Int(k), other) | (other, Expr::Int(k)) => linear(other).times(*k),
            _ => None,
        },
        _ => None,
    };
    found.unwrap_or_else(|| Linear::of(expr.clone()))
}
