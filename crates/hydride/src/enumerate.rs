//! Synthesis by enumeration: programs bottom-up by cost, merged by their values on the examples.
//!
//! The same question as the sketch, without the solver. Two programs with equal values on every example are one: the
//! cheaper, which was met first.
//!
//! Costs are counted up in steps of the greatest common divisor of all prices. At each cost every
//! production is applied to every tuple of operands that makes up exactly what its own price
//! leaves, so programs come out in order of cost and the first that agrees is among the cheapest. A
//! value that was met before is not kept: a program that used it could use the earlier one instead.
//! So the number of values grows with what can be told apart on the examples, and not with the
//! number of programs.
//!
//! Nothing here is random and no map is iterated in hash order: the same request enumerates the
//! same candidates.

use super::problem::{Application, Solution, Source, plain_sources};
use super::sketch::{Request, Step};
use isotope_ir::term::LaneVar;
use isotope_smt::concrete::{Block, Evaluator};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Elements of a value on all examples, as bytes, lowest first, example after example.
type Bytes = Vec<u8>;

/// A value that some program has, with the cheapest such program.
struct Entry {
    /// On all examples.
    value: Bytes,
    made: Made,
    /// Applications in it, those of shared operands counted once for each use: it is a tree.
    steps: usize,
}

/// How a value is made.
enum Made {
    /// An input or a constant.
    Plain(Source),
    /// A production, by its index in the request, on entries, with the value of its immediate.
    Applied(usize, Vec<usize>, Option<u64>),
}

/// A production that can be run, with room for its values on all examples.
struct Ready {
    evaluator: Evaluator,
    block: Block,
}

/// Enumerates trees of at most `request.steps` applications; the first that agrees is the cheapest. Spends from
/// `candidates`, one for each application evaluated.
pub fn cheapest(request: &Request<'_>, candidates: &mut u64) -> Step {
    let mut search = Search::new(request);
    search.run(candidates)
}

/// One enumeration.
struct Search<'a> {
    request: &'a Request<'a>,
    /// By production; none for those with terms too wide to run.
    ready: Vec<Option<Ready>>,
    /// Every value so far.
    entries: Vec<Entry>,
    /// By size in bits, then by cost: entries.
    buckets: BTreeMap<u32, BTreeMap<u32, Vec<usize>>>,
    /// Sizes and values that there are.
    seen: HashSet<(u32, Bytes)>,
}

impl<'a> Search<'a> {
    /// With inputs and constants at every size that some operand has: they cost nothing.
    fn new(request: &'a Request<'a>) -> Self {
        let samples = request.examples.len();
        let prepare = |f: &(usize, u32, super::function::LaneFunction)| {
            let evaluator = Evaluator::new(&f.2.terms, &f.2.out).filter(|e| !e.is_wide())?;
            let block = evaluator.block(samples);
            Some(Ready { evaluator, block })
        };
        let ready = request.functions.iter().map(prepare).collect();
        let mut search = Search { request, ready, entries: vec![], buckets: BTreeMap::new(), seen: HashSet::new() };
        let mut sizes: Vec<u32> =
            request.functions.iter().flat_map(|f| f.2.operands.iter()).map(|s| s.total_bits()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for bits in sizes {
            for source in plain_sources(request.problem, bits) {
                let value = search.plain(source, bits);
                search.add(bits, 0, Entry { value, made: Made::Plain(source), steps: 0 });
            }
        }
        search
    }

    /// The bytes of an input or a constant, on one example after the other.
    fn plain(&self, source: Source, bits: u32) -> Bytes {
        let mut bytes = vec![];
        for example in self.request.examples {
            let (width, elements) = example.source(self.request.problem, source, bits);
            bytes.extend(elements.iter().flat_map(|e| e.to_le_bytes()[..(width / 8) as usize].to_vec()));
        }
        bytes
    }

    /// Keeps a value, unless it was met before at no higher cost.
    fn add(&mut self, bits: u32, cost: u32, entry: Entry) -> Option<usize> {
        if !self.seen.insert((bits, entry.value.clone())) {
            return None;
        }
        let at = self.entries.len();
        self.entries.push(entry);
        self.buckets.entry(bits).or_default().entry(cost).or_default().push(at);
        Some(at)
    }

    /// All programs in order of cost, up to so many applications of the most expensive production.
    fn run(&mut self, candidates: &mut u64) -> Step {
        let most_expensive = self.request.functions.iter().map(|f| f.1.max(1)).max().unwrap_or(0);
        let limit = most_expensive.saturating_mul(self.request.steps as u32);
        // No program costs anything in between.
        let unit = self.request.functions.iter().fold(0, |g, f| gcd(g, f.1.max(1))).max(1);
        let mut cost = unit;
        while cost <= limit {
            for p in 0..self.request.functions.len() {
                let (_, price, function) = &self.request.functions[p];
                let Some(left) = cost.checked_sub((*price).max(1)) else { continue };
                let sizes: Vec<u32> = function.operands.iter().map(|s| s.total_bits()).collect();
                let mut tuples = vec![];
                self.tuples(&sizes, left, self.request.steps - 1, &mut vec![], &mut tuples);
                let immediates: Vec<Option<u64>> = match &function.immediate {
                    Some(immediate) => immediate.0.iter().copied().map(Some).collect(),
                    None => vec![None],
                };
                for (operands, &immediate) in tuples.iter().flat_map(|t| immediates.iter().map(move |i| (t, i))) {
                    if *candidates == 0 {
                        return Step::OutOfBudget;
                    }
                    *candidates -= 1;
                    if let Some(solution) = self.try_application(p, operands, immediate, cost) {
                        return Step::Solved(solution);
                    }
                }
            }
            cost += unit;
        }
        Step::None
    }

    /// All operand tuples of these sizes whose costs make exactly `left`, within `steps` applications.
    fn tuples(&self, sizes: &[u32], left: u32, steps: usize, chosen: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        let Some((&bits, rest)) = sizes.split_first() else {
            if left == 0 {
                out.push(chosen.clone());
            }
            return;
        };
        let Some(by_cost) = self.buckets.get(&bits) else { return };
        // The last operand takes exactly what is left, the others at most that.
        let range = if rest.is_empty() { by_cost.range(left..=left) } else { by_cost.range(0..=left) };
        for (&cost, entries) in range {
            for &entry in entries {
                let used = self.entries[entry].steps;
                if used <= steps {
                    chosen.push(entry);
                    self.tuples(rest, left - cost, steps - used, chosen, out);
                    chosen.pop();
                }
            }
        }
    }

    /// Runs one application and keeps its value; the program, if it is of the result's size and
    /// right on the failing lanes.
    fn try_application(&mut self, p: usize, operands: &[usize], immediate: Option<u64>, cost: u32) -> Option<Solution> {
        let value = self.apply(p, operands, immediate)?;
        let steps = 1 + operands.iter().map(|&o| self.entries[o].steps).sum::<usize>();
        let result = self.request.functions[p].2.result.total_bits();
        let wanted = result == self.request.problem.function.result.total_bits() && self.agrees(&value);
        let at = self.add(result, cost, Entry { value, made: Made::Applied(p, operands.to_vec(), immediate), steps });
        if !wanted {
            return None;
        }
        // An agreeing value that was met before would have ended the search then.
        at.map(|at| self.solution(at))
    }

    /// The value of a production on entries: their bytes are spread to the evaluator's inputs, all
    /// examples at once.
    fn apply(&mut self, p: usize, operands: &[usize], immediate: Option<u64>) -> Option<Bytes> {
        let function = &self.request.functions[p].2;
        let samples = self.request.examples.len();
        let ready = self.ready[p].as_mut()?;
        let variables: Vec<(u32, u32)> = ready.evaluator.inputs().to_vec();
        for (i, (variable, bits)) in variables.into_iter().enumerate() {
            let (operand, element) = LaneVar::of(variable).pair();
            let Some(shape) = function.operands.get(operand) else {
                ready.block.input_mut(i).fill(immediate?);
                continue;
            };
            let total = (shape.total_bits() / 8) as usize;
            let (from, width) = (element * (bits / 8) as usize, (bits / 8) as usize);
            let value = &self.entries[operands[operand]].value;
            for (s, slot) in ready.block.input_mut(i).iter_mut().enumerate() {
                let mut word = [0; 8];
                word[..width].copy_from_slice(&value[s * total + from..s * total + from + width]);
                *slot = u64::from_le_bytes(word);
            }
        }
        ready.evaluator.run(&mut ready.block);
        let (width, lanes) = ((function.result.bits / 8) as usize, function.result.lanes as usize);
        let mut bytes = vec![0; samples * width * lanes];
        for lane in 0..lanes {
            for (s, v) in ready.evaluator.output(&ready.block, lane).iter().enumerate() {
                let at = (s * lanes + lane) * width;
                bytes[at..at + width].copy_from_slice(&v.to_le_bytes()[..width]);
            }
        }
        Some(bytes)
    }

    /// Whether a result agrees with the examples on the failing lanes.
    fn agrees(&self, value: &Bytes) -> bool {
        let result = self.request.problem.function.result;
        let (width, total) = ((result.bits / 8) as usize, (result.total_bits() / 8) as usize);
        self.request.failing.iter().all(|&(e, lane)| match self.request.examples[e].wanted[lane] {
            Some(want) => value[e * total + lane * width..][..width] == want.to_le_bytes()[..width],
            None => true,
        })
    }

    /// The program behind an entry: a tree there, a list with shared steps here.
    fn solution(&self, at: usize) -> Solution {
        let mut solution = Solution { steps: vec![], cost: 0 };
        self.emit(at, &mut solution, &mut HashMap::new());
        solution
    }

    /// Steps of an entry, operands first, each entry once.
    fn emit(&self, at: usize, solution: &mut Solution, done: &mut HashMap<usize, Source>) -> Source {
        if let Some(&source) = done.get(&at) {
            return source;
        }
        let source = match &self.entries[at].made {
            Made::Plain(source) => *source,
            Made::Applied(p, operands, immediate) => {
                let operands = operands.iter().map(|&o| self.emit(o, solution, done)).collect();
                let (production, cost, _) = self.request.functions[*p];
                solution.steps.push(Application { production, operands, immediate: *immediate });
                solution.cost += cost;
                Source::Step(solution.steps.len() - 1)
            }
        };
        done.insert(at, source);
        source
    }
}

/// Of prices, which are positive.
fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
