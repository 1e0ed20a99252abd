//! How long pipes take for their work: if it is spread over them as well as can be, and if it is spread without a look ahead.

use crate::limits::{MAX_PIPES, MAX_UNIONS};

/// A set of pipes: bit `i` stands for the `i`th of a table.
pub type Pipes = u128;

const _: () = assert!(Pipes::BITS as usize == MAX_PIPES, "a set of pipes has a bit for each");

/// Work that any of some pipes can do, in parts as small as one likes: an instruction of one micro-operation in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Which of them.
    pub pipes: Pipes,
    /// Hundredths of a cycle of one pipe.
    pub centicycles: u64,
}

/// The least time in which pipes do all of some work, in hundredths of a cycle, rounded up.
///
/// Whatever can run only on pipes of a set takes as long as the set does, working together; by Hall's theorem for
/// fractional assignments, the slowest set says how long it all takes. Only unions of the sets that occur need be
/// looked at.
pub fn bound(work: &[Work]) -> u64 {
    let mut sets: Vec<(Pipes, u64)> = Vec::new();
    for part in work.iter().filter(|part| part.pipes != 0) {
        match sets.iter_mut().find(|(pipes, _)| *pipes == part.pipes) {
            Some((_, sum)) => *sum = sum.saturating_add(part.centicycles),
            None => sets.push((part.pipes, part.centicycles)),
        }
    }
    let mut unions: Vec<Pipes> = Vec::new();
    for &(pipes, _) in &sets {
        let grown: Vec<Pipes> = unions.iter().map(|union| union | pipes).chain([pipes]).collect();
        unions.extend(grown);
        unions.sort_unstable();
        unions.dedup();
        // The smallest numbers, so that which are left out depends on the sets alone.
        unions.truncate(MAX_UNIONS);
    }
    let time = |union: &Pipes| {
        let inside = sets.iter().filter(|(pipes, _)| pipes & !union == 0);
        let sum = inside.fold(0u64, |sum, (_, part)| sum.saturating_add(*part));
        sum.div_ceil(u64::from(union.count_ones()))
    };
    unions.iter().map(time).max().unwrap_or(0)
}

/// The time in which pipes do all of some work where each part of it goes to all pipes that can do it alike, whatever else these
/// have to do, in hundredths of a cycle, rounded up.
pub fn even(work: &[Work]) -> u64 {
    // Thousandths of a hundredth, so that thirds add up.
    let mut on_pipes = [0u64; MAX_PIPES];
    for part in work.iter().filter(|part| part.pipes != 0) {
        let each = part.centicycles.saturating_mul(1000) / u64::from(part.pipes.count_ones());
        for pipe in (0..MAX_PIPES).filter(|pipe| part.pipes >> pipe & 1 == 1) {
            on_pipes[pipe] = on_pipes[pipe].saturating_add(each);
        }
    }
    on_pipes.into_iter().max().map_or(0, |most| most.div_ceil(1000))
}

#[cfg(test)]
mod tests;
