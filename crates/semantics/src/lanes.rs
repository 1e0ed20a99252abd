//! The symbolic evaluator: every element of the result as a term over elements of the operands.
//!
//! Immediates are concrete. Registers stay lists of segments while the program runs, so data that is only moved comes
//! out as plain variables. An operand's *atom* is the width in which the text reads it: its vendor element where that
//! fits, else the widest byte multiple that divides every read.
//!
//! For `_mm_adds_epi8` the result is 16 terms of eight bits, each a choice among 127, -128 and the low bits of the sum
//! of two sign-extended variables. Variables are [`LaneVar`]s, so that lanes are told by what
//! they read.
//!
//! The result's elements are of the width in which the program wrote them: the vendor types the result of
//! `_mm_madd_epi16` by 32 bits and writes it so, but logical operations are written whole and mean nothing narrower
//! than the register. Such are cut as finely as they can be without cutting through what was computed, because narrow
//! elements are what expressions have.

use crate::exec::{Domain, Input, Register, RunError, Symbolic, run};
use crate::semantics::{Operand, OperandKind, Semantics};
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms};
use std::collections::BTreeSet;

/// An instruction element by element, immediates fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// Bits of one element of the result.
    pub out_bits: u32,
    /// Per operand, bits of one element; 0 for immediates.
    pub operand_bits: Vec<u32>,
    /// Elements of the result, lowest first. A [`LaneVar`]'s variable has the operand's element width.
    pub out: Vec<TermId>,
}

/// Why there are no lanes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LanesError {
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Another number of immediates is needed.
    #[error("{given} immediates given, {expected} expected")]
    Immediates {
        /// How many were given.
        given: usize,
        /// How many the semantics has.
        expected: usize,
    },
}

/// Bits of the variable that stands for an immediate: encodings have a byte for it.
pub const IMMEDIATE_BITS: u32 = 8;

/// Runs an instruction on variables. `imms` are the immediates in operand order.
pub fn lanes(semantics: &Semantics, imms: &[u64], terms: &mut Terms) -> Result<Lanes, LanesError> {
    let expected = semantics.immediates().count();
    if imms.len() != expected {
        return Err(LanesError::Immediates { given: imms.len(), expected });
    }
    settled(semantics, Some(imms), terms)
}

/// Runs an instruction on variables, its immediates among them: element 0 of their operand, of [`IMMEDIATE_BITS`] bits.
///
/// One term for all values of an immediate, so that the value can be solved for. Some texts need the value to run at
/// all (a shift of a whole register by it), and have no such lanes.
pub fn open_lanes(semantics: &Semantics, terms: &mut Terms) -> Result<Lanes, LanesError> {
    settled(semantics, None, terms)
}

/// Runs until the atoms of operands no longer change.
fn settled(semantics: &Semantics, imms: Option<&[u64]>, terms: &mut Terms) -> Result<Lanes, LanesError> {
    let mut atoms: Vec<u32> = semantics.operands.iter().map(first_atom).collect();
    // Few rounds are enough: atoms only shrink, and by factors of two.
    for _ in 0..4 {
        let (out_bits, out) = once(semantics, imms, &atoms, terms)?;
        let finer = finer_atoms(semantics, &atoms, &out, terms);
        if finer == atoms {
            return Ok(Lanes { out_bits, operand_bits: atoms, out });
        }
        atoms = finer;
    }
    let (out_bits, out) = once(semantics, imms, &atoms, terms)?;
    Ok(Lanes { out_bits, operand_bits: atoms, out })
}

/// The atom to begin with: the vendor's element, as far as there is one.
fn first_atom(operand: &Operand) -> u32 {
    match operand.kind {
        OperandKind::Imm => 0,
        OperandKind::Mask => 1,
        OperandKind::Scalar => operand.bits,
        // A register without elements is taken in 64-bit pieces until the text wants finer ones.
        OperandKind::Vector | OperandKind::Memory => operand.element_bits.min(64),
    }
}

/// One run with these atoms: the width of the result's elements, and the elements.
fn once(
    s: &Semantics,
    imms: Option<&[u64]>,
    atoms: &[u32],
    terms: &mut Terms,
) -> Result<(u32, Vec<TermId>), LanesError> {
    let mut known = imms.unwrap_or_default().iter();
    let mut domain = Symbolic::new(terms);
    let mut inputs = Vec::with_capacity(s.operands.len());
    for (index, (operand, &atom)) in s.operands.iter().zip(atoms).enumerate() {
        inputs.push(match operand.kind {
            OperandKind::Imm if imms.is_none() => {
                let free = domain.terms.var(LaneVar::new(index, 0).number(), IMMEDIATE_BITS);
                let above = operand.bits.saturating_sub(IMMEDIATE_BITS);
                let zeros = (above > 0).then(|| domain.constant(0, above));
                Input::Pieces([Some(free), zeros].into_iter().flatten().collect())
            }
            OperandKind::Imm => Input::Int(i128::from(known.next().copied().unwrap_or(0))),
            _ => {
                let count = (operand.bits / atom) as usize;
                Input::Pieces((0..count).map(|e| domain.terms.var(LaneVar::new(index, e).number(), atom)).collect())
            }
        });
    }
    let register = run(&mut domain, s, inputs)?;
    let finest = s.operands.iter().zip(atoms).filter(|(o, _)| o.kind.has_elements()).map(|(_, a)| *a).min();
    let out_bits = element_width(&mut domain, &register, &s.result, finest.unwrap_or(64));
    let mut out = Vec::with_capacity((s.result.bits / out_bits) as usize);
    for lo in (0..s.result.bits).step_by(out_bits as usize) {
        // Pieces finer than the element (bits of a conflict mask) are joined here, low first.
        let pieces = register.read(&mut domain, lo, out_bits).unwrap_or_default();
        let mut joined = None;
        for piece in pieces {
            joined = Some(joined.map_or(piece, |low| domain.concat(piece, low)));
        }
        // Every bit of the result is written: the machine has checked.
        out.push(joined.unwrap_or_else(|| domain.constant(0, out_bits)));
    }
    Ok((out_bits, out))
}

/// The width of the result's elements: that in which the program wrote it, or finer where the vendor's type is finer
/// and nothing computed is cut.
fn element_width(d: &mut Symbolic<'_>, register: &Register<TermId>, result: &Operand, finest: u32) -> u32 {
    match result.kind {
        OperandKind::Mask => return 1,
        OperandKind::Scalar | OperandKind::Imm => return result.bits,
        OperandKind::Vector | OperandKind::Memory => {}
    }
    let mut cuts: BTreeSet<u32> = register.segments.iter().map(|(lo, _)| *lo).collect();
    cuts.insert(result.bits);
    // The widest grid on which every write begins.
    let written = cuts.iter().fold(0, |g, c| gcd(g, *c));
    // Pieces finer than bytes (conflict bits, reduced indices) belong to one element of the vendor's type.
    let written = if written < 8 { result.element_bits.clamp(8, 64) } else { written };
    // A register without elements is cut as its operands are.
    let wanted = if result.element_bits > 64 { finest.min(64) } else { result.element_bits };
    // Whether every border of a finer grid falls between what was moved, and through nothing that was computed.
    let splits = |d: &mut Symbolic<'_>, width: u32| {
        register.segments.iter().all(|&(lo, v)| {
            let total = d.width(v);
            (lo..lo + total).filter(|at| at % width == 0 && *at > lo).all(|at| {
                let low = d.extract(v, 0, at - lo);
                let high = d.extract(v, at - lo, lo + total - at);
                !cut(d, low) && !cut(d, high)
            })
        })
    };
    if written > wanted && written % wanted == 0 && splits(d, wanted) {
        return wanted;
    }
    if written > 64 && splits(d, 64) { 64 } else { written.min(128) }
}

/// Whether a term is a slice of something computed, not of an operand. A term's parts may be shared: each is asked
/// once.
fn cut(d: &Symbolic<'_>, term: TermId) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        match d.terms.node(term) {
            Node::Extract(_, inner) if !matches!(d.terms.node(*inner), Node::Var(_)) => return true,
            Node::Bin(..) | Node::Un(..) if seen.insert(term) => todo.extend(d.terms.operands(term)),
            Node::Ite(_, a, b) if seen.insert(term) => todo.extend([*a, *b]),
            _ => {}
        }
    }
    false
}

/// Widths are multiples of one another but for odd slices; what divides both is their common grid.
fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Atoms by what was read: an operand of which only byte-aligned slices are read gets their common divisor.
fn finer_atoms(semantics: &Semantics, atoms: &[u32], out: &[TermId], terms: &Terms) -> Vec<u32> {
    let mut whole = vec![false; atoms.len()];
    let mut sliced = vec![false; atoms.len()];
    let mut common = atoms.to_vec();
    let mut seen = BTreeSet::new();
    let mut todo: Vec<TermId> = out.to_vec();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Extract(lo, inner) = *terms.node(term)
            && let Node::Var(number) = *terms.node(inner)
        {
            let width = terms.width(term);
            let operand = LaneVar::of(number).source();
            // Single bits of an element (a sign, a mask) say nothing about layout.
            if lo % 8 == 0 && width.is_multiple_of(8) {
                common[operand] = gcd(common[operand], gcd(lo, width));
                sliced[operand] = true;
            }
            continue;
        }
        // A right shift by whole bytes may be how an upper slice was extended.
        if let Node::Bin(BinOp::LShr | BinOp::AShr, inner, by) = *terms.node(term)
            && let (&Node::Var(number), Some(by)) = (terms.node(inner), terms.as_const(by))
            && by % 8 == 0
            && by < 64
        {
            let operand = LaneVar::of(number).source();
            common[operand] = gcd(common[operand], by as u32);
            continue;
        }
        if let Node::Var(number) = *terms.node(term) {
            whole[LaneVar::of(number).source()] = true;
        }
        todo.extend(terms.operands(term));
    }
    // Where elements are also read whole, slices of them are computation, not layout: a shift, a saturation. Only
    // registers without elements are always cut.
    let elements = |i: usize| {
        let operand = &semantics.operands[i];
        operand.kind == OperandKind::Imm || operand.element_bits <= 64
    };
    let kept = |i: usize| whole[i] || !sliced[i] || semantics.operands[i].kind == OperandKind::Imm;
    let pick = |i: usize| if elements(i) && kept(i) { atoms[i] } else { common[i] };
    (0..atoms.len()).map(pick).collect()
}
