//! An instruction of a target: what the dictionary says of it, its price, and its function.
//!
//! The properties of an instruction cost running its text, so they are found out when they are first asked for. They stay, and are
//! the same whoever asks first.

use super::function::{Function, Operand};
use isotope_dictionary::{Member, OperandKind};
use isotope_ir::term::{LaneVar, TermId, Terms};
use isotope_program::symbolic::InstructionTerms;
use std::sync::OnceLock;

/// The most operands of an instruction that is tried on forms.
const MAX_OPERANDS: usize = 3;

/// An instruction of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// Its member in the dictionary.
    pub member: Member,
    /// Reciprocal throughput in hundredths of a cycle; of several forms the dearest.
    pub cost: u32,
    /// The values that its immediate may have; none where it has no immediate.
    pub values: Vec<u64>,
    /// Its function for all values of the immediate, where the text runs without knowing them.
    open: OnceLock<Option<(Option<u64>, Function)>>,
    /// Else its functions for each.
    closed: OnceLock<Vec<(Option<u64>, Function)>>,
    /// Its lanes, by position of the immediate's value; one where there is no immediate.
    fixed: Vec<OnceLock<Option<Fixed>>>,
}

/// An instruction's lanes with its immediates fixed; operands are numbered without them.
#[derive(Debug)]
struct Fixed {
    terms: Terms,
    element_bits: Vec<u32>,
    out_bits: u32,
    out: Vec<TermId>,
}

impl Entry {
    /// With the values that its immediate may have, none where it has no immediate. Its functions are made when they are asked for.
    pub fn new(member: Member, cost: u32, values: Vec<u64>) -> Entry {
        let fixed = (0..values.len().max(1)).map(|_| OnceLock::new()).collect();
        Entry { member, cost, values, open: OnceLock::new(), closed: OnceLock::new(), fixed }
    }

    /// Its operands without immediates, as indices among all of them.
    pub fn registers(&self) -> impl Iterator<Item = usize> + '_ {
        let operands = self.member.operands.iter().enumerate();
        operands.filter(|(_, o)| o.kind != OperandKind::Imm).map(|(at, _)| at)
    }

    /// Whether the indices by register size have it: vectors and scalars, few of them, to a vector. Of others the text is not run
    /// before something asks for it.
    pub(super) fn is_sorted(&self) -> bool {
        let operands = &self.member.operands;
        let plain = operands.iter().all(|o| matches!(o.kind, OperandKind::Vector | OperandKind::Scalar));
        plain && operands.len() <= MAX_OPERANDS && self.member.result.kind == OperandKind::Vector
    }

    /// Its functions, each with the immediate's value that it is for; `None` is for all of them.
    pub fn functions(&self) -> &[(Option<u64>, Function)] {
        // One term for all values, where the text runs without knowing them. Where it does not (a register shifted as a whole)
        // each value has a term, and there is nothing to solve for but which.
        let each = |&value: &u64| Some((Some(value), self.with(&[value], &mut Terms::new())?));
        match self.open() {
            Some(open) => std::slice::from_ref(open),
            None => self.closed.get_or_init(|| self.values.iter().filter_map(each).collect()),
        }
    }

    /// Its functions, if they are of a kind. Where each value of the immediate has its own one of them is made first, and the others
    /// only if that fits: most instructions are of no kind, and their values many.
    pub(super) fn functions_of(&self, fits: &dyn Fn(&Function) -> bool) -> &[(Option<u64>, Function)] {
        let is_fitting = match (self.open(), self.values.get(self.values.len() / 2)) {
            (Some((_, open)), _) => fits(open),
            (None, Some(&value)) => self.with(&[value], &mut Terms::new()).is_some_and(|one| fits(&one)),
            (None, None) => false,
        };
        if is_fitting { self.functions() } else { &[] }
    }

    /// Its one function for all values of its immediate; `None` where the text does not run without knowing the value.
    pub fn function(&self) -> Option<&Function> {
        self.open().map(|(_, function)| function)
    }

    fn open(&self) -> Option<&(Option<u64>, Function)> {
        let made = || {
            let terms = &mut Terms::new();
            if self.values.is_empty() {
                return self.with(&[], terms);
            }
            let lanes = self.member.open_lanes(terms).ok()?;
            self.of_lanes(terms, lanes.out_bits, &lanes.operand_bits, &lanes.out)
        };
        self.open.get_or_init(|| made().map(|function| (None, function))).as_ref()
    }

    /// The function with these immediates.
    fn with(&self, immediates: &[u64], terms: &mut Terms) -> Option<Function> {
        let lanes = self.member.lanes(immediates, terms).ok()?;
        self.of_lanes(terms, lanes.out_bits, &lanes.operand_bits, &lanes.out)
    }

    /// The result's elements as functions of the operands' elements; `None` for one that is no function on slots.
    fn of_lanes(&self, terms: &mut Terms, out_bits: u32, elements: &[u32], out: &[TermId]) -> Option<Function> {
        let operands = self.member.operands.iter().zip(elements);
        let operands = operands.map(|(o, &element_bits)| Operand { kind: o.kind, bits: o.bits, element_bits });
        Function::of(terms, out, out_bits, operands.collect(), self.member.result.kind)
    }

    /// Its lanes with these immediates, operands numbered without them; `None` where it has none such.
    pub fn lanes(&self, immediates: &[u64]) -> Option<InstructionTerms<'_>> {
        let at = match immediates {
            [] if self.values.is_empty() => 0,
            [value] => self.values.iter().position(|v| v == value)?,
            _ => return None,
        };
        let fixed = self.fixed[at].get_or_init(|| self.fix(immediates)).as_ref()?;
        let Fixed { terms, element_bits, out_bits, out } = fixed;
        Some(InstructionTerms { terms, element_bits, out_bits: *out_bits, out })
    }

    /// The terms that programs are run and proved with; made once for each immediate that is asked for, because most values
    /// of most immediates never are.
    fn fix(&self, immediates: &[u64]) -> Option<Fixed> {
        // Steps of a program have no operand for an immediate, so the operands after it move up.
        let mut terms = Terms::new();
        let lanes = self.member.lanes(immediates, &mut terms).ok()?;
        let registers: Vec<usize> = self.registers().collect();
        let number = |operand: usize| registers.iter().position(|&r| r == operand).unwrap_or(0);
        let renumbered = |terms: &mut Terms, out: TermId| {
            terms.substitute(out, &mut |terms, n, width| {
                let (operand, element) = LaneVar::of(n).pair();
                terms.var(LaneVar::new(number(operand), element).number(), width)
            })
        };
        let out = lanes.out.iter().map(|&out| renumbered(&mut terms, out)).collect();
        let element_bits = registers.iter().map(|&r| lanes.operand_bits[r]).collect();
        Some(Fixed { terms, element_bits, out_bits: lanes.out_bits, out })
    }
}
