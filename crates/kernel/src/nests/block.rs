//! Straight code made ready: values that were just stored are not loaded, cells that iterations carry become reductions, products and
//! sums one step.

use crate::arrays::class::Class;
use crate::nests::code::{Access, Block, Code, Combine, Reduction, Reg, Strip};
use crate::nests::combination::combination;
use crate::nests::recall::recall;

/// An innermost loop's body; `None`: its addresses do not grow evenly.
///
/// `cells`: the number of the memory of what loops carry. Each cell is one of this loop, which no other access meets.
pub fn strip<'p>(
    block: &Block<'p>,
    counter: Reg,
    registers: usize,
    aliases: &[usize],
    cells: Option<usize>,
) -> Option<Strip<'p>> {
    if block.accesses.iter().any(|access| access.forms.iter().any(|form| form.slope(counter).is_none())) {
        return None;
    }
    let (codes, block) = (without_passed_stores(forwarded(block, aliases), block, aliases), block);
    let plain = Block { codes: fused(codes.clone(), &[], registers), accesses: block.accesses.clone() };
    let varying_accesses: Vec<bool> = block.accesses.iter().map(|access| access.has(counter)).collect();
    let (codes, mut reductions) = reductions(codes, block, &varying_accesses, registers);
    let is_sequential =
        codes.iter().any(|code| matches!(code, Code::Store { access, .. } if !varying_accesses[*access]));
    let codes = fused(codes, &reductions, registers);
    let (mut codes, varying) = dotted(codes, &mut reductions, &varying_accesses, registers);
    let varies = codes.iter().map(|code| is_varying(code, &varying, &varying_accesses)).collect::<Vec<_>>();
    direct(&mut codes, &varying, &reductions);
    let mut broadcast: Vec<Reg> = Vec::new();
    let read = codes.iter().zip(&varies).filter(|(_, varies)| **varies).flat_map(|(code, _)| code.operands());
    let combined = reductions.iter().flat_map(|one| one.steps.iter().flat_map(Combine::registers));
    broadcast.extend(read.chain(combined).filter(|reg| !varying[*reg]));
    broadcast.sort_unstable();
    broadcast.dedup();
    let is_cell = |access: usize| Some(plain.accesses[access].memref) == cells;
    let order = plain.codes.iter().filter_map(|code| match code {
        Code::Load { access, .. } | Code::Store { access, .. } if is_cell(*access) => None,
        Code::Load { access, .. } => Some((*access, false)),
        Code::Store { access, .. } => Some((*access, true)),
        _ => None,
    });
    let (order, carried) = (order.collect(), reductions.iter().map(|one| (one.load, one.store)).collect());
    let combination = reductions.is_empty().then(|| combination(&codes, &varies)).flatten();
    let recall = recall(&codes, &varies, &reductions, &plain);
    Some(Strip { plain, codes, varies, broadcast, reductions, order, carried, combination, recall, is_sequential })
}

/// Whether two accesses are never to one cell.
fn is_apart(x: &Access<'_>, y: &Access<'_>, aliases: &[usize]) -> bool {
    if x.memref == y.memref {
        return x.forms.iter().zip(&y.forms).any(|(x, y)| x.is_never(y));
    }
    aliases[x.memref] != aliases[y.memref]
}

/// Without loads of what was loaded or stored just before.
fn forwarded(block: &Block<'_>, aliases: &[usize]) -> Vec<Code> {
    let mut known: Vec<(usize, Reg)> = Vec::new();
    let mut renamed: Vec<(Reg, Reg)> = Vec::new();
    let mut codes = Vec::new();
    for code in &block.codes {
        let name = |reg: Reg| renamed.iter().find(|(from, _)| *from == reg).map_or(reg, |(_, to)| *to);
        match code {
            Code::Load { to, access, .. } => {
                let of = &block.accesses[*access];
                if let Some((_, value)) = known.iter().find(|(known, _)| block.accesses[*known].is_same(of)) {
                    renamed.push((*to, *value));
                    continue;
                }
                known.push((*access, *to));
                codes.push(code.clone());
            }
            Code::Store { from, access } => {
                let (from, of) = (name(*from), &block.accesses[*access]);
                known.retain(|(known, _)| is_apart(&block.accesses[*known], of, aliases));
                known.push((*access, from));
                codes.push(Code::Store { from, access: *access });
            }
            Code::Apply { to, how, operands } => {
                let operands = operands.iter().map(|reg| name(*reg)).collect();
                codes.push(Code::Apply { to: *to, how: *how, operands });
            }
            Code::Fused { .. } => codes.push(code.clone()),
        }
    }
    codes
}

/// Without stores that a later one passes before anything reads the cell.
fn without_passed_stores(codes: Vec<Code>, block: &Block<'_>, aliases: &[usize]) -> Vec<Code> {
    let is_passed = |at: usize| {
        let Code::Store { access, .. } = &codes[at] else { return false };
        let of = &block.accesses[*access];
        for code in &codes[at + 1..] {
            match code {
                Code::Store { access, .. } if block.accesses[*access].is_same(of) => return true,
                Code::Load { access, .. } if !is_apart(&block.accesses[*access], of, aliases) => return false,
                _ => {}
            }
        }
        false
    };
    let kept: Vec<bool> = (0..codes.len()).map(|at| !is_passed(at)).collect();
    codes.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(code, _)| code).collect()
}

/// Takes cells out that each iteration loads, changes and stores.
fn reductions(codes: Vec<Code>, block: &Block<'_>, varying: &[bool], registers: usize) -> (Vec<Code>, Vec<Reduction>) {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); registers];
    for (at, code) in codes.iter().enumerate() {
        code.operands().into_iter().for_each(|reg| users[reg].push(at));
    }
    // Registers that are added to a cell, which may not be another cell that changes.
    let (mut found, mut values, mut gone) = (Vec::new(), vec![false; registers], vec![false; codes.len()]);
    for at in 0..codes.len() {
        if let Some((reduction, of)) = reduction(&codes, at, block, varying, (&users, &values)) {
            reduction.steps.iter().for_each(|step| values[step.value.0] = true);
            of.into_iter().for_each(|at| gone[at] = true);
            found.push(reduction);
        }
    }
    (codes.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(code, _)| code).collect(), found)
}

/// The reduction that begins with a load, and its codes.
fn reduction(
    codes: &[Code],
    at: usize,
    block: &Block<'_>,
    varying: &[bool],
    (users, values): (&[Vec<usize>], &[bool]),
) -> Option<(Reduction, Vec<usize>)> {
    let Code::Load { to, access: load, .. } = &codes[at] else { return None };
    if varying[*load] {
        return None;
    }
    let (mut reg, mut steps, mut gone) = (*to, Vec::new(), vec![at]);
    loop {
        // Another cell may change by what this one is in each iteration.
        if values[reg] {
            return None;
        }
        let [user] = users[reg].as_slice() else { return None };
        gone.push(*user);
        match &codes[*user] {
            Code::Store { access, .. }
                if !steps.is_empty() && block.accesses[*access].is_same(&block.accesses[*load]) =>
            {
                return Some((Reduction { load: *load, store: *access, steps }, gone));
            }
            Code::Apply { to, how, operands } => {
                let [x, y] = operands.as_slice().try_into().ok()?;
                if x == y {
                    return None;
                }
                let (is_left, value) = if x == reg { (true, y) } else { (false, x) };
                steps.push(Combine { how: *how, value: (value, None), is_left });
                reg = *to;
            }
            _ => return None,
        }
    }
}

/// Products that only a sum or a difference reads become one step with it.
fn fused(codes: Vec<Code>, reductions: &[Reduction], registers: usize) -> Vec<Code> {
    let mut counts = vec![0; registers];
    codes.iter().flat_map(Code::operands).for_each(|reg| counts[reg] += 1);
    reductions.iter().flat_map(|one| &one.steps).for_each(|step| counts[step.value.0] += 1);
    let mut products: Vec<Option<(usize, Reg, Reg)>> = vec![None; registers];
    let mut out: Vec<Option<Code>> = Vec::new();
    for code in codes {
        let at = out.len();
        if let Code::Apply { to, how, operands } = &code {
            if let ([x, y], Class::Product) = (operands.as_slice(), how.class) {
                products[*to] = Some((at, *x, *y));
            }
            if let ([x, y], true) = (operands.as_slice(), matches!(how.class, Class::Sum | Class::Difference)) {
                let minus = how.class == Class::Difference;
                let order = if minus { [(*y, *x), (*y, *x)] } else { [(*y, *x), (*x, *y)] };
                let found = order.into_iter().find(|(of, _)| counts[*of] == 1 && products[*of].is_some());
                if let Some((of, z)) = found
                    && let Some((product, x, y)) = products[of]
                {
                    out[product] = None;
                    out.push(Some(Code::Fused { to: *to, minus, x, y, z }));
                    continue;
                }
            }
        }
        out.push(Some(code));
    }
    out.into_iter().flatten().collect()
}

fn is_varying(code: &Code, varying: &[bool], accesses: &[bool]) -> bool {
    match code {
        Code::Load { access, .. } => accesses[*access],
        Code::Store { .. } => true,
        code => code.operands().iter().any(|reg| varying[*reg]),
    }
}

/// Products that only a reduction reads become part of it; and which registers vary.
fn dotted(
    mut codes: Vec<Code>,
    reductions: &mut [Reduction],
    accesses: &[bool],
    registers: usize,
) -> (Vec<Code>, Vec<bool>) {
    let mut varying = vec![false; registers];
    for code in &codes {
        if let Some(to) = code.result() {
            varying[to] = is_varying(code, &varying, accesses);
        }
    }
    let values: Vec<Reg> = reductions.iter().flat_map(|one| one.steps.iter().map(|step| step.value.0)).collect();
    let others: Vec<Reg> = codes.iter().flat_map(Code::operands).collect();
    for step in reductions.iter_mut().flat_map(|one| one.steps.iter_mut()) {
        let (value, _) = step.value;
        let class = match step.how.class {
            Class::Sum => Class::Product,
            Class::Difference if step.is_left => Class::Product,
            Class::Linear(_) if step.is_left => Class::Linear(0),
            _ => continue,
        };
        if others.contains(&value) || values.iter().filter(|of| **of == value).count() > 1 {
            continue;
        }
        let is_product = |of: Class| of == class || matches!((of, class), (Class::Linear(_), Class::Linear(_)));
        let place = codes
            .iter()
            .position(|code| matches!(code, Code::Apply { to, how, .. } if *to == value && is_product(how.class)));
        if let Some(place) = place
            && let Code::Apply { operands, how, .. } = &codes[place]
            && let [x, y] = operands.as_slice()
        {
            step.value = (*x, Some((*how, *y)));
            codes.remove(place);
        }
    }
    (codes, varying)
}

/// Marks loads whose registers may be memory itself: no store stands before their last use.
pub fn direct(codes: &mut [Code], varying: &[bool], reductions: &[Reduction]) {
    let reduced =
        |reg: Reg| reductions.iter().flat_map(|one| &one.steps).any(|step| step.registers().any(|of| of == reg));
    for at in 0..codes.len() {
        let Code::Load { to, .. } = codes[at] else { continue };
        let later = &codes[at + 1..];
        let store = later.iter().position(|code| matches!(code, Code::Store { .. })).unwrap_or(later.len());
        let is_late = later[store..].iter().any(|code| code.operands().contains(&to));
        let may = varying[to] && !is_late && !(reduced(to) && store < later.len());
        if let Code::Load { is_direct, .. } = &mut codes[at] {
            *is_direct = may;
        }
    }
}
