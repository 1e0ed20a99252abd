//! Terms to memory and from it.

use crate::run::memory::Lanes;

/// Lanes of memory, from a cell on.
pub fn load(memory: &Lanes, cell: i64, slope: i64, out: &mut Lanes, n: usize) {
    let first = cell as usize;
    if n == 1 {
        out.one = Some(memory.size(first));
        out.a[0] = memory.a[first];
        if !out.b.is_empty() {
            out.b[0] = memory.b[first];
        }
        return;
    }
    gather(&memory.a, cell, slope, &mut out.a[..n]);
    if !out.b.is_empty() {
        gather(&memory.b, cell, slope, &mut out.b[..n]);
    }
    out.one = memory.one;
    if out.one.is_none() {
        out.expand_unset();
        gather(&memory.degree, cell, slope, &mut out.degree[..n]);
        if !out.has_levels_only {
            gather(&memory.weight, cell, slope, &mut out.weight[..n]);
        }
    }
}

fn gather<T: Copy>(memory: &[T], cell: i64, slope: i64, out: &mut [T]) {
    match slope {
        1 => out.copy_from_slice(&memory[cell as usize..cell as usize + out.len()]),
        _ => out.iter_mut().zip(0..).for_each(|(out, lane)| *out = memory[(cell + slope * lane) as usize]),
    }
}

fn scatter<T: Copy>(memory: &mut [T], cell: i64, slope: i64, from: &[T]) {
    match slope {
        1 => memory[cell as usize..cell as usize + from.len()].copy_from_slice(from),
        _ => from.iter().zip(0..).for_each(|(value, lane)| memory[(cell + slope * lane) as usize] = *value),
    }
}

/// Lanes to memory.
pub fn store(memory: &mut Lanes, cell: i64, slope: i64, from: &Lanes, n: usize) {
    scatter(&mut memory.a, cell, slope, &from.a[..n]);
    if !memory.b.is_empty() {
        scatter(&mut memory.b, cell, slope, &from.b[..n]);
    }
    match from.one {
        Some(_) if memory.one == from.one => {}
        Some((degree, weight)) => {
            memory.expand();
            if slope == 1 {
                let range = cell as usize..cell as usize + n;
                memory.degree[range.clone()].fill(degree);
                if let Some(of) = memory.weight.get_mut(range) {
                    of.fill(weight);
                }
                return;
            }
            for lane in 0..n as i64 {
                let at = (cell + slope * lane) as usize;
                memory.degree[at] = degree;
                if let Some(of) = memory.weight.get_mut(at) {
                    *of = weight;
                }
            }
        }
        None => {
            memory.expand();
            scatter(&mut memory.degree, cell, slope, &from.degree[..n]);
            if !from.has_levels_only {
                scatter(&mut memory.weight, cell, slope, &from.weight[..n]);
            }
        }
    }
}

/// Copies the first lane to others.
pub fn broadcast(of: &mut Lanes, n: usize) {
    let first = of.a[0];
    of.a[..n].fill(first);
    if let Some(first) = of.b.first().copied() {
        of.b[..n].fill(first);
    }
    of.one = Some(of.size(0));
}
