//! Cells whose terms differ, shown equal by the solver: both programs as bit vectors over the same inputs.
//!
//! What nothing is known of, such as floats, divisions and calls, is an input by its name: equal names are equal values. A cell of the
//! second program has to be defined wherever that of the first is, and equal there; a shift by too much is not defined. Cells that differ
//! by the names of their inputs alone are one question.

use super::methods::{extra_permission, may_be_poison};
use super::{Evidence, Pair, SMALL_ERROR, Tested, compare, evidence};
use crate::limits::{MAX_PROOF_DEPTH, MAX_PROOF_INPUTS, MAX_PROOF_NODES, MAX_PROOF_WORK, MAX_PROVED_CELLS};
use crate::run::{Definition, Element, Method, Name, Op, Operation, Record, Scalar, name};
use isotope_ir::term::{BinOp, TermId, Terms, UnOp};
use isotope_smt::{Bounded, Outcome, Prover, Query};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// A value, and one bit that says whether it is defined.
#[derive(Clone, Copy)]
struct Word {
    value: TermId,
    defined: TermId,
}

/// Why nothing is proved.
pub(super) enum Unproved {
    /// It is nothing for a solver.
    Unasked,
    /// The solver, or what it was asked.
    Because(String),
}

impl Pair<'_> {
    /// Both with all operations on data as free terms, whose definitions a solver is given where they differ.
    pub(super) fn proved(&self, prover: &dyn Prover) -> Result<Evidence, Unproved> {
        let [before, after] = self.modules;
        if extra_permission(before, after).is_some() {
            return Err(Unproved::Unasked);
        }
        let runs = self.runs(Method::Free, [false; 2], true).ok().and_then(Result::ok);
        let Some(mut runs) = runs else { return Err(Unproved::Unasked) };
        let differing = RefCell::new(Vec::new());
        let is_equal = |x: Scalar, y: Scalar| {
            let mut all = differing.borrow_mut();
            if !compare::same_term(x, y) {
                all.push((x, y));
            }
            // One too many says that there are too many.
            all.len() <= MAX_PROVED_CELLS
        };
        let [before_run, after_run] = &mut runs;
        let (cells, difference) = compare::cells(before_run, after_run, &is_equal);
        let differing = differing.into_inner();
        if !matches!(self.depends_on_order(Method::Free, &runs[1]), Ok(None)) {
            return Err(Unproved::Unasked);
        }
        let mut record = Record::default();
        for run in &mut runs {
            record.join(run.0.numbers.record.take().unwrap_or_default());
        }
        let evidence = match evidence(runs, cells) {
            Tested::Equal(evidence) if evidence.error_bits < SMALL_ERROR => evidence,
            _ => return Err(Unproved::Unasked),
        };
        if difference.is_some() || record.is_full() {
            return Err(Unproved::Unasked);
        }
        if let Some(why) = may_be_poison(after) {
            return Err(Unproved::Because(why));
        }
        let why = |why| Unproved::Because(format!("of {} such cells one is not proved: {why}", differing.len()));
        prove(&record, &differing, &Bounded::new(prover, MAX_PROOF_WORK)).map_err(why)?;
        Ok(Evidence { proved: differing.len() as u64, ..evidence })
    }
}

/// Shows pairs of numbers equal, the first program's first; an error says why one of them is not.
fn prove(record: &Record, pairs: &[(Scalar, Scalar)], prover: &dyn Prover) -> Result<(), String> {
    let mut builder = Builder { record, terms: Terms::new(), words: HashMap::new(), inputs: HashMap::new() };
    let mut asked: BTreeSet<(TermId, TermId, TermId)> = BTreeSet::new();
    for pair in pairs {
        let [before, after] = builder.words_of(*pair)?;
        let terms = &mut builder.terms;
        let deepest = [before.value, before.defined, after.value, after.defined].map(|term| terms.height(term));
        if deepest.into_iter().any(|depth| depth > MAX_PROOF_DEPTH) {
            return Err(format!("it takes more than {MAX_PROOF_DEPTH} operations in a row (MAX_PROOF_DEPTH)"));
        }
        // One more bit says that the second is defined.
        let always = terms.constant(1, 1);
        let (left, right) = (terms.concat(always, before.value), terms.concat(after.defined, after.value));
        let mut names: HashMap<u32, u32> = HashMap::new();
        let mut rename = |terms: &mut Terms, number: u32, width: u32| {
            let next = names.len() as u32;
            let place = *names.entry(number).or_insert(next);
            // Numbers of their own, each with one width.
            terms.var(RENAMED | width << 16 | (place & 0xffff), width)
        };
        let question = [left, right, before.defined].map(|term| terms.substitute(term, &mut rename));
        if names.len() > MAX_PROOF_INPUTS {
            return Err(format!("it reads more than {MAX_PROOF_INPUTS} inputs (MAX_PROOF_INPUTS)"));
        }
        if terms.len() > MAX_PROOF_NODES {
            return Err(too_large());
        }
        let [left, right, given] = question;
        if left == right || !asked.insert((left, right, given)) {
            continue;
        }
        match prover.prove(&Query::prove(terms, left, right, &[given])).outcome {
            Outcome::Proved(_) => {}
            Outcome::Unknown(why) => return Err(format!("the solver does not know: {why}")),
            _ => return Err("the solver has numbers for which both differ".to_owned()),
        }
    }
    Ok(())
}

fn too_large() -> String {
    format!("the proof has more than {MAX_PROOF_NODES} terms (MAX_PROOF_NODES)")
}

/// The bit of numbers that cells share.
const RENAMED: u32 = 1 << 31;

struct Builder<'a> {
    record: &'a Record,
    terms: Terms,
    words: HashMap<(Name, u32), Word>,
    /// Numbers and widths of inputs.
    inputs: HashMap<Name, (u32, u32)>,
}

/// The integer that a definition gives: its width, and what it is made of with their widths. Nothing where it is no integer, or its
/// operation is not known.
fn parts(definition: &Definition) -> Option<(u32, Vec<(Name, u32)>)> {
    let width = |element: Element| (!element.is_float()).then(|| element.width());
    match definition {
        Definition::Constant(_) => None,
        Definition::Operation { op, from, to, operands } => {
            let (from, to) = (width(*from)?, width(*to)?);
            is_known(*op).then(|| (to, operands.iter().map(|operand| (*operand, from)).collect()))
        }
        Definition::Select { element, operands: [condition, x, y] } => {
            let width = width(*element)?;
            Some((width, vec![(*condition, 1), (*x, width), (*y, width)]))
        }
        Definition::Bits { from, to, lanes, .. } => {
            let from = width(*from)?;
            Some((width(*to)?, lanes.iter().map(|lane| (*lane, from)).collect()))
        }
    }
}

fn is_known(op: Op) -> bool {
    use Operation::*;
    matches!(
        op.name,
        AddI | SubI
            | MulI
            | AndI
            | OrI
            | XOrI
            | ShLI
            | ShRSI
            | ShRUI
            | MinSI
            | MaxSI
            | MinUI
            | MaxUI
            | CmpI
            | IndexCast
            | IndexCastUI
            | ExtSI
            | ExtUI
            | TruncI
            | Bitcast
            | AbsI
            | AddUICarry
            | MulSIHigh
            | MulUIHigh
    )
}

impl Builder<'_> {
    /// A pair of cells, of which one at least tells how wide both are.
    fn words_of(&mut self, (before, after): (Scalar, Scalar)) -> Result<[Word; 2], String> {
        let width = [before, after].into_iter().find_map(|scalar| match scalar {
            Scalar::Term(term) => parts(self.record.of(name(term))?).map(|found| found.0),
            _ => None,
        });
        let width = width.ok_or("neither is made by operations on integers that the solver knows")?;
        let mut word = |scalar| match scalar {
            Scalar::Int(value) => Ok(self.constant(value, width)),
            Scalar::Term(term) => self.word(name(term), width),
            Scalar::Float(_) => Err("one of them is a float".to_owned()),
        };
        Ok([word(before)?, word(after)?])
    }

    fn constant(&mut self, value: i64, width: u32) -> Word {
        let value = self.terms.constant(value as u128 & isotope_ir::term::mask(width), width);
        Word { value, defined: self.terms.constant(1, 1) }
    }

    /// The word of this name, operands first: a chain of operations may be longer than a stack.
    fn word(&mut self, root: Name, width: u32) -> Result<Word, String> {
        let mut open = vec![(root, width, false)];
        while let Some((name, width, is_ready)) = open.pop() {
            if self.words.contains_key(&(name, width)) {
                continue;
            }
            let definition = self.record.of(name);
            let made = definition.and_then(parts).filter(|(own, _)| *own == width);
            let word = match (definition, made) {
                (Some(Definition::Constant(value)), _) => self.constant(*value, width),
                (Some(_), Some((_, operands))) if !is_ready => {
                    open.push((name, width, true));
                    open.extend(operands.into_iter().map(|(operand, width)| (operand, width, false)));
                    continue;
                }
                (Some(definition), Some((_, operands))) => {
                    let words: Vec<Word> = operands.iter().map(|operand| self.words[operand]).collect();
                    self.made(definition, width, &words)?
                }
                _ => self.input(name, width)?,
            };
            if self.terms.len() > MAX_PROOF_NODES {
                return Err(too_large());
            }
            self.words.insert((name, width), word);
        }
        Ok(self.words[&(root, width)])
    }

    fn input(&mut self, name: Name, width: u32) -> Result<Word, String> {
        let next = self.inputs.len() as u32;
        let (number, own) = *self.inputs.entry(name).or_insert((next, width));
        if own != width {
            return Err("one input is read at two widths".to_owned());
        }
        Ok(Word { value: self.terms.var(number, width), defined: self.terms.constant(1, 1) })
    }

    fn made(&mut self, definition: &Definition, width: u32, words: &[Word]) -> Result<Word, String> {
        let terms = &mut self.terms;
        let mut defined = terms.constant(1, 1);
        if let (Definition::Select { .. }, [condition, x, y]) = (definition, words) {
            let chosen = terms.ite(condition.value, x.defined, y.defined);
            return Ok(Word {
                value: terms.ite(condition.value, x.value, y.value),
                defined: terms.bin(BinOp::And, condition.defined, chosen),
            });
        }
        for word in words {
            defined = terms.bin(BinOp::And, defined, word.defined);
        }
        let values: Vec<TermId> = words.iter().map(|word| word.value).collect();
        let value = match definition {
            Definition::Bits { at, .. } => {
                // Only what is wanted of each: all lanes together may be wider than a term can be.
                let (mut begin, mut left) = (*at, width);
                let mut piece = |terms: &mut Terms, lane: TermId| {
                    let bits = (terms.width(lane) - begin).min(left);
                    let piece = terms.extract(lane, begin, bits);
                    (begin, left) = (0, left - bits);
                    piece
                };
                let pieces: Vec<TermId> = values.into_iter().map(|lane| piece(terms, lane)).collect();
                pieces.into_iter().reduce(|low, high| terms.concat(high, low)).ok_or("it has no lanes")?
            }
            Definition::Operation { op, .. } => {
                if let (Operation::ShLI | Operation::ShRSI | Operation::ShRUI, [_, amount]) = (op.name, &values[..]) {
                    let bits = terms.constant(u128::from(width), width);
                    let fits = terms.bin(BinOp::Ult, *amount, bits);
                    defined = terms.bin(BinOp::And, defined, fits);
                }
                operation(terms, *op, width, &values).ok_or("an operation has operands that it cannot have")?
            }
            Definition::Constant(_) | Definition::Select { .. } => return Err("a term has no operands".to_owned()),
        };
        Ok(Word { value, defined })
    }
}

/// The value of an operation that is known, for operands of equal width.
fn operation(terms: &mut Terms, op: Op, width: u32, values: &[TermId]) -> Option<TermId> {
    use Operation::*;
    let resized = |terms: &mut Terms, x: TermId, is_signed: bool| match terms.width(x) {
        own if own > width => terms.extract(x, 0, width),
        own if own == width => x,
        _ if is_signed => terms.sext(x, width),
        _ => terms.zext(x, width),
    };
    let [x, rest @ ..] = values else { return None };
    let (x, own) = (*x, terms.width(*x));
    if rest.is_empty() {
        return match op.name {
            IndexCast | ExtSI | TruncI | Bitcast => Some(resized(terms, x, true)),
            IndexCastUI | ExtUI => Some(resized(terms, x, false)),
            AbsI => {
                let (zero, minus) = (terms.constant(0, own), terms.un(UnOp::Neg, x));
                let is_negative = terms.bin(BinOp::Slt, x, zero);
                Some(terms.ite(is_negative, minus, x))
            }
            _ => None,
        };
    }
    let [y] = *rest else { return None };
    let chosen = |terms: &mut Terms, compare, swapped: bool| {
        let is_less = terms.bin(compare, x, y);
        if swapped { terms.ite(is_less, y, x) } else { terms.ite(is_less, x, y) }
    };
    let wide = |terms: &mut Terms, op: BinOp, is_signed: bool| {
        let [x, y] = [x, y].map(|z| if is_signed { terms.sext(z, 2 * own) } else { terms.zext(z, 2 * own) });
        let all = terms.bin(op, x, y);
        terms.extract(all, own, width)
    };
    Some(match op.name {
        AddI => terms.bin(BinOp::Add, x, y),
        SubI => terms.bin(BinOp::Sub, x, y),
        MulI => terms.bin(BinOp::Mul, x, y),
        AndI => terms.bin(BinOp::And, x, y),
        OrI => terms.bin(BinOp::Or, x, y),
        XOrI => terms.bin(BinOp::Xor, x, y),
        ShLI => terms.bin(BinOp::Shl, x, y),
        ShRSI => terms.bin(BinOp::AShr, x, y),
        ShRUI => terms.bin(BinOp::LShr, x, y),
        MinSI => chosen(terms, BinOp::Slt, false),
        MaxSI => chosen(terms, BinOp::Slt, true),
        MinUI => chosen(terms, BinOp::Ult, false),
        MaxUI => chosen(terms, BinOp::Ult, true),
        CmpI => compared(terms, op.predicate, x, y)?,
        AddUICarry => wide(terms, BinOp::Add, false),
        MulSIHigh => wide(terms, BinOp::Mul, true),
        MulUIHigh => wide(terms, BinOp::Mul, false),
        _ => return None,
    })
}

/// `arith.cmpi`, by the number of its predicate.
fn compared(terms: &mut Terms, predicate: u8, x: TermId, y: TermId) -> Option<TermId> {
    let (op, is_swapped) = match predicate {
        0 => (BinOp::Eq, false),
        1 => {
            let is_equal = terms.bin(BinOp::Eq, x, y);
            return Some(terms.un(UnOp::Not, is_equal));
        }
        2 => (BinOp::Slt, false),
        3 => (BinOp::Sle, false),
        4 => (BinOp::Slt, true),
        5 => (BinOp::Sle, true),
        6 => (BinOp::Ult, false),
        7 => (BinOp::Ule, false),
        8 => (BinOp::Ult, true),
        9 => (BinOp::Ule, true),
        _ => return None,
    };
    Some(if is_swapped { terms.bin(op, y, x) } else { terms.bin(op, x, y) })
}
