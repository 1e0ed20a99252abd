//! How many iterations of a loop may run at once, each operation for all of them before the next.

use crate::arrays::rows::Run;

impl Run {
    /// First and last of all its cells.
    fn range(self, trip: i64) -> (i64, i64) {
        let last = self.cell + self.slope * (trip - 1);
        (self.cell.min(last), self.cell.max(last))
    }
}

/// The most iterations at once: at least 1. `order` has accesses in the order of the body, and whether each is a store; `carried` has
/// pairs, by number of access, that are known to be reductions.
pub fn limit(runs: &[Run], order: &[(usize, bool)], carried: &[(usize, usize)], trip: i64) -> i64 {
    let mut limit = trip;
    for (at, (early, is_store)) in order.iter().enumerate() {
        for (late, is_late_store) in &order[at + 1..] {
            if (*is_store || *is_late_store) && !carried.contains(&(*early, *late)) {
                limit = limit.min(pair(runs[*early], runs[*late], trip));
            }
        }
    }
    limit
}

/// An operation that stands early in the body, and one that stands late. The late one of an iteration must not meet the early one of a
/// later iteration, before which it runs.
fn pair(early: Run, late: Run, trip: i64) -> i64 {
    if early.buffer != late.buffer {
        return trip;
    }
    let (x, y) = (early.range(trip), late.range(trip));
    if x.1 < y.0 || y.1 < x.0 {
        return trip;
    }
    match (early.slope == late.slope, early.slope) {
        (false, _) | (true, 0) => 1,
        (true, slope) => {
            let distance = late.cell - early.cell;
            let iterations = distance / slope;
            if distance % slope == 0 && iterations >= 1 { iterations } else { trip }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All iterations in their order, and in strips: both must touch cells in the same order.
    fn is_right(runs: &[Run], order: &[(usize, bool)], limit: i64, trip: i64) -> bool {
        let trace = |strip: i64| {
            let (mut memory, mut seen) = (vec![0i64; 64], Vec::new());
            let mut begin = 0;
            while begin < trip {
                let end = (begin + strip).min(trip);
                for (access, is_store) in order {
                    for iteration in begin..end {
                        let cell = (runs[*access].cell + runs[*access].slope * iteration) as usize;
                        if *is_store {
                            memory[cell] = iteration * 10 + *access as i64;
                        } else {
                            seen.push((iteration, *access, memory[cell]));
                        }
                    }
                }
                begin = end;
            }
            seen.sort_unstable();
            (memory, seen)
        };
        trace(1) == trace(limit)
    }

    #[test]
    fn strips_see_what_iterations_see() {
        let mut wide = 0;
        for number in 0..20_000u64 {
            let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7;
            let mut below = |bound: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % bound
            };
            let runs: Vec<Run> =
                (0..3).map(|_| Run { buffer: 0, cell: 20 + below(8) as i64, slope: below(5) as i64 - 2 }).collect();
            let order: Vec<(usize, bool)> = (0..3).map(|access| (access, below(2) == 0)).collect();
            let trip = 1 + below(9) as i64;
            let limit = limit(&runs, &order, &[], trip);
            assert!(limit >= 1 && is_right(&runs, &order, limit, trip), "{runs:?} {order:?} {trip} {limit}");
            wide += u64::from(limit > 1);
        }
        assert!(wide > 4000, "{wide}");
    }
}
