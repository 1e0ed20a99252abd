//! One program for all values of the immediates.
//!
//! The decoder is run on every value that an immediate may have, which gives a program each. Programs that are alike but for
//! numbers become one: a number that goes with an immediate is written as a sum of immediates or a power of two, if that gives the number of
//! every program, and nothing is assumed between. Programs that are not alike stand side by side under conditions.
//!
//! ```text
//! n = 1:  dst[7:1] := a[6:0]      n = 2:  dst[7:2] := a[5:0]      ..
//!         dst[0] := 0                     dst[1:0] := 0
//! ```
//!
//! Numbers are compared place by place: `1, 2, 3` at one place is `n`, and `6, 5, 4` at another is `7 - n`. The first program differs
//! in more than numbers (one bit is written as `dst[0]` and several as `dst[1:0]`), and stands by itself under `n == 1`. A number that follows
//! no such rule would leave every value its own program; a mask of the low bits, `1, 3, 7`, is a power of two less one.
//!
//! The rule is found from two or three programs and then held against all of them. No value of an immediate is left out, so that a
//! rule which is wrong for one is no rule.

use isotope_semantics::pseudo::ast::{BinOp, Expr, Program, Stmt, StmtKind};
use isotope_semantics::pseudo::{parse, print_program};
use std::collections::BTreeMap;

/// Joins programs, each for the values of the immediates of these names; `None` where there are none.
pub(super) fn join(names: &[&str], values: &[Vec<u64>], programs: Vec<Program>) -> Option<Program> {
    if names.is_empty() {
        return programs.into_iter().next();
    }
    // Names are numbered by their first use in the text, hence alike in programs that are alike.
    let texts: Vec<String> = programs.iter().map(print_program).collect();
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, text) in texts.iter().enumerate() {
        groups.entry(shape(text)).or_default().push(at);
    }
    let mut joined: Vec<(Vec<usize>, Program)> = Vec::new();
    for members in groups.into_values() {
        match one(names, values, &texts, &members) {
            Some(program) => joined.push((members, program)),
            // Alike, but their numbers follow no rule: each by itself.
            None => {
                for at in members {
                    joined.push((vec![at], parse(&texts[at]).ok()?));
                }
            }
        }
    }
    // The largest group needs no condition. Groups of one size come in the order of their first values, so that the same
    // table gives the same text.
    joined.sort_by_key(|(members, _)| (members.len(), std::cmp::Reverse(members[0])));
    let (_, mut out) = joined.pop()?;
    for (members, program) in joined {
        let then = isotope_semantics::pseudo::import_body(&program, &mut out);
        let condition =
            members.iter().map(|at| is(names, &values[*at], &mut out)).reduce(|a, b| two(BinOp::LogicOr, a, b))?;
        out.body = vec![Stmt { line: 0, kind: StmtKind::If(condition, then, std::mem::take(&mut out.body)) }];
    }
    Some(out)
}

/// Whether the immediates have these values.
fn is(names: &[&str], values: &[u64], program: &mut Program) -> Expr {
    let equal = names.iter().zip(values).map(|(name, value)| {
        let var = Expr::Var(program.intern(name));
        two(BinOp::Eq, var, Expr::Int(i128::from(*value)))
    });
    equal.collect::<Vec<_>>().into_iter().reduce(|a, b| two(BinOp::LogicAnd, a, b)).unwrap_or(Expr::Int(1))
}

/// `a op b`.
fn two(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Bin(op, Box::new(a), Box::new(b))
}

/// A text without its numbers: those that stand alone, not those in names.
fn shape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = false;
    for c in text.chars() {
        if c.is_ascii_digit() && !word {
            if !out.ends_with('#') {
                out.push('#');
            }
            continue;
        }
        word = c.is_ascii_alphanumeric() || c == '_';
        out.push(c);
    }
    // A negative number is a number.
    out.replace("-#", "#")
}

/// One program for these members of a group.
fn one(names: &[&str], values: &[Vec<u64>], texts: &[String], members: &[usize]) -> Option<Program> {
    let mut programs: Vec<Program> = members.iter().map(|at| parse(&texts[*at]).ok()).collect::<Option<_>>()?;
    let values: Vec<&[u64]> = members.iter().map(|at| &values[*at][..]).collect();
    let mut numbers: Vec<Vec<i128>> = Vec::new();
    for program in &mut programs {
        let mut found = Vec::new();
        block(&mut program.body, &mut |number| found.push(*number_of(number)));
        numbers.push(found);
    }
    // Alike in shape, hence alike in the number of numbers.
    let count = numbers.first()?.len();
    if numbers.iter().any(|n| n.len() != count) {
        return None;
    }
    let mut out = programs.swap_remove(0);
    let mut fitted = Vec::new();
    for at in 0..count {
        let column: Vec<i128> = numbers.iter().map(|n| n[at]).collect();
        fitted.push(fit(names, &values, &column, &mut out)?);
    }
    let mut next = fitted.into_iter();
    block(&mut out.body, &mut |number| {
        if let Some(expr) = next.next() {
            *number = expr;
        }
    });
    Some(out)
}

/// The number of a literal; calls of [`block`] are with literals alone.
fn number_of(expr: &Expr) -> &i128 {
    match expr {
        Expr::Int(c) => c,
        _ => &0,
    }
}

/// An expression over the immediates that has these values.
fn fit(names: &[&str], values: &[&[u64]], column: &[i128], program: &mut Program) -> Option<Expr> {
    let first = *column.first()?;
    if column.iter().all(|c| *c == first) {
        return Some(Expr::Int(first));
    }
    let exact = |of: &dyn Fn(&[u64]) -> Option<i128>| values.iter().zip(column).all(|(v, c)| of(v) == Some(*c));
    // A sum: each immediate's factor from two programs that differ in it alone.
    let mut factors = Vec::new();
    for i in 0..names.len() {
        let other = (1..values.len()).find(|j| (0..names.len()).all(|k| (k == i) == (values[*j][k] != values[0][k])));
        factors.push(match other {
            Some(j) => {
                let (rise, run) = (column[j] - first, values[j][i] as i128 - values[0][i] as i128);
                if rise % run == 0 { rise / run } else { 0 }
            }
            None => 0,
        });
    }
    let sum = |v: &[u64]| {
        let steps = v.iter().zip(values[0]).map(|(a, b)| *a as i128 - *b as i128);
        Some(first + steps.zip(&factors).map(|(step, factor)| step * factor).sum::<i128>())
    };
    if exact(&sum) {
        let base = first - values[0].iter().zip(&factors).map(|(v, f)| *v as i128 * f).sum::<i128>();
        return Some(total(names, &factors, base, program));
    }
    let [name] = names else { return None };
    powers(name, values, column, program)
}

/// `base` and the immediates with their factors.
fn total(names: &[&str], factors: &[i128], base: i128, program: &mut Program) -> Expr {
    let mut sum = crate::sail::eval::Linear::known(base);
    for (name, factor) in names.iter().zip(factors) {
        if *factor != 0 {
            sum.terms.push((Expr::Var(program.intern(name)), *factor));
        }
    }
    sum.expr()
}

/// `k * 2^(n - low) + c`, or `k * 2^(high - n) + c`.
fn powers(name: &str, values: &[&[u64]], column: &[i128], program: &mut Program) -> Option<Expr> {
    let immediate: Vec<i128> = values.iter().map(|v| i128::from(v[0])).collect();
    let (low, high) = (*immediate.iter().min()?, *immediate.iter().max()?);
    let at = |n: i128| immediate.iter().position(|v| *v == n).map(|i| column[i]);
    // `1, 2, 4` rises with the immediate, as what a shift rounds by; `7, 3, 1` falls, as the mask that it leaves.
    for rising in [true, false] {
        let (start, next) = if rising { (low, low + 1) } else { (high, high - 1) };
        let (Some(x), Some(y)) = (at(start), at(next)) else { continue };
        // From one power to the next the difference is the first.
        let k = y.checked_sub(x)?;
        let c = x.checked_sub(k)?;
        let power = |n: i128| {
            let exponent = u32::try_from(if rising { n - low } else { high - n }).ok()?;
            k.checked_mul(1i128.checked_shl(exponent).filter(|p| *p > 0)?)?.checked_add(c)
        };
        if !immediate.iter().zip(column).all(|(n, value)| power(*n) == Some(*value)) {
            continue;
        }
        // A factor that is a power of two goes into the exponent.
        let (k, more) = if k > 0 && k & (k - 1) == 0 { (1, i128::from(k.trailing_zeros())) } else { (k, 0) };
        let (factors, base) = if rising { ([1], more - low) } else { ([-1], more + high) };
        let exponent = total(&[name], &factors, base, program);
        let mut sum = crate::sail::eval::Linear::known(c);
        sum.terms.push((two(BinOp::Shl, Expr::Int(1), exponent), k));
        return Some(sum.expr());
    }
    None
}

/// Calls every literal of a block, in the text's order.
fn block(stmts: &mut [Stmt], see: &mut dyn FnMut(&mut Expr)) {
    for stmt in stmts {
        match &mut stmt.kind {
            StmtKind::Assign(a, b) => [a, b].into_iter().for_each(|e| literals(e, see)),
            StmtKind::For { from, to, body, .. } => {
                [from, to].into_iter().for_each(|e| literals(e, see));
                block(body, see);
            }
            StmtKind::If(c, a, b) => {
                literals(c, see);
                block(a, see);
                block(b, see);
            }
            _ => {}
        }
    }
}

/// Calls every literal of an expression, from left to right.
fn literals(expr: &mut Expr, see: &mut dyn FnMut(&mut Expr)) {
    match expr {
        Expr::Int(_) => see(expr),
        Expr::Slice(a, b, c) | Expr::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| literals(e, see)),
        Expr::Bit(a, b) | Expr::Bin(_, a, b) => [a, b].into_iter().for_each(|e| literals(e, see)),
        Expr::Un(_, a) | Expr::Cast(_, a) => literals(a, see),
        Expr::Call(_, args) => args.iter_mut().for_each(|e| literals(e, see)),
        _ => {}
    }
}
