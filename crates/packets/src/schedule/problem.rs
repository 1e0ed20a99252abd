//! A loop as schedulers see it: its instructions, their order, and which of them fit one packet.

use super::graph::Edge;
use super::units::{self, Share};
use crate::machine::{Machine, Newer};
use crate::mir::Instruction;

/// The instructions of a loop and the order that they have to keep.
pub struct Problem<'a> {
    /// The processor.
    pub machine: &'a Machine,
    /// The loop's instructions.
    pub body: &'a [&'a Instruction],
    /// Their order, in an iteration and from one to the next.
    pub edges: &'a [Edge],
    /// Of each instruction, the edges to it and from it, without those to itself.
    pub into: Vec<Vec<Edge>>,
    pub out: Vec<Vec<Edge>>,
    /// The share of a packet that each takes; and that of its variants that read the value that they store, their condition, or both from it.
    shares: Vec<Share>,
    variants: Vec<[Option<Share>; 3]>,
}

impl<'a> Problem<'a> {
    /// A loop with one order.
    pub fn new(machine: &'a Machine, body: &'a [&'a Instruction], edges: &'a [Edge]) -> Problem<'a> {
        let (mut into, mut out) = (vec![Vec::new(); body.len()], vec![Vec::new(); body.len()]);
        for edge in edges.iter().filter(|edge| edge.from != edge.to) {
            into[edge.to].push(*edge);
            out[edge.from].push(*edge);
        }
        let variant = |of: &Instruction, value: bool, condition: bool| {
            let op = machine.reading(&of.op, value, condition)?.to_owned();
            Some(Share::of(machine, &Instruction { op, ..of.clone() }))
        };
        let variants = |of: &&Instruction| [(true, false), (false, true), (true, true)].map(|(v, c)| variant(of, v, c));
        let shares = body.iter().map(|of| Share::of(machine, of)).collect();
        Problem { machine, body, edges, into, out, shares, variants: body.iter().map(variants).collect() }
    }

    /// Whether an instruction fits the packet of others at a time, and waits for no result that it could read in its own packet only.
    pub fn fits(&self, row: &[usize], (at, when): (usize, i64), time: impl Fn(usize) -> i64, interval: i64) -> bool {
        let is_timely = |edge: &Edge| self.is_timely(edge, |of| if of == at { when } else { time(of) }, interval);
        self.into[at].iter().chain(&self.out[at]).all(is_timely) && self.has_units(row, (at, when), &time, interval)
    }

    /// Whether an instruction that may read a result in its own packet does so, or comes so late that it does not wait. An instruction
    /// without a time has `i64::MIN`.
    pub fn is_timely(&self, edge: &Edge, time: impl Fn(usize) -> i64, interval: i64) -> bool {
        let (from, to) = (time(edge.from), time(edge.to));
        let is_near = || (1..edge.apart).contains(&(to - from + interval * edge.iterations));
        edge.newer.is_none() || from == i64::MIN || to == i64::MIN || !is_near()
    }

    /// Whether there are units for an instruction in the packet of others at a time. A store that reads what its packet computes takes
    /// other units than one that reads what there is.
    pub fn has_units(
        &self,
        row: &[usize],
        (at, when): (usize, i64),
        time: impl Fn(usize) -> i64,
        interval: i64,
    ) -> bool {
        let time = |of: usize| if of == at { when } else { time(of) };
        let all = || row.iter().copied().chain([at]);
        let one = |of: usize| {
            let is_near = |edge: &&Edge| {
                edge.newer.is_some()
                    && all().any(|other| other == edge.from)
                    && time(edge.from) == time(of) + interval * edge.iterations
            };
            let ways = |newer: Newer| self.into[of].iter().filter(is_near).any(|edge| edge.newer == Some(newer));
            match (ways(Newer::Value), ways(Newer::Condition)) {
                (false, false) => Some(&self.shares[of]),
                (value, condition) => {
                    self.variants[of][usize::from(condition) + usize::from(value && condition)].as_ref()
                }
            }
        };
        let mut packet = Vec::with_capacity(row.len() + 1);
        for of in all() {
            let Some(share) = one(of) else { return false };
            packet.push(share);
        }
        units::fit(self.machine.width, packet.into_iter())
    }

    /// Whether there are units for some instructions in one packet, of which none reads what another one computes.
    pub fn have_units(&self, all: impl Iterator<Item = usize>) -> bool {
        units::fit(self.machine.width, all.map(|of| &self.shares[of]))
    }
}
