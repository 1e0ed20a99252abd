//! The program with one instruction that comes nearest to a window, for whoever asks why that instruction is not the answer.
//!
//! It is applied to what the window reads, as it stands there: to the part of each leaf where a register of the result is, to scalars, to
//! the window's constants. Of all ways to give it these the one is taken that agrees with the window in the most lanes of the samples.
//!
//! No search is made here. Whoever asks has searched already, with the instruction at next to no price, and found no program with it.
//!
//! Nothing says that it agrees in all of them: a proof says so, or gives an input on which it differs.

use super::place::Placement;
use super::whole::{Asked, Piece};
use crate::instructions::Entry;
use crate::{limits, proposer};
use isotope_ir::expr::{NodeId, Op};
use isotope_ir::memory::Memory;
use isotope_ir::term::mask;
use isotope_program::Program;
use isotope_program::concrete::{ByTerms, run};
use isotope_smt::effort::Effort;

/// A program that applies one instruction, once for each register of the result.
///
/// Where all lanes agree it may be an answer; else the proof will say on which input it is none.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The program.
    pub program: Program,
    /// Lanes of the samples that agree with the window,
    pub agreed: u64,
    /// of so many.
    pub of: u64,
}

/// The nearest program with the instruction at an index of the catalogue's entries. `None` where its result or its operands are of other
/// sizes than what the window has, and where the effort ends before the first is tried.
pub fn nearest(asked: &proposer::Asked<'_>, at: usize, effort: &Effort<'_>) -> Option<Nearest> {
    let &proposer::Asked { graph, root, target, counterexamples, .. } = asked;
    let (entry, ty) = (target.entry(at), graph.ty(root));
    let bits = entry.member.result.bits;
    let registers = (ty.bits * ty.lanes).checked_div(bits).filter(|registers| {
        (1..=limits::WHOLE_REGISTERS).contains(registers) && registers * bits == ty.bits * ty.lanes && bits >= ty.bits
    })?;
    if graph.nodes.len() > limits::WHOLE_NODES {
        return None;
    }
    // A goal that cannot be sampled has no nearest program: nothing could be compared.
    let window = Asked::of(graph, root, counterexamples)?;
    // The same index is the same kind of piece in each register, so that one way serves all of them.
    let pieces: Vec<Vec<Piece>> = (0..registers).map(|register| standing(&window, root, register, registers)).collect();
    let mut best: Option<Nearest> = None;
    // Each value is tried: none is solved for where nothing agrees everywhere.
    let immediates: Vec<Vec<u64>> = match &entry.values[..] {
        [] => vec![vec![]],
        values => values.iter().take(limits::NEAREST_IMMEDIATES).map(|&value| vec![value]).collect(),
    };
    for operands in ways(entry, &pieces[0]) {
        for immediates in &immediates {
            if effort.spend(u64::from(ty.lanes)).is_err() {
                return best;
            }
            let placement = Placement { entry: at, immediates: immediates.clone(), operands: operands.clone() };
            let rows: Vec<(Vec<Piece>, Placement)> =
                pieces.iter().map(|own| (own.clone(), placement.clone())).collect();
            let (program, _) = window.program(target, rows.iter());
            let Some(found) = scored(&window, program, asked) else { continue };
            // Of equals what reads most of the window.
            let reads = |one: &Nearest| one.program.params.len();
            if best.as_ref().is_none_or(|best| (found.agreed, reads(&found)) > (best.agreed, reads(best))) {
                best = Some(found);
            }
        }
    }
    best
}

/// The value in the place of a register of the result, in an order that is the same for all registers.
fn standing(window: &Asked<'_>, root: NodeId, register: u32, registers: u32) -> Vec<Piece> {
    let ty = window.graph.ty(root);
    let mut pieces = Vec::new();
    for (leaf, of) in (0..).zip(&window.graph.leaves) {
        let (bits, lanes) = (of.ty.bits, of.ty.lanes);
        if lanes.is_multiple_of(registers) {
            let own = lanes / registers;
            pieces.push(Piece::Leaf { leaf, first: register * own, lanes: own, bits });
        }
        if lanes == 1 {
            pieces.push(Piece::Leaf { leaf, first: 0, lanes: 1, bits });
            pieces.push(Piece::Splat { leaf, lanes: ty.lanes / registers, bits });
        }
    }
    // A constant of the window stands in every lane, and so may zeros.
    for node in &window.graph.nodes {
        if let (Op::Const(value), bits @ 8..) = (&node.op, node.ty.bits) {
            let value = value & mask(bits) as u64;
            pieces.push(Piece::Constant { value, lanes: ty.bits * ty.lanes / registers / bits, bits });
        }
    }
    pieces.push(Piece::Constant { value: 0, lanes: ty.lanes / registers, bits: ty.bits });
    pieces
}

/// The ways to give an instruction's operands pieces of their sizes; none where an operand has none.
fn ways(entry: &Entry, pieces: &[Piece]) -> Vec<Vec<usize>> {
    // In the order of the pieces, so that the first ways read leaves as they stand; immediates are no pieces.
    let mut ways: Vec<Vec<usize>> = vec![vec![]];
    for operand in entry.registers() {
        let wanted = entry.member.operands[operand].bits;
        let fits: Vec<usize> =
            (0..pieces.len()).filter(|&at| pieces[at].shape().bits * pieces[at].shape().lanes == wanted).collect();
        let longer = |way: &Vec<usize>, at: usize| way.iter().copied().chain([at]).collect();
        ways = ways.iter().flat_map(|way| fits.iter().map(move |&at| longer(way, at))).collect();
        // Operands that every piece fits would make too many to try.
        ways.truncate(limits::NEAREST_WAYS);
    }
    ways
}

/// A program with the lanes in which it agrees with the window. `None` where it does not run.
fn scored(window: &Asked<'_>, program: Program, asked: &proposer::Asked<'_>) -> Option<Nearest> {
    let memory = Memory::of(window.graph);
    // Few samples are enough to tell the ways apart; what is left to tell is the proof's.
    let (mut agreed, mut of) = (0, 0);
    for sample in 0..window.goal.result.samples() {
        // Two loads of one place are one value.
        let leaf = |(at, leaf): (u32, &isotope_ir::expr::Leaf)| {
            let element = |lane: u32| {
                let (leaf_of, lane) = memory.representative(isotope_ir::expr::LeafId(at), lane);
                window.goal.pool[leaf_of.0 as usize].element(sample, leaf.ty.bits, lane)
            };
            (0..leaf.ty.lanes).map(element).collect()
        };
        let inputs: Vec<Vec<u128>> = (0..).zip(&window.graph.leaves).map(leaf).collect();
        let got = run(&program, &inputs, &ByTerms(&*asked.target.catalogue)).ok()?;
        for (lane, value) in (0..).zip(got) {
            of += 1;
            agreed += u64::from(value == Some(window.goal.result.element(sample, program.ty.bits, lane)));
        }
    }
    Some(Nearest { program, agreed, of })
}
