//! Taking a function over into another text, whose names have other numbers.
//!
//! Functions of the prelude are copied into each text that calls them, so that semantics stand alone: what is stored
//! needs no prelude of the same version to be read.

use super::ast::*;
use super::walk::{expressions, visit, visit_expr};
use std::collections::BTreeSet;

/// Copies a function into a program, names renumbered.
pub fn import(function: &Function, from: &Program, to: &mut Program) -> Function {
    let mut text = Program { names: from.names.clone(), functions: vec![function.clone()], body: Vec::new() };
    renumber(&mut text, to);
    text.functions.remove(0)
}

/// The statements outside functions of a program, as statements of another one.
pub fn import_body(from: &Program, to: &mut Program) -> Vec<Stmt> {
    let mut text = Program { names: from.names.clone(), functions: Vec::new(), body: from.body.clone() };
    renumber(&mut text, to);
    text.body
}

/// Renumbers the names of a syntax tree by another program's table.
fn renumber(source: &mut Program, to: &mut Program) {
    // Names that are not used get a number that nobody looks at.
    let used = used(source);
    // A prelude has many more names than one function of it.
    let number = |(i, name): (usize, &String)| if used.contains(&Sym(i as u32)) { to.intern(name) } else { Sym(0) };
    let map: Vec<Sym> = source.names.iter().enumerate().map(number).collect();
    for f in &mut source.functions {
        f.name = map[f.name.0 as usize];
        f.params.iter_mut().for_each(|p| *p = map[p.0 as usize]);
        block(&mut f.body, &map);
    }
    block(&mut source.body, &map);
}

/// The names that a program's functions and statements have.
fn used(program: &Program) -> BTreeSet<Sym> {
    let mut out = BTreeSet::new();
    let mut take = |stmt: &Stmt| {
        if let StmtKind::For { var, .. } = &stmt.kind {
            out.insert(*var);
        }
        for e in expressions(stmt) {
            visit_expr(e, &mut |e| {
                if let Expr::Var(name) | Expr::Call(name, _) | Expr::Infix(name, ..) = e {
                    out.insert(*name);
                }
            });
        }
    };
    visit(&program.body, &mut take);
    program.functions.iter().for_each(|f| visit(&f.body, &mut take));
    out.extend(program.functions.iter().flat_map(|f| f.params.iter().copied().chain([f.name])));
    out
}

/// Statements renumbered; `map` has the new number of each name.
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

/// An expression renumbered.
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
        Expr::Int(_) | Expr::Real(_) | Expr::Opaque(_) | Expr::Max => {}
    }
}
