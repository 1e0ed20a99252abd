//! The syntax tree as text that [`super::parse`] reads back: one statement a line, fully parenthesised operators.
//!
//! The printed form is what the dictionary keeps, and what its epoch is a hash of: it changes only on purpose. Every
//! operator has its parentheses, so that reading needs no precedence, and keywords have one spelling each.

use super::ast::*;
use std::fmt::Write;

/// A program as text.
pub fn print_program(program: &Program) -> String {
    let mut out = String::new();
    for function in &program.functions {
        let params: Vec<&str> = function.params.iter().map(|p| program.name(*p)).collect();
        let _ = writeln!(out, "DEFINE {}({}) {{", program.name(function.name), params.join(", "));
        block(program, &function.body, 1, &mut out);
        out.push_str("}\n");
    }
    block(program, &program.body, 0, &mut out);
    out
}

/// Statements, each indented by `depth` tabs: for people, since the reader looks at words alone.
fn block(p: &Program, stmts: &[Stmt], depth: usize, out: &mut String) {
    for stmt in stmts {
        statement(p, stmt, depth, out);
    }
}

/// One line of the text.
fn line(depth: usize, text: &str, out: &mut String) {
    for _ in 0..depth {
        out.push('\t');
    }
    out.push_str(text);
    out.push('\n');
}

/// A statement with all that is in it.
fn statement(p: &Program, stmt: &Stmt, depth: usize, out: &mut String) {
    let e = |x: &Expr| print_expr(p, x);
    match &stmt.kind {
        StmtKind::Assign(target, value) => line(depth, &format!("{} := {}", e(target), e(value)), out),
        StmtKind::For { var, from, to, down, body } => {
            let way = if *down { "downto" } else { "to" };
            line(depth, &format!("FOR {} := {} {way} {}", p.name(*var), e(from), e(to)), out);
            block(p, body, depth + 1, out);
            line(depth, "ENDFOR", out);
        }
        StmtKind::While(cond, body) => {
            line(depth, &format!("DO WHILE {}", e(cond)), out);
            block(p, body, depth + 1, out);
            line(depth, "OD", out);
        }
        StmtKind::If(cond, then, otherwise) => {
            line(depth, &format!("IF {}", e(cond)), out);
            block(p, then, depth + 1, out);
            if !otherwise.is_empty() {
                line(depth, "ELSE", out);
                block(p, otherwise, depth + 1, out);
            }
            line(depth, "FI", out);
        }
        StmtKind::Case(selector, arms) => {
            line(depth, &format!("CASE {} OF", e(selector)), out);
            for (label, body) in arms {
                let label = label.map_or("DEFAULT".to_owned(), |v| v.to_string());
                line(depth, &format!("{label}:"), out);
                block(p, body, depth + 1, out);
            }
            line(depth, "ESAC", out);
        }
        StmtKind::Return(None) => line(depth, "RETURN", out),
        StmtKind::Return(Some(value)) => line(depth, &format!("RETURN {}", e(value)), out),
        // With its parentheses an effect reads back as one, and not as a variable's name.
        StmtKind::Effect(what) if what.starts_with('#') => line(depth, what, out),
        StmtKind::Effect(what) => line(depth, &format!("{what}()"), out),
    }
}

/// An expression as text.
pub fn print_expr(p: &Program, expr: &Expr) -> String {
    let e = |x: &Expr| print_expr(p, x);
    match expr {
        Expr::Int(v) => v.to_string(),
        Expr::Opaque(text) | Expr::Real(text) => text.clone(),
        Expr::Var(name) => p.name(*name).to_owned(),
        Expr::Max => "MAX".to_owned(),
        Expr::Slice(base, hi, lo) => format!("{}[{}:{}]", base_text(p, base), bare(p, hi), bare(p, lo)),
        Expr::Bit(base, index) => format!("{}[{}]", base_text(p, base), bare(p, index)),
        Expr::Member(base, bits, None) => format!("{}.{}", base_text(p, base), member_name(*bits)),
        Expr::Member(base, bits, Some(i)) => format!("{}.{}[{}]", base_text(p, base), member_name(*bits), bare(p, i)),
        Expr::Field(base, name) => format!("{}.{name}", base_text(p, base)),
        Expr::Un(op, a) => {
            let op = match op {
                UnOp::Neg => "-",
                UnOp::Not => "~",
                UnOp::LogicNot => "!",
            };
            format!("{op}({})", bare(p, a))
        }
        Expr::Bin(..) | Expr::Cond(..) | Expr::Infix(..) => format!("({})", bare(p, expr)),
        Expr::Call(name, args) => {
            let args: Vec<String> = args.iter().map(e).collect();
            format!("{}({})", p.name(*name), args.join(", "))
        }
        Expr::Cast(cast, a) => format!("{}({})", cast_name(*cast), bare(p, a)),
    }
}

/// Without the outer parentheses, where brackets already delimit.
fn bare(p: &Program, expr: &Expr) -> String {
    let e = |x: &Expr| print_expr(p, x);
    match expr {
        Expr::Bin(op, a, b) => format!("{} {} {}", e(a), sign(*op), e(b)),
        Expr::Cond(c, a, b) => format!("{} ? {} : {}", e(c), e(a), e(b)),
        Expr::Infix(op, a, b) => format!("{} {} {}", e(a), p.name(*op), e(b)),
        _ => e(expr),
    }
}

/// The text of which a part is taken: `(-x)[3]` is not `-x[3]`.
fn base_text(p: &Program, base: &Expr) -> String {
    match base {
        Expr::Un(..) | Expr::Int(_) => format!("({})", print_expr(p, base)),
        _ => print_expr(p, base),
    }
}

/// The sign of an operator; words (`AND`, `MOD`) read the same and are not printed.
fn sign(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::LogicAnd => "&&",
        BinOp::LogicOr => "||",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
    }
}

/// The name of a member of so many bits. [`member_bits`] knows more names for each width; signedness is no part of it.
fn member_name(bits: u32) -> &'static str {
    match bits {
        1 => "bit",
        8 => "byte",
        16 => "word",
        32 => "dword",
        64 => "qword",
        128 => "m128",
        256 => "m256",
        _ => "m512",
    }
}

/// The name of a conversion, which [`cast_of`] reads.
fn cast_name(cast: Cast) -> String {
    match cast {
        Cast::ZeroExtend(n) => format!("ZeroExtend{n}"),
        Cast::SignExtend(n) => format!("SignExtend{n}"),
        Cast::Truncate(n) => format!("Truncate{n}"),
        Cast::Int(n) => format!("Int{n}"),
        Cast::UInt(n) => format!("UInt{n}"),
        Cast::Signed => "Signed".to_owned(),
        Cast::Unsigned => "Unsigned".to_owned(),
        Cast::Float(format) => float_cast(format).to_owned(),
    }
}
