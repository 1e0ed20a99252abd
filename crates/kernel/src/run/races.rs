//! Races: two iterations of one parallel loop that touch a cell, one of them by a store.
//!
//! Iterations run one after the other, and each has a number. For every cell the last store and one load are kept with the numbers of
//! their iterations. An access of now races with an earlier one if a parallel loop that runs now had the earlier one in another of its
//! iterations. Of several loads the first is kept that may still race: what races with a later one races with it, too, unless both are in
//! one iteration (Feng and Leiserson, "Efficient detection of determinacy races in Cilk programs", 1997, section 4).

use crate::limits::MAX_NESTED_ITERATIONS;
use std::collections::HashSet;

/// An access: the number of its operation in the module, and whether it is a store.
pub type By = (u32, bool);

/// The iterations that touched one cell; number 0: none did.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    loaded: (u32, u32),
    stored: (u32, u32),
}

/// A parallel loop that runs now.
#[derive(Clone, Debug)]
struct Open {
    /// Number of its first iteration, and of the one that runs.
    began: u32,
    current: u32,
    /// Numbers of all iterations so far, where they do not follow one another: parallel loops in it have iterations of their own.
    numbers: Option<Vec<u32>>,
    lower: Vec<i64>,
    steps: Vec<i64>,
    counts: Vec<i64>,
}

/// An access that races with an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The earlier access.
    pub earlier: By,
    /// Counters of the loop in the earlier iteration, and in the one that runs.
    pub iterations: [Vec<i64>; 2],
}

/// Why an access is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It races.
    Race(Race),
    /// There are too many iterations.
    Full,
    /// The loop's text does not show that this memory is written.
    Unforeseen,
}

/// The accesses of parallel loops that run now.
#[derive(Clone, Debug, Default)]
pub struct Races {
    open: Vec<Open>,
    /// The number of the last iteration that began.
    now: u32,
    cells: Vec<Vec<Touched>>,
    outside: Touched,
    /// Buffers that the outermost loop may write, and the first of those that it makes; `None`: any.
    written: Option<(HashSet<usize>, usize)>,
}

impl Races {
    /// Whether a parallel loop runs.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.open.is_empty()
    }

    /// A parallel loop begins. `written`: see [`Races`]; it counts for the outermost loop alone.
    pub fn begin(&mut self, lower: &[i64], steps: &[i64], counts: Vec<i64>, written: Option<(HashSet<usize>, usize)>) {
        if self.open.is_empty() {
            self.written = written;
        }
        let began = self.now.saturating_add(1);
        let (lower, steps) = (lower.to_vec(), steps.to_vec());
        self.open.push(Open { began, current: began, numbers: None, lower, steps, counts });
    }

    /// Its next iteration begins, which has this number among those of its loop.
    pub fn next(&mut self, number: u64) -> Result<(), Refused> {
        self.now = self.now.checked_add(1).ok_or(Refused::Full)?;
        let now = self.now;
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.current = now;
        let follows = u64::from(open.began) + number == u64::from(now);
        if open.numbers.is_none() && !follows {
            // All before this one followed one another.
            open.numbers = Some((0..number as u32).map(|number| open.began + number).collect());
        }
        match &mut open.numbers {
            Some(numbers) if numbers.len() >= MAX_NESTED_ITERATIONS => Err(Refused::Full),
            Some(numbers) => {
                numbers.push(now);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The innermost loop ends.
    pub fn end(&mut self) {
        self.open.pop();
    }

    /// Whether accesses to this buffer are looked at.
    #[inline]
    pub fn tracks(&self, buffer: usize) -> bool {
        self.written.as_ref().is_none_or(|(of, first_new)| buffer >= *first_new || of.contains(&buffer))
    }

    /// An access to a cell of a buffer that has so many.
    #[inline]
    pub fn touch(&mut self, buffer: usize, (cell, count): (usize, usize), by: By) -> Result<(), Refused> {
        if !self.tracks(buffer) {
            return if by.1 { Err(Refused::Unforeseen) } else { Ok(()) };
        }
        if self.cells.len() <= buffer {
            self.cells.resize_with(buffer + 1, Vec::new);
        }
        let cells = &mut self.cells[buffer];
        if cells.len() < count {
            cells.resize(count, Touched::default());
        }
        let known = cells[cell];
        self.cells[buffer][cell] = self.touched(known, by)?;
        Ok(())
    }

    /// An effect that the outside sees happens now: it is a store to a cell of its own.
    pub fn observe(&mut self, by: u32) -> Result<(), Refused> {
        self.outside = self.touched(self.outside, (by, true))?;
        Ok(())
    }

    fn touched(&self, mut known: Touched, by: By) -> Result<Touched, Refused> {
        if let Some(at) = self.apart(known.stored.0) {
            return Err(Refused::Race(self.race(at, known.stored, true)));
        }
        let load = self.apart(known.loaded.0);
        if by.1 {
            if let Some(at) = load {
                return Err(Refused::Race(self.race(at, known.loaded, false)));
            }
            known.stored = (self.now, by.0);
        } else if load.is_none() {
            known.loaded = (self.now, by.0);
        }
        Ok(known)
    }

    /// The loop that had this iteration within another one of its own than the current one.
    #[inline]
    fn apart(&self, number: u32) -> Option<usize> {
        self.open.iter().position(|open| open.began <= number && number < open.current)
    }

    fn race(&self, at: usize, (number, op): (u32, u32), is_store: bool) -> Race {
        let open = &self.open[at];
        let counters = |number: u32| {
            let mut rest = match &open.numbers {
                Some(numbers) => numbers.partition_point(|first| *first <= number).saturating_sub(1) as i64,
                None => i64::from(number - open.began),
            };
            let mut counters = open.lower.clone();
            for dim in (0..counters.len()).rev() {
                let count = open.counts[dim].max(1);
                counters[dim] += rest % count * open.steps[dim];
                rest /= count;
            }
            counters
        };
        Race { earlier: (op, is_store), iterations: [counters(number), counters(open.current)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accesses by what they are in: for each loop its instance and its iteration.
    type Path = Vec<(u32, u32)>;

    fn races(x: &Path, y: &Path) -> bool {
        for (a, b) in x.iter().zip(y) {
            if a.0 != b.0 {
                return false;
            }
            if a.1 != b.1 {
                return true;
            }
        }
        false
    }

    /// Random loops in loops over three cells, beside a list of all accesses.
    #[test]
    fn a_race_is_found_exactly_where_two_iterations_touch_a_cell() {
        let (mut found, mut none) = (0, 0);
        for seed in 0..4000u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 9;
            let mut below = |bound: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % bound
            };
            let (mut races_now, mut all, mut instance) = (Races::default(), Vec::<(Path, u64, bool)>::new(), 0);
            // Loops that are open: instance, iteration, iterations.
            let mut open: Vec<(u32, u32, u32)> = Vec::new();
            for _ in 0..40 {
                match below(4) {
                    0 if open.len() < 3 => {
                        instance += 1;
                        let count = 1 + below(3) as u32;
                        races_now.begin(&[0], &[1], vec![i64::from(count)], None);
                        races_now.next(0).unwrap();
                        open.push((instance, 0, count));
                    }
                    1 if !open.is_empty() => {
                        let last = open.last_mut().unwrap();
                        last.1 += 1;
                        if last.1 == last.2 {
                            open.pop();
                            races_now.end();
                        } else {
                            races_now.next(u64::from(last.1)).unwrap();
                        }
                    }
                    _ => {
                        let (cell, is_store) = (below(6), below(4) == 0);
                        let path: Path = open.iter().map(|of| (of.0, of.1)).collect();
                        let wanted = all.iter().any(|(other, at, other_store)| {
                            *at == cell && (is_store || *other_store) && races(other, &path)
                        });
                        all.push((path, cell, is_store));
                        let got = races_now.touch(0, (cell as usize, 6), (7, is_store));
                        assert_eq!(got.is_err(), wanted, "{seed} {all:?}");
                        if wanted {
                            found += 1;
                            break;
                        }
                        none += 1;
                    }
                }
            }
        }
        assert!(found > 500 && none > 5000, "{found} {none}");
    }

    #[test]
    fn both_iterations_are_named_in_loops_within_loops() {
        let mut races = Races::default();
        races.begin(&[10, 0], &[5, 1], vec![2, 2], None);
        for number in 0..3 {
            races.next(number).unwrap();
            races.begin(&[0], &[1], vec![3], None);
            for inner in 0..3 {
                races.next(inner).unwrap();
                if number != 2 {
                    races.touch(0, ((number * 3 + inner) as usize, 9), (number as u32, true)).unwrap();
                }
            }
            races.end();
        }
        let Err(Refused::Race(race)) = races.touch(0, (4, 9), (9, false)) else { panic!("iteration 1 stored it") };
        assert_eq!(race, Race { earlier: (1, true), iterations: [vec![10, 1], vec![15, 0]] });
    }
}
