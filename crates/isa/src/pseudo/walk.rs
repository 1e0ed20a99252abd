//! Walks over the syntax tree: every statement of a block, every expression of a statement.
//!
//! Trees are at most [`crate::limits::MAX_NESTING`] levels high, statements and expressions each, so that these walks
//! recurse.

use super::ast::*;

/// The variable that an assignment's target is a part of.
pub(crate) fn root(target: &Expr) -> Option<Sym> {
    match target {
        Expr::Var(name) => Some(*name),
        Expr::Slice(base, ..) | Expr::Bit(base, _) | Expr::Member(base, ..) => root(base),
        _ => None,
    }
}

/// Calls every statement, inner ones too.
pub(crate) fn visit(stmts: &[Stmt], f: &mut dyn FnMut(&Stmt)) {
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
pub(crate) fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign(a, b) => vec![a, b],
        StmtKind::For { from, to, .. } => vec![from, to],
        StmtKind::While(e, _) | StmtKind::If(e, ..) | StmtKind::Case(e, _) | StmtKind::Return(Some(e)) => vec![e],
        _ => Vec::new(),
    }
}

/// Calls every expression in an expression, the outer ones first.
pub(crate) fn visit_expr(expr: &Expr, f: &mut dyn FnMut(&Expr)) {
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
