//! Walks over the syntax tree: every statement of a block, every expression of a statement.
//!
//! Trees are at most [`crate::limits::MAX_NESTING`] levels high, statements and expressions each, so that these walks
//! recurse.

use super::ast::*;

/// The variable that an assignment's target is a part of.
pub fn root(target: &Expr) -> Option<Sym> {
    match target {
        Expr::Var(name) => Some(*name),
        Expr::Slice(base, ..) | Expr::Bit(base, _) | Expr::Member(base, ..) => root(base),
        _ => None,
    }
}

/// Calls every statement, inner ones too.
pub fn visit(stmts: &[Stmt], f: &mut dyn FnMut(&Stmt)) {
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
pub fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign(a, b) => vec![a, b],
        StmtKind::For { from, to, .. } => vec![from, to],
        StmtKind::While(e, _) | StmtKind::If(e, ..) | StmtKind::Case(e, _) | StmtKind::Return(Some(e)) => vec![e],
        _ => Vec::new(),
    }
}

/// Calls every expression in an expression, the outer ones first.
pub fn visit_expr(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(expr);
    match expr {
        Expr::Slice(a, b, c) | Expr::Cond(a, b, c) => [a, b, c].into_iter().for_each(|x| visit_expr(x, f)),
        Expr::Bit(a, b) | Expr::Bin(_, a, b) | Expr::Infix(_, a, b) => {
            [a, b].into_iter().for_each(|x| visit_expr(x, f))
        }
        Expr::Member(a, _, Some(b)) => [a, b].into_iter().for_each(|x| visit_expr(x, f)),
        Expr::Member(a, _, None) | Expr::Field(a, _) | Expr::Un(_, a) | Expr::Cast(_, a) => visit_expr(a, f),
        Expr::Call(_, args) => args.iter().for_each(|x| visit_expr(x, f)),
        Expr::Int(_) | Expr::Real(_) | Expr::Opaque(_) | Expr::Var(_) | Expr::Max => {}
    }
}

/// Calls every expression directly in a statement, inner statements' too, with the statement's line.
pub fn statements_mut(stmts: &mut [Stmt], f: &mut dyn FnMut(u32, &mut Expr)) {
    for Stmt { line, kind } in stmts {
        match kind {
            StmtKind::Assign(a, b) => [a, b].into_iter().for_each(|e| f(*line, e)),
            StmtKind::For { from, to, body, .. } => {
                [from, to].into_iter().for_each(|e| f(*line, e));
                statements_mut(body, f);
            }
            StmtKind::While(e, body) => {
                f(*line, e);
                statements_mut(body, f);
            }
            StmtKind::If(e, a, b) => {
                f(*line, e);
                statements_mut(a, f);
                statements_mut(b, f);
            }
            StmtKind::Case(e, arms) => {
                f(*line, e);
                arms.iter_mut().for_each(|(_, body)| statements_mut(body, f));
            }
            StmtKind::Return(Some(e)) => f(*line, e),
            StmtKind::Return(None) | StmtKind::Effect(_) => {}
        }
    }
}

/// The expressions directly in an expression, a slice's base first.
pub fn parts_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    match expr {
        Expr::Slice(a, b, c) | Expr::Cond(a, b, c) => vec![a, b, c],
        Expr::Bit(a, b) | Expr::Bin(_, a, b) | Expr::Infix(_, a, b) | Expr::Member(a, _, Some(b)) => vec![a, b],
        Expr::Member(a, _, None) | Expr::Field(a, _) | Expr::Un(_, a) | Expr::Cast(_, a) => vec![a],
        Expr::Call(_, args) => args.iter_mut().collect(),
        Expr::Int(_) | Expr::Real(_) | Expr::Opaque(_) | Expr::Var(_) | Expr::Max => Vec::new(),
    }
}
