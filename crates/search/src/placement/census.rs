//! A census of an instruction set: which of its functions the search by function finds, and why it does not find the rest.
//!
//! Shown, not claimed: of each function a goal is made as if a window had asked for it, from its own lanes; the search
//! looks for it among all instructions of the set, and what it finds must be no dearer than the instruction itself. The
//! program is then run on other inputs and compared with the vendor's text, which the search never reads.
//!
//! Its limit: it does not show that a plan of several instructions uses the function where it would be of use. It is the upper
//! bound of that, and each reason why a function is missing here is a reason why no plan can have it.

use super::goal::{Goal, Input, input};
use super::place::{Placement, place};
use crate::instructions::{Catalogue, Entry, Role};
use crate::limits;
use isotope_dictionary::{Dictionary, Member, Operand, OperandKind};
use isotope_ir::expr::LeafId;
use isotope_ir::term::{TermId, Terms};
use isotope_ir::types::Type;
use isotope_program::concrete::{ByTerms, Elements, bitcast, run};
use isotope_program::{Origin, Param, Program, Shape, Step, StepOp, Value};
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;
use std::collections::{BTreeMap, BTreeSet};

/// Inputs that a program found is run on.
const INPUTS: usize = 24;

/// Values of an immediate that are looked at for one that is asked for.
const VALUES: u64 = 16;

/// Why a function cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reason {
    /// Its semantics are not shown to be right.
    #[error("its semantics are not validated")]
    NotValidated,
    /// There is no LLVM form.
    #[error("it has no LLVM form")]
    NoForm,
    /// It cannot be weighed.
    #[error("it has no price")]
    NoPrice,
    /// Its immediate has no values.
    #[error("its immediate has no values")]
    NoValues,
    /// Its text has no lanes.
    #[error("its text has no lanes: {0}")]
    NoLanes(String),
    /// The search does not find it.
    #[error("the search does not find it")]
    NotFound,
    /// The instruction is wrong on other inputs.
    #[error("what is found is another function")]
    Wrong,
}

/// The finding about one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The instruction that stands for it.
    pub name: &'static str,
    /// Its role, where it has lanes.
    pub role: Option<Role>,
    /// Whether it has a mask, an immediate, a scalar among its operands.
    pub masked: bool,
    /// See `masked`.
    pub immediate: bool,
    /// See `masked`.
    pub scalar: bool,
    /// The instruction that was found and its immediates.
    pub found: Result<(&'static str, Vec<u64>), Reason>,
}

impl Row {
    /// Its role in words; of what has no lanes, that.
    pub fn role_name(&self) -> &'static str {
        self.role.map_or("unknown: never usable", Role::name)
    }

    /// Its operands besides vectors, in words.
    pub fn takes(&self) -> Vec<&'static str> {
        let all = [(self.masked, "a mask"), (self.immediate, "an immediate"), (self.scalar, "a scalar")];
        all.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect()
    }
}

/// The members that stand for the functions that engines are offered of a dictionary: of those that compute the same the first that may
/// be used.
pub fn distinct(dictionary: &Dictionary) -> Vec<&Member> {
    let mut all: BTreeMap<&str, &Member> = BTreeMap::new();
    for member in dictionary.members().iter().filter(|m| !m.beside) {
        let known = all.entry(member.same).or_insert(member);
        if !dictionary.is_usable(known) && dictionary.is_usable(member) {
            *known = member;
        }
    }
    all.into_values().collect()
}

/// An instruction as it is asked for.
struct Asked<'a> {
    entry: &'a Entry,
    immediates: Vec<u64>,
    terms: Terms,
    out: Vec<TermId>,
    /// Its operands, cut as its lanes read them; an immediate has no elements.
    leaves: Vec<(u32, u32)>,
}

impl<'a> Asked<'a> {
    /// Of the values of an immediate one is asked for, for each instruction the same, with which it computes something.
    fn of(entry: &'a Entry) -> Result<Asked<'a>, Reason> {
        if entry.member.immediates().next().is_none() {
            return Asked::with(entry, vec![]);
        }
        let mut random =
            Samples::new(entry.member.name.bytes().fold(7, |hash: u64, b| hash.wrapping_mul(31) + u64::from(b)));
        let count = entry.values.len() as u64;
        let mut asked = Err(Reason::NoValues);
        for _ in 0..VALUES.min(8 * count) {
            asked = Asked::with(entry, vec![entry.values[(random.bits() % count) as usize]]);
            if asked.as_ref().is_ok_and(|a| a.goal(&[]).is_some_and(|goal| goal.varies())) {
                break;
            }
        }
        asked
    }

    /// The result of an instruction with these immediates as what is asked for, its operands as leaves.
    fn with(entry: &'a Entry, immediates: Vec<u64>) -> Result<Asked<'a>, Reason> {
        let mut terms = Terms::new();
        let lanes = entry.member.lanes(&immediates, &mut terms).map_err(|e| Reason::NoLanes(e.to_string()))?;
        let operands = entry.member.operands.iter().zip(&lanes.operand_bits);
        let leaf = |(o, &bits): (&_, &u32)| leaf(o, bits);
        Ok(Asked { entry, immediates, out: lanes.out, leaves: operands.map(leaf).collect(), terms })
    }

    /// The goal on samples, and on inputs that were learned from wrong guesses.
    fn goal(&self, learned: &[Input]) -> Option<Goal> {
        Goal::of(&self.terms, &self.out, &self.leaves, learned)
    }

    /// The result by the vendor's text, bit by bit.
    fn text(&self, input: &Input) -> Option<Elements> {
        let mut immediates = self.immediates.iter();
        let operands = self.entry.member.operands.iter().enumerate().map(|(at, o)| match o.kind {
            OperandKind::Imm => immediates.next().copied().unwrap_or(0).to_le_bytes().to_vec(),
            _ => bits_of(&input[at], self.leaves[at].0).chunks(8).map(byte).collect(),
        });
        let result = self.entry.member.run(&operands.collect::<Vec<Vec<u8>>>())?;
        let bit = |at: usize| Some(u128::from(result[at / 8] >> (at % 8) & 1));
        Some((0..self.entry.member.result.bits as usize).map(bit).collect())
    }
}

/// An operand as a leaf.
fn leaf(operand: &Operand, bits: u32) -> (u32, u32) {
    if operand.kind == OperandKind::Imm { (1, 0) } else { (bits, operand.bits / bits) }
}

/// Elements bit by bit, lowest first.
fn bits_of(elements: &[u128], width: u32) -> Vec<u128> {
    elements.iter().flat_map(|v| (0..width).map(move |at| v >> at & 1)).collect()
}

/// Up to eight bits, lowest first.
fn byte(bits: &[u128]) -> u8 {
    bits.iter().rev().fold(0, |byte, &bit| byte << 1 | bit as u8)
}

/// A census of one instruction set.
pub struct Census<'a> {
    dictionary: &'a Dictionary,
    catalogue: Catalogue,
    /// The instruction that stands for a function in the catalogue, by the function's name.
    priced: BTreeMap<&'a str, &'static str>,
}

impl<'a> Census<'a> {
    /// A census of everything that the set has, by the prices of a CPU.
    pub fn new(dictionary: &'a Dictionary, cpu: &str) -> Census<'a> {
        let features: BTreeSet<String> =
            dictionary.members().iter().flat_map(|m| m.features.iter().map(|f| (*f).to_owned())).collect();
        let catalogue = Catalogue::of(dictionary, &features, cpu);
        let priced = catalogue.entries().iter().map(|entry| (entry.member.same, entry.member.name)).collect();
        Census { dictionary, catalogue, priced }
    }

    /// The row of a function.
    pub fn row(&self, member: &'a Member) -> Row {
        let has = |kind| member.operands.iter().any(|o| o.kind == kind);
        let mut row = Row {
            name: member.name,
            role: None,
            masked: has(OperandKind::Mask),
            immediate: has(OperandKind::Imm),
            scalar: has(OperandKind::Scalar),
            found: Err(self.unusable(member)),
        };
        if let Some(entry) = self.priced.get(member.same).and_then(|name| self.catalogue.entry(name)) {
            row.name = entry.member.name;
            row.role = entry.functions().first().map(|(_, function)| function.role());
            row.found = self.found(entry);
        }
        row
    }

    /// Why no engine is offered a member.
    fn unusable(&self, member: &Member) -> Reason {
        match self.dictionary.is_usable(member) {
            true => Reason::NoPrice,
            false if member.validation == isotope_dictionary::Validation::None => Reason::NotValidated,
            false => Reason::NoForm,
        }
    }

    /// Looks for an instruction as if its lanes were asked for, and runs what is found. Wrong programs give counterexamples, as in
    /// every search.
    fn found(&self, entry: &Entry) -> Result<(&'static str, Vec<u64>), Reason> {
        let own = Asked::of(entry)?;
        let effort = Effort::new(u64::MAX, &|| false);
        let mut learned = Vec::new();
        let mut reason = Reason::NotFound;
        for _ in 0..=limits::ROUNDS {
            let goal = own.goal(&learned).ok_or(Reason::NotFound)?;
            let Some(placement) = place(&goal, &self.catalogue, 1, &effort).pop() else { return Err(reason) };
            let other = &self.catalogue.entries()[placement.entry];
            // A cheaper instruction of the same function is as good; a dearer one would say that its own was missed.
            match self.difference(&placement, &own) {
                None if other.cost <= entry.cost => return Ok((other.member.name, placement.immediates)),
                None => return Err(Reason::NotFound),
                Some(input) => learned.push(input),
            }
            reason = Reason::Wrong;
        }
        Err(reason)
    }

    /// Inputs are drawn from another seed than the goal's samples, and there are more of them. The program runs through the
    /// found instruction's terms, the other side through the text of the instruction that was asked for: two ways that share
    /// nothing but the vendor's text.
    ///
    /// An input on which a placement is not an instruction's own text.
    fn difference(&self, placement: &Placement, own: &Asked<'_>) -> Option<Input> {
        let program = self.program(placement, own.entry);
        let mut random = Samples::new(0xce_0505);
        (0..INPUTS).map(|number| input(&own.leaves, number, &mut random)).find(|input| {
            let given: Vec<Vec<u128>> = own.entry.registers().map(|at| bits_of(&input[at], own.leaves[at].0)).collect();
            let got = run(&program, &given, &ByTerms(&self.catalogue));
            let wanted = own.text(input);
            wanted.is_none() || !got.is_ok_and(|got| Some(bitcast(&got, program.ty.bits, 1)) == wanted)
        })
    }

    /// The program of a placement over an instruction's operands, each a parameter of single bits: what they are cut into is
    /// the instruction's to say.
    fn program(&self, placement: &Placement, of: &Entry) -> Program {
        let shapes: Vec<Shape> = of.registers().map(|at| Shape::new(1, of.member.operands[at].bits)).collect();
        let param = |(at, shape): (usize, &Shape)| Param {
            name: format!("p{at}"),
            ty: Type::uint(1, shape.lanes),
            origin: Origin::Leaf(LeafId(at as u32)),
            address: None,
        };
        let params: Vec<Param> = shapes.iter().enumerate().map(param).collect();
        let result = Shape::new(1, of.member.result.bits);
        let entry = &self.catalogue.entries()[placement.entry];
        // The pool has a place for immediates, which nothing takes.
        let registers: Vec<usize> = of.registers().collect();
        let step = |op, args, shape| Step { op, args, shape };
        let mut steps: Vec<Step> = shapes.iter().zip(0..).map(|(&s, at)| step(StepOp::Param(at), vec![], s)).collect();
        let param_of = |at: &usize| registers.iter().position(|r| r == at).map(|n| Value(n as u32));
        let args = placement.operands.iter().filter_map(param_of).collect();
        let op = StepOp::Instruction { name: entry.member.name.to_owned(), immediates: placement.immediates.clone() };
        let value = Value(steps.len() as u32);
        steps.push(step(op, args, result));
        Program { params, steps, result: value, ty: Type::uint(1, result.lanes) }
    }
}
