//! One description of an instruction as a function on slots.
//!
//! A result lane is a body applied to some elements of the operands. Lanes that differ only in which elements they read
//! share the body, so most instructions have one, and the table of reads says the rest: slot by slot, across a part, from
//! everywhere. The bodies of lanes run on numbers only: an answer that uses the instruction is proved with the
//! dictionary's own terms, and not with anything that is made here.
//!
//! This is the record, made once for each instruction. The uses of an instruction are read off it: the indices beside this file
//! (vertical, dot, narrowing, widening ...) are views of functions, and roles ([`super::role`]) are words for them; nothing is named.

use ahash::{HashMap, HashMapExt as _};
use isotope_dictionary::OperandKind;
use isotope_ir::lanes::free_vars;
use isotope_ir::term::{LaneVar, Node, TermId, Terms};
use isotope_smt::concrete::Evaluator;
use std::collections::BTreeMap;

/// An operand of a function, immediates included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Vector, mask, scalar or immediate.
    pub kind: OperandKind,
    /// Bits of the whole.
    pub bits: u32,
    /// Bits of an element as lanes read it.
    pub element_bits: u32,
}

/// The function of lanes on the elements that they read.
#[derive(Clone, Debug)]
pub struct Body {
    /// Runs it; input `n` is the lane's read number `n`. An element that a lane does not need is no input.
    pub evaluator: Evaluator,
    /// It gives one of its reads, whichever it picks, and computes nothing.
    pub moves: bool,
    /// It is the same whatever it reads.
    pub constant: bool,
}

/// A lane of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Index into [`Function::bodies`].
    pub body: usize,
    /// The elements that it reads, as (operand, element), ascending.
    pub reads: Vec<(u32, u32)>,
}

/// An instruction as a function on slots.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its operands in order, immediates included.
    pub operands: Vec<Operand>,
    /// The kind of the result.
    pub result: OperandKind,
    /// Bits of a result lane.
    pub out_bits: u32,
    /// The functions of lanes; most functions have one.
    pub bodies: Vec<Body>,
    /// The result's lanes, lowest first.
    pub lanes: Vec<Lane>,
}

impl Function {
    /// The function of lane terms whose variables are [`LaneVar`]s; `None` where a term has no value on numbers.
    pub fn of(
        terms: &mut Terms,
        out: &[TermId],
        out_bits: u32,
        operands: Vec<Operand>,
        result: OperandKind,
    ) -> Option<Function> {
        let (mut bodies, mut lanes) = (Vec::new(), Vec::new());
        let mut known: HashMap<TermId, usize> = HashMap::new();
        // Reads are in ascending order, so that equal lanes get equal numbers; terms are hash-consed, and comparing bodies is
        // comparing their names.
        for &lane in out {
            let read = free_vars(terms, lane);
            let number: HashMap<u32, u32> = read.iter().copied().zip(0..).collect();
            let body = terms.substitute(lane, &mut |terms, n, width| terms.var(number[&n], width));
            let at = match known.get(&body) {
                Some(&at) => at,
                None => {
                    let evaluator = Evaluator::new(terms, &[body])?;
                    bodies.push(Body { evaluator, moves: moves(terms, body), constant: read.is_empty() });
                    known.insert(body, bodies.len() - 1);
                    bodies.len() - 1
                }
            };
            lanes.push(Lane {
                body: at,
                reads: read.into_iter().map(LaneVar::of).map(|v| (v.source.into(), v.element.into())).collect(),
            });
        }
        Some(Function { operands, result, out_bits, bodies, lanes })
    }

    /// Whether every lane is one body of the elements that stand where it does, one of each vector, and of an immediate.
    pub fn is_lane_by_lane(&self) -> bool {
        let vectors = self.operands.iter().filter(|o| o.kind == OperandKind::Vector).count();
        let own = |at: u32, &(operand, element): &(u32, u32)| {
            let operand = self.operands[operand as usize];
            operand.kind == OperandKind::Imm
                || operand.kind == OperandKind::Vector && operand.element_bits == self.out_bits && element == at
        };
        let whole = |lane: &Lane| {
            lane.reads.iter().filter(|r| self.operands[r.0 as usize].kind == OperandKind::Vector).count() == vectors
        };
        let mut lanes = (0..).zip(&self.lanes);
        self.bodies.len() == 1 && lanes.all(|(at, lane)| whole(lane) && lane.reads.iter().all(|read| own(at, read)))
    }

    /// The lanes of a slot of `join` lanes, which is the same for all slots: what they read is numbered from the first element of
    /// the slot, `parts` elements of each vector to one, and in a scalar from its first. `None` where slots differ, or read
    /// elements of another one.
    pub fn slot(&self, join: usize, parts: &[u32]) -> Option<Vec<Lane>> {
        let own = |at: u32, &(operand, element): &(u32, u32)| {
            let parts = parts[operand as usize];
            match self.operands[operand as usize].kind {
                OperandKind::Scalar => Some((operand, element)),
                _ => (element / parts == at).then_some((operand, element % parts)),
            }
        };
        let lane = |at: u32, lane: &Lane| {
            let reads = lane.reads.iter().map(|read| own(at, read)).collect::<Option<_>>()?;
            Some(Lane { body: lane.body, reads })
        };
        let slot = |(at, lanes): (u32, &[Lane])| lanes.iter().map(|l| lane(at, l)).collect::<Option<Vec<Lane>>>();
        let mut slots = (0..).zip(self.lanes.chunks(join)).map(slot);
        let first = slots.next()??;
        slots.all(|slot| slot.as_ref() == Some(&first)).then_some(first)
    }

    /// The values of lanes, side by side on samples of the elements that they read, as (operand, element).
    pub fn eval(&self, lanes: &[Lane], samples: &BTreeMap<(u32, u32), Vec<u128>>) -> Vec<u128> {
        let count = samples.values().next().map_or(1, Vec::len);
        let mut all = vec![0; count];
        for (lane, at) in lanes.iter().zip(0..) {
            let evaluator = &self.bodies[lane.body].evaluator;
            let row = |&(number, _): &(u32, u32)| samples[&lane.reads[number as usize]].clone();
            let got = evaluator.eval(&evaluator.inputs().iter().map(row).collect::<Vec<_>>()).remove(0);
            // Without an input there is one value for all samples.
            let value = |s: usize| got[s.min(got.len() - 1)];
            all.iter_mut().enumerate().for_each(|(s, all)| *all |= value(s) << (at * self.out_bits));
        }
        all
    }

    /// Whether it has vectors, and scalars beside them, and a vector as its result: what values of lanes are tried with.
    pub fn is_of_vectors(&self) -> bool {
        let kinds = |kind| self.operands.iter().filter(move |o| o.kind == kind).count();
        let (vectors, scalars) = (kinds(OperandKind::Vector), kinds(OperandKind::Scalar));
        self.result == OperandKind::Vector && vectors > 0 && vectors + scalars == self.operands.len()
    }

    /// Bits of the result.
    pub fn result_bits(&self) -> u32 {
        self.out_bits * self.lanes.len() as u32
    }
}

/// Whether a term picks among its variables, or parts of them, by whatever it decides that, and computes no other value.
fn moves(terms: &Terms, body: TermId) -> bool {
    let (mut open, mut seen) = (vec![body], ahash::HashSet::default());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Var(_) | Node::Const(_) => {}
            Node::Ite(_, a, b) | Node::Concat(a, b) => open.extend([*a, *b]),
            Node::Extract(_, a) => open.push(*a),
            _ => return false,
        }
    }
    true
}
