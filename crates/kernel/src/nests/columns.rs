//! Straight code that adds rows, each times a factor, to neighbouring cells.

use crate::arrays::class::Class;
use crate::nests::code::{Block, Code, Columns, Factor, Kind, Reg};

/// The effect of straight code on neighbouring cells; `None`: it is something else. `varies` and `varying`: which codes and registers
/// differ between cells.
pub fn columns(codes: &[Code], varies: &[bool], varying: &[bool], block: &Block<'_>) -> Option<Columns> {
    let is_shared = |reg: Reg| !varying[reg];
    let mut varying = codes.iter().zip(varies).filter(|(_, varies)| **varies).map(|(code, _)| code);
    let of_access = |code: &Code| match code {
        Code::Load { to, access, .. } => Some((*to, *access)),
        _ => None,
    };
    let [first, second] = [of_access(varying.next()?)?, of_access(varying.next()?)?];
    let (mut last, mut product) = (varying.next()?, None);
    if let Code::Apply { to, how, operands } = last
        && matches!(how.class, Class::Linear(_))
        && let [x, y] = operands.as_slice()
        && let Some(next) = varying.clone().next()
        && !matches!(next, Code::Store { .. })
    {
        (product, last) = (Some((*to, how.class, *x, *y)), next);
        varying.next();
    }
    let Some(Code::Store { from, access: store }) = varying.next() else { return None };
    if varying.next().is_some() || last.result() != Some(*from) {
        return None;
    }
    let cell_of = |reg: Reg| [first, second].into_iter().find(|(to, _)| *to == reg).map(|(_, access)| access);
    let is_row = |reg: Reg| [first.0, second.0].contains(&reg);
    let (sum, cell, row, factor) = match last {
        Code::Fused { minus, x, y, z, .. } if product.is_none() => {
            let (row, reg, is_left) = if is_row(*x) { (*x, *y, false) } else { (*y, *x, true) };
            let kind = if *minus { Kind::Difference } else { Kind::Sum };
            (kind, *z, row, Some(Factor { reg, code: 0, is_left }))
        }
        Code::Apply { how, operands, .. } => {
            let [x, y] = operands.as_slice().try_into().ok()?;
            let kind = match how.class {
                Class::Sum => Kind::Sum,
                Class::Difference => Kind::Difference,
                Class::Linear(code) => Kind::Linear(code),
                _ => return None,
            };
            match product {
                None => (kind, x, y, None),
                Some((to, Class::Linear(code), left, right)) if to == y && matches!(kind, Kind::Linear(_)) => {
                    let is_left = is_row(right);
                    let (row, reg) = if is_left { (right, left) } else { (left, right) };
                    (kind, x, row, Some(Factor { reg, code, is_left }))
                }
                Some(_) => return None,
            }
        }
        _ => return None,
    };
    let (load, row_access) = (cell_of(cell)?, cell_of(row)?);
    let is_simple = cell != row && factor.is_none_or(|factor| is_shared(factor.reg));
    let is_in_place = block.accesses[load].is_same(&block.accesses[*store]);
    (is_simple && is_in_place).then_some(Columns { cells: [load, *store], row: row_access, factor, sum })
}
