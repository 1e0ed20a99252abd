//! Shuffles that LLVM compiles wrongly, as look-ups of bytes.
//!
//! LLVM 19 and 22 for Hexagon route the bytes of a register through a network of seven stages where they can, and build the vector of its
//! elements where they cannot. Then they take the word that is most frequent for a byte (`buildHvxVectorReg` in
//! `HexagonISelLoweringHVX.cpp`): a wrong result, and a slow one. So what no network routes is looked up.

use super::body::{Body, Written};
use super::types::{Element, LlvmType};
use super::{Forms, LlvmError, shuffle, spliced};
use isotope_dictionary::{Bank, Gather};
use isotope_program::{Program, Step, StepOp, Value};
use std::collections::BTreeMap;

/// Bytes that are shuffled in registers for scalars.
const SCALAR_BYTES: usize = 8;

/// A byte of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Source {
    of: Value,
    at: usize,
}

/// Writes a shuffle by look-ups; `None` where LLVM's own is right.
pub(super) fn write(
    body: &mut Body,
    program: &Program,
    at: Value,
    indices: &[u32],
    forms: &dyn Forms,
) -> Option<Result<Written, LlvmError>> {
    let (gather, step) = (forms.gather()?, program.step(at));
    if !step.shape.bits.is_multiple_of(8) {
        return None;
    }
    // LLVM joins shuffles of shuffles, as far as nothing hides one from the other.
    let sources = sources(program, step, indices);
    let joined =
        sources.iter().map(|source| body.joined.get(&source.of).map_or(*source, |own| own[source.at])).collect();
    let shuffle = Shuffle { program, bytes: gather.bytes, sources };
    let joined = Shuffle { sources: joined, ..shuffle };
    let is_simple = indices.len() == 1 || is_splat(indices) || shuffle.sources.len() <= SCALAR_BYTES;
    if is_simple || shuffle.is_routed() && joined.is_routed() {
        body.joined.insert(at, joined.sources);
        return None;
    }
    Some(shuffle.looked_up(body, gather, forms))
}

/// Bytes stay what they are as other elements.
pub(super) fn see_through(body: &mut Body, program: &Program, at: Value) {
    let (bits, of) = (program.step(at).shape.total_bits(), program.step(at).args[0]);
    let itself = || (0..bits as usize / 8).map(|at| Source { of, at }).collect();
    let own = body.joined.get(&of).cloned().unwrap_or_else(itself);
    body.joined.insert(at, own);
}

fn is_splat(indices: &[u32]) -> bool {
    indices.iter().all(|index| *index == indices[0])
}

/// By byte of a shuffle's result, what it is of the operands.
fn sources(program: &Program, step: &Step, indices: &[u32]) -> Vec<Source> {
    let element = (step.shape.bits / 8) as usize;
    let lanes = |&of: &Value| (0..program.shape(of).lanes as usize).map(move |lane| Source { of, at: lane * element });
    let lanes: Vec<Source> = step.args.iter().flat_map(lanes).collect();
    let bytes = |index: &u32| {
        let Source { of, at } = lanes[*index as usize];
        (at..at + element).map(move |at| Source { of, at })
    };
    indices.iter().flat_map(bytes).collect()
}

/// A shuffle in bytes.
struct Shuffle<'a> {
    program: &'a Program,
    /// Bytes of a register.
    bytes: usize,
    /// By byte of the result.
    sources: Vec<Source>,
}

/// A register of a value.
type Register = (Value, usize);

impl Shuffle<'_> {
    fn register(&self, source: &Source) -> Register {
        (source.of, source.at / self.bytes)
    }

    /// The registers that some bytes are taken from.
    fn registers(&self, sources: &[Source]) -> Vec<Register> {
        let mut all: Vec<Register> = sources.iter().map(|source| self.register(source)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn size(&self, of: Value) -> usize {
        self.program.shape(of).total_bits() as usize / 8
    }

    /// Whether LLVM has a network for what each register of the result takes from each register of the operands, also if it finds the
    /// operands to be one value.
    fn is_routed(&self) -> bool {
        let sizes = self.sources.iter().map(|source| self.size(source.of)).chain([self.sources.len()]);
        let is_whole = sizes.into_iter().all(|size| size % self.bytes == 0);
        let has_constant = self.sources.iter().any(|source| self.program.is_constant(source.of));
        self.sources.chunks(self.bytes).all(|result| {
            self.registers(result).into_iter().all(|register| {
                let apart = wanted(result, |source| self.register(source) == register);
                let is_value = |source: &Source| !self.program.is_constant(source.of);
                let as_one = wanted(result, |source| is_value(source) && source.at / self.bytes == register.1);
                let is_routed =
                    |wanted| is_routed(wanted, self.bytes) || !has_constant && is_injective(wanted, self.bytes);
                // LLVM builds what is no whole register of the lanes of a constant and of others: then the word that repeats is the
                // constant's, or one that is wanted twice.
                match self.uniform(register.0) {
                    Some(is_uniform) if !is_whole => is_uniform,
                    _ if is_whole => is_routed(&apart) && is_routed(&as_one),
                    _ => is_injective(&apart, self.bytes) && (is_injective(&as_one, self.bytes) || is_routed(&as_one)),
                }
            })
        })
    }

    /// Whether all bytes of a constant are the same; `None` of what is no constant.
    fn uniform(&self, of: Value) -> Option<bool> {
        let StepOp::Constant(elements) = &self.program.step(of).op else { return None };
        let (first, size) = (elements[0].to_le_bytes()[0], self.program.shape(of).bits as usize / 8);
        Some(elements.iter().all(|e| e.to_le_bytes()[..size].iter().all(|byte| *byte == first)))
    }

    fn looked_up(&self, body: &mut Body, gather: &Gather, forms: &dyn Forms) -> Result<Written, LlvmError> {
        let tables: BTreeMap<Register, Written> =
            self.registers(&self.sources).into_iter().map(|register| (register, self.table(body, register))).collect();
        let lookups = Lookups { shuffle: self, gather, forms, tables: &tables };
        let results: Result<Vec<String>, LlvmError> =
            self.sources.chunks(self.bytes).map(|result| lookups.register(body, result)).collect();
        let mut results: Vec<(String, u32)> = results?.into_iter().map(|name| (name, self.bytes as u32)).collect();
        while results.len() > 1 {
            results = results.chunks(2).map(|pair| shuffle::concatenated(body, pair, bytes(1))).collect();
        }
        let (name, lanes) = results.swap_remove(0);
        let ty = bytes(self.sources.len());
        Ok(Written::Name(shuffle::part(body, &name, bytes(lanes as usize), 0, ty), ty))
    }

    /// A register of an operand. Its padding may have any value, but no poison.
    fn table(&self, body: &mut Body, (of, register): Register) -> Written {
        let (own, whole) = (bytes(self.size(of)), bytes(self.bytes));
        let value = body.operand(of, own);
        let value = if own.lanes == 1 { shuffle::single(body, value, own) } else { value };
        let part = shuffle::part(body, &value, own, (register * self.bytes) as u32, whole);
        let is_constant = self.program.is_constant(of);
        Written::Name(if is_constant { part } else { body.emit(format!("freeze {whole} {part}")) }, whole)
    }
}

/// So many bytes as a vector.
fn bytes(lanes: usize) -> LlvmType {
    LlvmType { element: Element::Int(8), lanes: lanes as u32 }
}

/// By byte of a result: which byte of a register it is, if it is of one that is asked for.
fn wanted(result: &[Source], is_asked: impl Fn(&Source) -> bool) -> Vec<Option<usize>> {
    result.iter().map(|source| is_asked(source).then_some(source.at)).collect()
}

/// Look-ups in the registers of the operands.
struct Lookups<'a> {
    shuffle: &'a Shuffle<'a>,
    gather: &'a Gather,
    forms: &'a dyn Forms,
    tables: &'a BTreeMap<Register, Written>,
}

impl Lookups<'_> {
    /// A register of the result.
    fn register(&self, body: &mut Body, sources: &[Source]) -> Result<String, LlvmError> {
        let registers = self.shuffle.registers(sources);
        // As many registers as there are banks share their numbers; of more each has its own.
        let banks = &self.gather.banks;
        let together = if registers.len() <= banks.len() { registers.len() } else { 1 };
        let mut joined: Option<Written> = None;
        for some in registers.chunks(together) {
            let numbers = self.numbers(sources, some);
            for (register, bank) in some.iter().zip(banks) {
                for selector in self.selectors(sources, *register, bank) {
                    joined = Some(self.joined(body, joined, &numbers, &self.tables[register], selector)?);
                }
            }
        }
        match joined {
            Some(Written::Name(name, from)) => Ok(body.cast(name, from, bytes(self.gather.bytes))),
            _ => unreachable!("a shuffle takes a byte at least"),
        }
    }

    /// The numbers of what is in some registers, nowhere for the rest.
    fn numbers(&self, sources: &[Source], some: &[Register]) -> Written {
        let banks = &self.gather.banks;
        let nowhere = banks[0].nowhere;
        let number = |at: usize| {
            let Some(source) = sources.get(at) else { return u64::from(nowhere) };
            let bank = some.iter().position(|own| *own == self.shuffle.register(source));
            u64::from(bank.map_or(nowhere, |bank| banks[bank].places[source.at % self.gather.bytes].number))
        };
        Written::Constant((0..self.gather.bytes).map(number).collect(), bytes(self.gather.bytes))
    }

    /// The selectors that give what is taken from a register.
    fn selectors(&self, sources: &[Source], register: Register, bank: &Bank) -> Vec<u64> {
        let own = sources.iter().filter(|source| self.shuffle.register(source) == register);
        let mut all: Vec<u64> = own.map(|source| bank.places[source.at % self.gather.bytes].selector).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn joined(
        &self,
        body: &mut Body,
        before: Option<Written>,
        numbers: &Written,
        table: &Written,
        selector: u64,
    ) -> Result<Written, LlvmError> {
        let selector = Written::Constant(vec![selector], LlvmType { element: Element::Int(32), lanes: 1 });
        let name = if before.is_some() { &self.gather.more } else { &self.gather.first };
        let args: Vec<Written> = before.into_iter().chain([numbers.clone(), table.clone(), selector]).collect();
        spliced(body, self.forms, name, &[], &args)
    }
}

/// Whether no byte is wanted twice: a permutation, which two networks route.
fn is_injective(wanted: &[Option<usize>], bytes: usize) -> bool {
    let mut all: Vec<usize> = wanted.iter().flatten().map(|from| from % bytes).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    all.len() == count
}

/// Whether one network of exchanges routes bytes of a register, from the greatest distance to the least or the other way: at each stage a
/// place takes what it has or what its partner at that distance has. The way of a byte is the only one, so that two collide or do not.
fn is_routed(wanted: &[Option<usize>], bytes: usize) -> bool {
    let stages = bytes.trailing_zeros();
    [true, false].into_iter().any(|descending| {
        (1..stages).all(|done| {
            let mut at_place = vec![None; bytes];
            wanted.iter().enumerate().filter_map(|(to, from)| Some((to, (*from)? % bytes))).all(|(to, from)| {
                let low = (1 << if descending { stages - done } else { done }) - 1;
                let place = if descending { to & !low | from & low } else { to & low | from & !low };
                *at_place[place].get_or_insert(from) == from
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{is_injective, is_routed};

    fn routed(wanted: impl Fn(usize) -> usize) -> bool {
        is_routed(&(0..128).map(|to| Some(wanted(to))).collect::<Vec<_>>(), 128)
    }

    #[test]
    fn a_network_routes_what_is_regular() {
        assert!(routed(|to| to), "as it is");
        assert!(routed(|to| (to + 5) % 128), "rotated");
        assert!(routed(|to| to / 2), "each twice");
        assert!(routed(|to| to ^ 127), "reversed");
        assert!(routed(|to| to.saturating_sub(1)), "the first one twice");
        assert!(routed(|_| 77), "one");
    }

    #[test]
    fn a_network_does_not_route_everything() {
        assert!(!routed(|to| to * to % 61), "many collide");
        let (every, half) = (|to: usize| to * 37 % 128, |to: usize| Some(to * 2 % 128));
        assert!(is_injective(&(0..128).map(|to| Some(every(to))).collect::<Vec<_>>(), 128));
        assert!(!is_injective(&(0..128).map(half).collect::<Vec<_>>(), 128));
    }
}
