//! Which dependences forbid tiles: asked of a solver, for all sizes of tiles at once.
//!
//! Tiles of a band may be anything if no iteration of it has to run before another one that is less in one of its loops. For each pair of
//! accesses to one array of which one writes, that is a question: two iterations in order, the same element, and a counter that is less.

use super::private::is_private;
use crate::limits::{MAX_PAIRS, MAX_WORK};
use crate::read::{Access, Nests};
use isotope_affine::Linear;
use isotope_ir::term::{BinOp, TermId, Terms};
use isotope_mlir::ir::Module;
use isotope_smt::{Goal, Outcome, Prover, Query, Ways};
use std::collections::{HashMap, HashSet};

/// Two accesses of two iterations that have to stay in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// Numbers of the accesses, that which comes first before the other.
    pub accesses: [usize; 2],
    /// Values of the band's counters at each.
    pub iterations: [Vec<i64>; 2],
}

/// The questions of a band.
pub struct Legality<'a> {
    nests: &'a Nests,
    /// All of the band.
    loops: &'a [usize],
    /// Numbers of accesses of which one writes, each pair in both orders.
    pairs: Vec<[usize; 2]>,
}

/// A sentence that begins with what cannot be tiled, and the dependence if there is one.
pub type Forbidden = (String, Option<Dependence>);

impl<'a> Legality<'a> {
    /// The pairs of a band, but for those of one sum whose order is free, and of arrays that each iteration has for itself. An error is why
    /// nothing is known of them.
    pub fn of(module: &Module, (nests, sums): (&'a Nests, &[[usize; 2]]), loops: &'a [usize]) -> Result<Self, String> {
        let [first, last] = [loops.first(), loops.last()].map(|of| of.copied().unwrap_or(0));
        let private: Vec<bool> = (0..nests.arrays.len()).map(|array| is_private(module, nests, array, last)).collect();
        let is_here = |access: &Access| {
            !private[access.array] && access.around.is_some_and(|at| nests.domain.is_within(at, first))
        };
        let here: Vec<usize> = (0..nests.accesses.len()).filter(|at| is_here(&nests.accesses[*at])).collect();
        // Accesses by the same rows in the same loop ask the same questions.
        let mut classes: HashMap<_, usize> = HashMap::new();
        let mut class = |of: &'a Access| {
            let next = classes.len();
            *classes.entry((of.array, of.around, of.rows.as_ref())).or_insert(next)
        };
        let class: Vec<usize> = here.iter().map(|at| class(&nests.accesses[*at])).collect();
        let sums: HashSet<[usize; 2]> =
            sums.iter().flat_map(|[x, y]| [[*x, *y], [*y, *x], [*x, *x], [*y, *y]]).collect();
        let (mut pairs, mut asked) = (Vec::new(), HashSet::new());
        for (x, of_x) in here.iter().zip(&class) {
            for (y, of_y) in here.iter().zip(&class) {
                let (of, other) = (&nests.accesses[*x], &nests.accesses[*y]);
                if of.array != other.array || !(of.is_store || other.is_store) || sums.contains(&[*x, *y]) {
                    continue;
                }
                if of.rows.is_none() || other.rows.is_none() {
                    let name = &nests.arrays[of.array].name;
                    return Err(format!(
                        "an index of {name} is no sum of counters, so that its dependences are not known"
                    ));
                }
                if asked.insert((*of_x, *of_y)) {
                    pairs.push([*x, *y]);
                }
                if pairs.len() > MAX_PAIRS {
                    return Err(format!(
                        "more than {MAX_PAIRS} pairs of its accesses may depend on each other (MAX_PAIRS)"
                    ));
                }
            }
        }
        Ok(Legality { nests, loops, pairs })
    }

    /// Why loops from `begin` on are no band together with the loop at `end`: iterations in order of which the later one has a lesser counter
    /// there.
    pub fn forbidden(&self, begin: usize, end: usize, prover: &dyn Prover) -> Option<Forbidden> {
        self.pairs.iter().find_map(|pair| self.violated(*pair, begin, end, prover))
    }

    fn violated(&self, pair: [usize; 2], begin: usize, end: usize, prover: &dyn Prover) -> Option<Forbidden> {
        let at = self.loops[end];
        let Some(query) = self.question(pair, begin, end) else {
            return Some(("its numbers are too large to ask for dependences".to_owned(), None));
        };
        match prover.prove(&query.query).outcome {
            Outcome::Unsolvable => None,
            Outcome::Solved(model) => {
                let value = |dim: usize, side: usize| {
                    let number = query.variable(dim, side);
                    let value = model.iter().find(|(of, _)| *of == number).map_or(0, |(_, value)| *value);
                    isotope_ir::term::signed(value, query.width) as i64
                };
                let band = &self.loops[begin..=end];
                let iterations = [0, 1].map(|side| band.iter().map(|dim| value(*dim, side)).collect());
                let depth = self.nests.domain.counters[at].depth;
                let why = format!("a dependence runs against the loop of depth {depth}");
                Some((why, Some(Dependence { accesses: pair, iterations })))
            }
            Outcome::Unknown(why) => Some((format!("whether it may be tiled is not known: {why}"), None)),
            Outcome::Proved(_) | Outcome::Refuted(_) => Some(("the solver answers another question".to_owned(), None)),
        }
    }

    /// `a` runs before `b` by a loop of `begin..end`, both access one element, and the counter of the loop at `end` is less for `b`.
    fn question(&self, pair: [usize; 2], begin: usize, end: usize) -> Option<Question> {
        let (nests, outermost) = (self.nests, self.loops[begin]);
        let accesses = pair.map(|at| &nests.accesses[at]);
        let mut writer = Writer::of(nests, accesses, outermost)?;
        let mut all = Vec::new();
        for (side, access) in accesses.iter().enumerate() {
            for dim in nests.domain.around(access.around?) {
                let own = writer.dim(dim, side)?;
                let counter = &nests.domain.counters[dim];
                for lower in &counter.lower {
                    let bound = writer.row(lower, side)?;
                    all.push(writer.terms.bin(BinOp::Sle, bound, own));
                }
                for upper in &counter.upper {
                    let bound = writer.row(upper, side)?;
                    all.push(writer.terms.bin(BinOp::Slt, own, bound));
                }
                if counter.step > 1
                    && let [lower] = &counter.lower[..]
                {
                    let (step, number) = (writer.number(counter.step)?, writer.step(dim, side));
                    let distance = writer.terms.bin(BinOp::Mul, step, number);
                    let first = writer.row(lower, side)?;
                    let value = writer.terms.bin(BinOp::Add, first, distance);
                    all.push(writer.terms.bin(BinOp::Eq, own, value));
                    // A number of steps that is small enough not to wrap.
                    let most = writer.number(writer.largest / counter.step)?;
                    all.push(writer.terms.bin(BinOp::Ule, number, most));
                }
            }
        }
        let [x, y] = accesses;
        for (of, other) in x.rows.as_ref()?.iter().zip(y.rows.as_ref()?) {
            let (of, other) = (writer.row(of, 0)?, writer.row(other, 1)?);
            all.push(writer.terms.bin(BinOp::Eq, of, other));
        }
        all.push(writer.before(&self.loops[begin..end])?);
        let pair = [writer.dim(self.loops[end], 1)?, writer.dim(self.loops[end], 0)?];
        all.push(writer.terms.bin(BinOp::Slt, pair[0], pair[1]));
        let unknowns = self.loops[begin..=end].iter().flat_map(|dim| [0, 1].map(|side| writer.variable(*dim, side)));
        let goal = Goal::Solve { unknowns: unknowns.collect() };
        let width = writer.width;
        let query = Query { terms: writer.terms, assumptions: all, goal, rlimit: MAX_WORK, ways: Ways::All };
        Some(Question { query, width, count: nests.loops.len() })
    }
}

struct Question {
    query: Query,
    width: u32,
    count: usize,
}

impl Question {
    fn variable(&self, dim: usize, side: usize) -> u32 {
        variable(self.count, dim, side)
    }
}

/// The variable of a counter on a side; behind those of all counters stand those of numbers of steps.
fn variable(count: usize, dim: usize, side: usize) -> u32 {
    (side * count + dim) as u32
}

/// Rows as terms of a width at which nothing wraps.
struct Writer<'a> {
    nests: &'a Nests,
    /// The outermost loop of the band: counters around it are the same on both sides.
    outermost: usize,
    terms: Terms,
    width: u32,
    /// No value is further from zero.
    largest: i64,
}

impl<'a> Writer<'a> {
    fn of(nests: &'a Nests, accesses: [&Access; 2], outermost: usize) -> Option<Self> {
        let mut largest = 1i64;
        let mut note = |row: &Linear| -> Option<()> {
            // The sum of the parts' sizes bounds each sum on the way.
            let mut sum = row.constant.checked_abs()?;
            for (dim, factor) in &row.factors {
                let (least, most) = nests.domain.range(&Linear::dim(*dim, 1, 0))?;
                let size = least.checked_abs()?.max(most.checked_abs()?);
                sum = sum.checked_add(size.checked_mul(factor.checked_abs()?)?)?;
            }
            largest = largest.max(sum);
            Some(())
        };
        for access in accesses {
            access.rows.as_ref()?.iter().try_for_each(&mut note)?;
            for dim in nests.domain.around(access.around?) {
                let counter = &nests.domain.counters[dim];
                counter.lower.iter().chain(&counter.upper).try_for_each(&mut note)?;
                note(&Linear::dim(dim, 1, counter.step))?;
            }
        }
        let width = 64 - largest.leading_zeros() + 2;
        (width <= 62).then(|| Writer { nests, outermost, terms: Terms::new(), width, largest })
    }

    fn variable(&self, dim: usize, side: usize) -> u32 {
        let is_shared = dim != self.outermost && self.nests.domain.is_within(self.outermost, dim);
        variable(self.nests.loops.len(), dim, if is_shared { 0 } else { side })
    }

    fn dim(&mut self, dim: usize, side: usize) -> Option<TermId> {
        let number = self.variable(dim, side);
        Some(self.terms.var(number, self.width))
    }

    /// The number of steps that a counter has made.
    fn step(&mut self, dim: usize, side: usize) -> TermId {
        let number = self.variable(dim, side) + 2 * self.nests.loops.len() as u32;
        self.terms.var(number, self.width)
    }

    fn number(&mut self, value: i64) -> Option<TermId> {
        Some(self.terms.constant(i128::from(value) as u128, self.width))
    }

    fn row(&mut self, row: &Linear, side: usize) -> Option<TermId> {
        let mut sum = self.number(row.constant)?;
        for (dim, factor) in &row.factors {
            let (value, factor) = (self.dim(*dim, side)?, self.number(*factor)?);
            let part = self.terms.bin(BinOp::Mul, value, factor);
            sum = self.terms.bin(BinOp::Add, sum, part);
        }
        Some(sum)
    }

    /// The first side is before the second one by some of these loops: they are equal up to one, which is less.
    fn before(&mut self, loops: &[usize]) -> Option<TermId> {
        let mut any = self.terms.constant(0, 1);
        for dim in loops.iter().rev() {
            let (x, y) = (self.dim(*dim, 0)?, self.dim(*dim, 1)?);
            let (less, same) = (self.terms.bin(BinOp::Slt, x, y), self.terms.bin(BinOp::Eq, x, y));
            let rest = self.terms.bin(BinOp::And, same, any);
            any = self.terms.bin(BinOp::Or, less, rest);
        }
        Some(any)
    }
}
