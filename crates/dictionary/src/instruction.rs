//! The instructions of a target as the fast engine enumerates them.

use crate::dictionary::Dictionary;
use crate::member::Member;
use isotope_ir::term::{TermId, Terms};
use isotope_semantics::OperandKind;
use std::collections::{BTreeMap, BTreeSet};

/// An instruction from vectors and scalars to a vector, with concrete immediates, and its lanes in an arena that others share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The dictionary member's name.
    pub name: String,
    /// Its immediates; none so far.
    pub immediates: Vec<u64>,
    /// Bits of each operand.
    pub operand_bits: Vec<u32>,
    /// Which operands are scalars, in a register of their own.
    pub scalars: Vec<bool>,
    /// Bits of an element of each operand, as the lanes read it.
    pub element_bits: Vec<u32>,
    /// Bits of an element of the result.
    pub out_bits: u32,
    /// Elements of the result, lowest first; variables are lane variables (`isotope_ir::term::LaneVar`).
    pub out: Vec<TermId>,
    /// Reciprocal throughput in hundredths of a cycle.
    pub cost: u32,
}

/// The most operands that the engine applies an instruction to.
const MAX_OPERANDS: usize = 3;

impl Dictionary {
    /// Every usable instruction from vectors, and scalars beside them, to a vector, without mask and immediate, cheapest
    /// intrinsic of those that compute the same.
    pub fn instructions_for(&self, features: &BTreeSet<String>, cpu: &str) -> (Terms, Vec<Instruction>) {
        let chosen = self.representatives(features, cpu, &takes_vectors);
        let mut terms = Terms::new();
        let instructions = chosen.into_iter().filter_map(|(cost, member)| {
            let lanes = member.lanes(&[], &mut terms).ok()?;
            Some(Instruction {
                name: member.name.to_owned(),
                immediates: Vec::new(),
                operand_bits: member.operands.iter().map(|o| o.bits).collect(),
                scalars: member.operands.iter().map(|o| o.kind == OperandKind::Scalar).collect(),
                element_bits: lanes.operand_bits,
                out_bits: lanes.out_bits,
                out: lanes.out,
                cost,
            })
        });
        let instructions = instructions.collect();
        (terms, instructions)
    }

    /// Of the usable members that are `admitted`, one for each function of whole registers, with its cost: the cheapest, of equals
    /// the one that is read in the narrowest elements, by name.
    pub fn representatives(
        &self,
        features: &BTreeSet<String>,
        cpu: &str,
        admitted: &dyn Fn(&Member) -> bool,
    ) -> Vec<(u32, &Member)> {
        let mut chosen: BTreeMap<&str, ((u32, u32, &str), &Member)> = BTreeMap::new();
        let runs = |m: &&Member| self.is_usable(m) && m.features.iter().all(|f| features.contains(*f)) && admitted(m);
        for member in self.members().iter().filter(runs) {
            // Without a price LLVM folded it away or the form is not known; neither can be weighed.
            let Some(cost) = self.cost(member, cpu) else { continue };
            let finest = member.operands.iter().map(|o| o.element_bits).min().unwrap_or(u32::MAX);
            let key = (cost.rthroughput, finest, member.name);
            let best = chosen.entry(member.same).or_insert((key, member));
            if key < best.0 {
                *best = (key, member);
            }
        }
        let mut chosen: Vec<_> = chosen.into_values().map(|(key, member)| (key.0, member)).collect();
        chosen.sort_by_key(|(_, member)| member.name);
        chosen
    }
}

fn takes_vectors(member: &Member) -> bool {
    let of = |kind| member.operands.iter().filter(move |o| o.kind == kind).count();
    let (vectors, scalars) = (of(OperandKind::Vector), of(OperandKind::Scalar));
    let only = vectors + scalars == member.operands.len() && member.result.kind == OperandKind::Vector;
    only && vectors > 0 && vectors + scalars <= MAX_OPERANDS
}
