//! Sums of rows times factors that are met again and again: as long as nobody has written the rows they are computed once.
//!
//! Where no operation is one of the field a product of matrices adds rows of one of them, each times a factor that depends on levels
//! only: these are the same for all rows of the result. Every write to memory that is remembered here changes its version.

use crate::arrays::rows::Rows;
use crate::arrays::sums;
use crate::limits::MAX_REMEMBERED;
use crate::values::terms::Terms;
use std::collections::HashMap;

/// Rows that are added as one.
const GROUP: usize = 64;

/// Which rows: the memory, the distances of lanes and of rows, how many, and the first and the last factor.
type Key = (usize, [i64; 2], usize, [u64; 2]);

/// Facts about such rows.
#[derive(Debug)]
struct Known {
    factors: Vec<u64>,
    version: u64,
    /// The cell of the first lane in the first row.
    first: i64,
    /// For each lane; empty as long as the rows were met once only.
    sums: Vec<u64>,
}

/// All that is remembered.
#[derive(Debug, Default)]
pub struct Remembered {
    known: HashMap<Key, Known>,
    numbers: usize,
    /// Groups of rows that were not computed again.
    pub used: u64,
}

impl Remembered {
    /// Adds rows of a memory to sums, each times its factor.
    pub fn add(&mut self, out: &mut [u64], factors: &[u64], memory: &mut Terms, of: Rows) {
        // Where each lane is a sum along memory short groups gain nothing.
        let group = if of.first.slope == 1 { GROUP } else { factors.len().max(1) };
        for (number, factors) in factors.chunks(group).enumerate() {
            self.add_group(out, factors, memory, of.from((number * group) as i64));
        }
    }

    fn add_group(&mut self, out: &mut [u64], factors: &[u64], memory: &mut Terms, of: Rows) {
        let (run, n) = (of.first, out.len());
        let (&[first, ..], &[.., last]) = (factors, factors) else { return };
        if run.slope < 1 {
            return of.add(out, factors, memory.a());
        }
        if self.numbers > MAX_REMEMBERED {
            self.known.clear();
            self.numbers = 0;
        }
        let key = (run.buffer, [run.slope, of.step], factors.len(), [first, last]);
        let known = self.known.get_mut(&key);
        let Some(known) = known.filter(|known| known.factors == factors && known.version == memory.version()) else {
            let new = Known { factors: factors.to_vec(), version: memory.version(), first: 0, sums: Vec::new() };
            self.numbers += factors.len();
            self.known.insert(key, new);
            return of.add(out, factors, memory.a());
        };
        // The parts at the left and at the right of the known part are computed.
        let lane = (run.cell - known.first).div_euclid(run.slope);
        let (end, has) = (lane + n as i64, known.sums.len() as i64);
        let is_next = (run.cell - known.first).rem_euclid(run.slope) == 0 && lane <= has && end >= 0;
        if has == 0 || !is_next {
            self.numbers = self.numbers + n - known.sums.len();
            known.first = run.cell;
            known.sums = vec![0; n];
            of.add(&mut known.sums, factors, memory.a());
        } else {
            let (left, right) = ((-lane).max(0) as usize, (end - has).max(0) as usize);
            if left > 0 {
                let mut sums = vec![0; left];
                of.add(&mut sums, factors, memory.a());
                sums.append(&mut known.sums);
                known.sums = sums;
                known.first = run.cell;
            }
            if right > 0 {
                let at = known.sums.len();
                known.sums.resize(at + right, 0);
                let of = of.at(known.first + run.slope * at as i64);
                of.add(&mut known.sums[at..], factors, memory.a());
            }
            self.numbers += left + right;
            self.used += u64::from(left + right == 0);
        }
        let before = memory.version();
        memory.watch(of.at(known.first).cells(factors.len(), known.sums.len()));
        debug_assert_eq!(before, memory.version());
        let from = ((run.cell - known.first) / run.slope) as usize;
        sums::add_row(out, &known.sums[from..from + n]);
    }
}
