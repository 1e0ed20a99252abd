//! Terms of a run as bit vectors, each with a bit that says whether it has a value.

use super::bits;
use crate::limits::MAX_PROOF_NODES;
use crate::rule::Rule;
use crate::values::op::{Name as Operation, Op, divides};
use crate::values::record::{Definition, Name, Record, name};
use crate::values::value::{Element, Scalar};
use isotope_ir::term::{BinOp, TermId, Terms};
use std::collections::HashMap;

/// A value, and one bit that says whether it is defined.
#[derive(Clone, Copy)]
pub struct Word {
    /// The value.
    pub value: TermId,
    /// One bit: whether there is one.
    pub defined: TermId,
}

/// Makes words of terms.
pub struct Builder<'a> {
    record: &'a Record,
    /// The terms of all words.
    pub terms: Terms,
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
    ) || divides(op.name)
}

/// The error of a proof whose terms are too many.
pub fn too_large() -> String {
    format!("the proof has more than {MAX_PROOF_NODES} terms (MAX_PROOF_NODES)")
}

impl<'a> Builder<'a> {
    /// A builder of words of what two runs took down together.
    pub fn new(record: &'a Record) -> Self {
        Builder { record, terms: Terms::new(), words: HashMap::new(), inputs: HashMap::new() }
    }

    /// A pair of cells, of which one at least tells how wide both are.
    pub fn words_of(&mut self, (before, after): (Scalar, Scalar)) -> Result<[Word; 2], String> {
        let width = [before, after].into_iter().find_map(|scalar| match scalar {
            Scalar::Term(term) => parts(self.record.of(name(term))?).map(|found| found.0),
            _ => None,
        });
        let width = width.ok_or("neither is made by operations on integers that the solver knows")?;
        let mut word = |scalar| match scalar {
            Scalar::Int(value) => Ok(self.constant(value, width)),
            Scalar::Term(term) => self.word(name(term), width),
            Scalar::Float(_) => Err("one of them is a float".to_owned()),
            Scalar::Poison => Err("one of them has no value".to_owned()),
        };
        Ok([word(before)?, word(after)?])
    }

    /// Whether a division has a meaning; `None`: it is none that is known.
    pub fn is_meant(&mut self, name: Name) -> Result<Option<TermId>, String> {
        let Some(Definition::Operation { op, from, operands, .. }) = self.record.of(name) else { return Ok(None) };
        if !divides(op.name) {
            return Ok(None);
        }
        let (op, width, &[x, y]) = (*op, from.width(), operands.as_slice()) else { return Ok(None) };
        let [x, y] = [self.word(x, width)?, self.word(y, width)?];
        let meant = bits::is_meant(&mut self.terms, op.name, x.value, y.value);
        let both = self.terms.bin(BinOp::And, x.defined, y.defined);
        Ok(Some(self.terms.bin(BinOp::And, meant, both)))
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
                _ => self.input(name, width, definition.is_some())?,
            };
            if self.terms.len() > MAX_PROOF_NODES {
                return Err(too_large());
            }
            self.words.insert((name, width), word);
        }
        Ok(self.words[&(root, width)])
    }

    /// A term of which nothing is known: an input, which has a value, or the result of an operation (`is_made`), which may have none.
    fn input(&mut self, name: Name, width: u32, is_made: bool) -> Result<Word, String> {
        // Two numbers each: the value's, and that of the bit which says whether there is one.
        let next = 2 * self.inputs.len() as u32;
        let (number, own) = *self.inputs.entry(name).or_insert((next, width));
        if own != width {
            return Err("one input is read at two widths".to_owned());
        }
        let defined = if is_made && Rule::ProvedUnknown.holds() {
            self.terms.var(number + 1, 1)
        } else {
            self.terms.constant(1, 1)
        };
        Ok(Word { value: self.terms.var(number, width), defined })
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
                if let (Operation::ShLI | Operation::ShRSI | Operation::ShRUI, [_, amount]) = (op.name, &values[..])
                    && Rule::ProvedShifts.holds()
                {
                    let bits = terms.constant(u128::from(width), width);
                    let fits = terms.bin(BinOp::Ult, *amount, bits);
                    defined = terms.bin(BinOp::And, defined, fits);
                }
                if let ([x, y], true) = (&values[..], divides(op.name)) {
                    let meant = bits::is_meant(terms, op.name, *x, *y);
                    defined = terms.bin(BinOp::And, defined, meant);
                }
                if let (true, Some(kept)) = (Rule::ProvedPromises.holds(), bits::promised(terms, *op, width, &values)) {
                    defined = terms.bin(BinOp::And, defined, kept);
                }
                bits::operation(terms, *op, width, &values).ok_or("an operation has operands that it cannot have")?
            }
            Definition::Constant(_) | Definition::Select { .. } => return Err("a term has no operands".to_owned()),
        };
        Ok(Word { value, defined })
    }
}
