//! An instruction as its kinds of elements: each is a straight line of steps, run for all of its elements at once.

use isotope_dictionary::{Mask, Member, Source};
use isotope_ir::term::Terms;
use isotope_semantics::interp::Bits;
use isotope_smt::concrete::Evaluator;

/// The parts that compute a member's result.
pub(crate) struct Kinds {
    kinds: Vec<Kind>,
    mask: Option<Mask>,
    out_bits: u32,
    result_bits: u32,
}

struct Kind {
    evaluator: Evaluator,
    /// The source of each input of the evaluator.
    inputs: Vec<Source>,
    /// Which elements of the result it is.
    elements: Vec<usize>,
}

impl Kinds {
    /// Of a member whose class's text says it.
    pub(crate) fn of(member: &Member) -> Option<Kinds> {
        let mut terms = Terms::new();
        let once = member.once(&mut terms)?;
        let kind = |body: &isotope_dictionary::Body| {
            let evaluator = Evaluator::with_floats(&terms, &[body.term])?;
            // A variable that the term does not need is no input.
            let input = |&(number, _): &(u32, u32)| body.sources.get((number - body.first) as usize).cloned();
            let inputs = evaluator.inputs().iter().map(input).collect::<Option<_>>()?;
            Some(Kind { evaluator, inputs, elements: body.elements.clone() })
        };
        let kinds = once.bodies.iter().map(kind).collect::<Option<_>>()?;
        Some(Kinds { kinds, mask: once.mask, out_bits: once.out_bits, result_bits: member.result.bits })
    }

    /// Steps of all.
    pub(crate) fn steps(&self) -> usize {
        self.kinds.iter().map(|kind| kind.evaluator.len()).sum()
    }

    /// The result's bytes, lowest first.
    pub(crate) fn run(&self, operands: &[Bits]) -> Vec<u8> {
        let mut result = Bits::zero(self.result_bits);
        for kind in &self.kinds {
            kind.run(operands, |element, value| {
                result.set_slice(self.out_bits * element as u32, self.out_bits, value);
            });
        }
        if let Some(mask) = &self.mask {
            for piece in
                (0..mask.pieces as u32).filter(|at| operands[mask.operand].slice(*at, 1) == mask.inverted.into())
            {
                let otherwise = mask.source.map_or(0, |source| operands[source].slice(piece * mask.bits, mask.bits));
                result.set_slice(piece * mask.bits, mask.bits, otherwise);
            }
        }
        result.to_bytes()
    }
}

impl Kind {
    fn run(&self, operands: &[Bits], mut found: impl FnMut(usize, u128)) {
        let read = |source: &Source, at: usize| {
            operands[source.operand].slice(source.bits * source.elements[at] as u32, source.bits)
        };
        if self.evaluator.is_wide() || self.inputs.is_empty() {
            let row = |source: &Source| (0..self.elements.len()).map(|at| read(source, at)).collect();
            let values = &self.evaluator.eval(&self.inputs.iter().map(row).collect::<Vec<Vec<u128>>>())[0];
            // Without an input there is one value for all elements.
            for (at, element) in self.elements.iter().enumerate() {
                found(*element, values[at.min(values.len() - 1)]);
            }
            return;
        }
        let mut block = self.evaluator.block(self.elements.len());
        for (input, source) in self.inputs.iter().enumerate() {
            for (at, value) in block.input_mut(input).iter_mut().enumerate() {
                *value = read(source, at) as u64;
            }
        }
        self.evaluator.run(&mut block);
        for (element, value) in self.elements.iter().zip(self.evaluator.output(&block, 0)) {
            found(*element, (*value).into());
        }
    }
}
