//! Placing: the instructions that give a goal, with what they are applied to and their immediates.
//!
//! Lane by lane. The first lane of an instruction reads some of its operands: each way of giving these a value of the
//! pool is tried on that lane alone, and what does not give the goal's lane on every sample is dropped. The next lane may
//! read operands that are not given yet, and so on. Most instructions are dropped on their first lane, and one of sixty-four
//! operands is solved one operand after the other.
//!
//! Nothing here is trusted: samples are few, and what they do not tell apart is told apart by whoever asked, by a proof or on
//! more inputs. So an instruction counts as found as soon as it agrees on all of them, and the cheapest is looked at first.
//!
//! An immediate is a byte: the lane is run on all values that are left, and those that disagree are dropped with it. So an
//! immediate of which each lane reads another bit (a blend's) is solved bit by bit, and none is guessed.

use super::goal::Goal;
use crate::instructions::{Catalogue, Entry, Function, Lane};
use crate::limits;
use isotope_dictionary::OperandKind;
use isotope_smt::effort::{Effort, Ended};

/// An instruction that gives a goal on all samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Index into [`Catalogue::entries`].
    pub entry: usize,
    /// Its immediate, if it has one.
    pub immediates: Vec<u64>,
    /// The operands: for each but the immediate an index into the goal's pool.
    pub operands: Vec<usize>,
}

/// Samples that an immediate's values are tried on first: there may be 256 of them.
const PROBES: usize = 2;

/// The instructions that give a goal, cheapest first, as many as are wanted; fewer where the effort ends before.
pub fn place(goal: &Goal, catalogue: &Catalogue, wanted: usize, effort: &Effort<'_>) -> Vec<Placement> {
    place_among(goal, catalogue, &|_| true, wanted, effort)
}

/// The same of those instructions that are admitted, which are asked once their operands are known to be there.
pub fn place_among(
    goal: &Goal,
    catalogue: &Catalogue,
    admitted: &dyn Fn(&Entry) -> bool,
    wanted: usize,
    effort: &Effort<'_>,
) -> Vec<Placement> {
    let mut found = Vec::new();
    for &at in catalogue.with_result(goal.result.bits()) {
        let entry = &catalogue.entries()[at];
        let fits = |operand: usize| goal.pool.iter().any(|v| v.bits() == entry.member.operands[operand].bits);
        if found.len() >= wanted || effort.spend(1).is_err() {
            break;
        }
        if entry.registers().all(fits)
            && admitted(entry)
            && let Ok(Some((immediates, operands))) = solved(entry, goal, effort)
        {
            found.push(Placement { entry: at, immediates, operands });
        }
    }
    found
}

/// An immediate and operands with which an instruction gives the goal.
type Solution = (Vec<u64>, Vec<usize>);

/// The first solution of an instruction.
fn solved(entry: &Entry, goal: &Goal, effort: &Effort<'_>) -> Result<Option<Solution>, Ended> {
    for (value, function) in entry.functions() {
        let values = match value {
            Some(value) => vec![*value],
            None => entry.values.clone(),
        };
        let most = goal.cut_from.iter().map(|leaves| leaves.count_ones()).max();
        let solver = Solver { function, goal, effort, most };
        if let Some((immediates, given)) = solver.solve(values)? {
            let operands = entry.registers().map(|at| given[at]).collect::<Option<Vec<usize>>>();
            return Ok(operands.map(|operands| (immediates, operands)));
        }
    }
    Ok(None)
}

/// For each operand, immediates included, the pool's value that it is given.
type Given = Vec<Option<usize>>;

/// One function on one goal.
struct Solver<'a> {
    function: &'a Function,
    goal: &'a Goal,
    effort: &'a Effort<'a>,
    /// Leaves that one value of the pool is cut from, at the most; `None` where that is not known.
    most: Option<u32>,
}

/// A part of a solution: lanes before `lane` agree.
#[derive(Clone)]
struct Partial {
    lane: usize,
    /// By operand, the pool's value.
    given: Given,
    /// Values of the immediate that are left; empty where there is none.
    values: Vec<u64>,
}

impl Solver<'_> {
    /// The first solution in the order of the pool, with the least immediate that is left.
    fn solve(&self, values: Vec<u64>) -> Result<Option<(Vec<u64>, Given)>, Ended> {
        if self.function.result_bits() != self.goal.result.bits() {
            return Ok(None);
        }
        // A list and not the stack of calls: a mask has up to 64 lanes, and each may be a level.
        let mut open = vec![Partial { lane: 0, given: vec![None; self.function.operands.len()], values }];
        let mut tried = 0;
        while let Some(mut partial) = open.pop() {
            let Some(lane) = self.function.lanes.get(partial.lane) else {
                partial.values.truncate(1);
                return Ok(Some((partial.values, self.completed(partial.given))));
            };
            let choices = self.choices(lane, &partial.given);
            partial.lane += 1;
            let mut next = Vec::new();
            for given in choices {
                // Where many operands fit every lane no order of trying them is a good one.
                tried += 1;
                if tried > limits::ASSIGNMENTS {
                    return Ok(None);
                }
                if let Some(values) = self.agreeing(partial.lane - 1, lane, &given, &partial.values)? {
                    next.push(Partial { lane: partial.lane, given, values });
                }
            }
            // The first of the pool is tried first.
            open.extend(next.into_iter().rev());
        }
        Ok(None)
    }

    /// Every way of giving a value to the operands that a lane reads first; the one way there is where all are given. Left out are those
    /// after which the other operands are too few to read all leaves that are needed.
    fn choices(&self, lane: &Lane, given: &[Option<usize>]) -> Vec<Given> {
        let mut choices = vec![given.to_vec()];
        for &(operand, _) in &lane.reads {
            let at = operand as usize;
            let shape = self.function.operands[at];
            if shape.kind == OperandKind::Imm || choices[0][at].is_some() {
                continue;
            }
            let fitting = |v: &usize| self.goal.pool[*v].bits() == shape.bits;
            let values: Vec<usize> = (0..self.goal.pool.len()).filter(fitting).collect();
            let with = |choice: &Vec<Option<usize>>, value: usize| {
                let mut choice = choice.clone();
                choice[at] = Some(value);
                choice
            };
            let longer = choices.iter().flat_map(|choice| values.iter().map(move |&v| with(choice, v)));
            choices = longer.filter(|choice| self.may_read_all(choice)).collect();
            if choices.is_empty() || choices.len() > limits::ASSIGNMENTS {
                return Vec::new();
            }
        }
        choices
    }

    /// Whether the operands that are not given yet may read the leaves that are needed and that no given one reads.
    fn may_read_all(&self, given: &[Option<usize>]) -> bool {
        let (Some(most), Goal { cut_from, needed, .. }) = (self.most, self.goal) else { return true };
        let read = given.iter().flatten().fold(0, |all, &value| all | cut_from[value]);
        let is_free = |&at: &usize| given[at].is_none() && self.function.operands[at].kind != OperandKind::Imm;
        let free = (0..given.len()).filter(is_free).count() as u32;
        (needed & !read).count_ones() <= free * most
    }

    /// The values of the immediate with which a lane is the goal's on all samples; `None` where it is not.
    fn agreeing(
        &self,
        at: usize,
        lane: &Lane,
        given: &[Option<usize>],
        values: &[u64],
    ) -> Result<Option<Vec<u64>>, Ended> {
        let reads_immediate = |&(o, _): &(u32, u32)| self.function.operands[o as usize].kind == OperandKind::Imm;
        let all = self.goal.result.samples();
        if !lane.reads.iter().any(reads_immediate) {
            self.spend(lane, all)?;
            let agrees = [PROBES.min(all), all].into_iter().all(|samples| self.run(at, lane, given, &[0], samples)[0]);
            return Ok(agrees.then(|| values.to_vec()));
        }
        // Most values fail on the first samples already, and only what is left is run on all.
        let mut left = values.to_vec();
        for samples in [PROBES, all] {
            self.spend(lane, left.len() * samples)?;
            let agree = self.run(at, lane, given, &left, samples);
            left = left.into_iter().zip(agree).filter(|(_, agrees)| *agrees).map(|(value, _)| value).collect();
            if left.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(left))
    }

    /// A unit is an instruction on a handful of samples. Those that a run need not look at any more count as well.
    fn spend(&self, lane: &Lane, rows: usize) -> Result<(), Ended> {
        self.effort.spend(1 + (rows * self.function.bodies[lane.body].evaluator.len()) as u64 / 64)
    }

    /// For each value of the immediate, whether a lane is the goal's on the first samples.
    fn run(&self, at: usize, lane: &Lane, given: &[Option<usize>], values: &[u64], samples: usize) -> Vec<bool> {
        let body = &self.function.bodies[lane.body].evaluator;
        // One row for each input: all samples with the first value of the immediate, then with the next.
        let element = |&(number, _): &(u32, u32)| {
            let (operand, element) = lane.reads[number as usize];
            let shape = self.function.operands[operand as usize];
            let read = |value: u64, sample: usize| match given[operand as usize] {
                _ if shape.kind == OperandKind::Imm => u128::from(value),
                Some(of) => self.goal.pool[of].element(sample, shape.element_bits, element),
                None => 0,
            };
            values.iter().flat_map(|&value| (0..samples).map(move |sample| read(value, sample))).collect()
        };
        let inputs: Vec<Vec<u128>> = body.inputs().iter().map(element).collect();
        let got = body.eval(&inputs).remove(0);
        let wanted: Vec<u128> =
            (0..samples).map(|s| self.goal.result.element(s, self.function.out_bits, at as u32)).collect();
        // Without an input there is one value for all samples.
        let value = |row: usize| got[row.min(got.len() - 1)];
        (0..values.len()).map(|v| (0..samples).all(|s| value(v * samples + s) == wanted[s])).collect()
    }

    /// An element that no lane reads is any value that fits.
    fn completed(&self, mut given: Given) -> Given {
        for (value, shape) in given.iter_mut().zip(&self.function.operands) {
            if value.is_none() {
                *value = self.goal.pool.iter().position(|v| v.bits() == shape.bits);
            }
        }
        given
    }
}
