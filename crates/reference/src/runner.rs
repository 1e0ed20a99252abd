//! Instructions run on numbers: by what each kind of its elements is, as its class's text has it; else by the vendor's text, read once
//! for all calls that are there, and that compiled where calls repeat.
//!
//! The text of the class gives an instruction's lanes, which are the vendor's text run on variables: the dictionary's builder
//! checks the one, and the tests of `isotope_semantics` that those agree with its interpreter.

use crate::call::{self, CallError, described};
use crate::kinds::Kinds;
use crate::limits::{COMPILED_AFTER, MAX_COMPILED_STEPS, MAX_COUNTED, MAX_SAMPLES, MAX_TAPE_STEPS};
use isotope_dictionary::{InstructionSets, Member, OperandKind, nearest};
use isotope_ir::term::{LaneVar, Terms};
use isotope_semantics::Semantics;
use isotope_semantics::interp::{self, Bits};
use isotope_smt::concrete::{Block, Evaluator};
use std::collections::HashMap;
use std::sync::Arc;

/// Runs calls of the instructions of all sets.
pub struct Runner<'s> {
    sets: &'s InstructionSets,
    texts: HashMap<&'static str, Arc<Semantics>>,
    used: HashMap<Wanted, Used>,
    compiled_steps: usize,
}

/// An instruction with its immediates.
type Wanted = (&'static str, Vec<u64>);

/// How an instruction with its immediates is run.
enum Used {
    /// By its text, so many times yet.
    Text(usize),
    /// By its text always: it has no lanes, or too many steps.
    Never,
    Compiled(Arc<Compiled>),
    Kinds(Arc<Kinds>),
}

/// A line that is a call.
struct Call<'s> {
    member: &'s Member,
    operands: Vec<Bits>,
}

type Outcome = Result<Vec<u8>, CallError>;

impl<'s> Runner<'s> {
    /// For the instructions of these sets.
    pub fn new(sets: &'s InstructionSets) -> Self {
        Runner { sets, texts: HashMap::new(), used: HashMap::new(), compiled_steps: 0 }
    }

    /// A line for each call, without its end: its result, or `? ` and why there is none. The calls are answered together, each
    /// instruction's at once.
    pub fn answer<'l>(&mut self, lines: impl IntoIterator<Item = &'l str>) -> Vec<String> {
        let calls: Vec<_> = lines.into_iter().map(|line| self.read(line)).collect();
        let mut groups: HashMap<Wanted, Vec<usize>> = HashMap::new();
        for (i, call) in calls.iter().enumerate() {
            if let Ok(call) = call {
                groups.entry(call.wanted()).or_default().push(i);
            }
        }
        let mut results: Vec<Option<Outcome>> = calls.iter().map(|_| None).collect();
        for (wanted, of) in groups {
            let group: Vec<&Call<'_>> = of.iter().filter_map(|i| calls[*i].as_ref().ok()).collect();
            for (i, result) in of.iter().zip(self.run(wanted, &group)) {
                results[*i] = Some(result);
            }
        }
        let line = |(call, result): (&Result<Call<'_>, CallError>, &Option<Outcome>)| match (call, result) {
            (Ok(call), Some(Ok(bytes))) => call::write(bytes, call.member.result.bits),
            (Err(error), _) | (_, Some(Err(error))) => format!("? {error}"),
            (Ok(_), None) => unreachable!("every call is in a group"),
        };
        calls.iter().zip(&results).map(line).collect()
    }

    fn read(&self, line: &str) -> Result<Call<'s>, CallError> {
        let (name, operands) = call::split(line)?;
        let member = self.sets.iter().find_map(|set| set.dictionary().member(name));
        let member = member.ok_or_else(|| self.unknown(name))?;
        let given: Vec<&str> = operands.collect();
        if given.len() != member.operands.len() {
            let what: Vec<String> = member.operands.iter().map(described).collect();
            return Err(CallError::Count {
                name: name.to_owned(),
                expected: member.operands.len(),
                given: given.len(),
                what: what.join(", "),
            });
        }
        let read = |(i, (text, operand)): (usize, (&&str, _))| {
            let wrong = |why| CallError::Operand { position: i + 1, operand: described(operand), why };
            call::operand(text, operand).map_err(wrong)
        };
        let operands = given.iter().zip(&member.operands).enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Call { member, operands })
    }

    fn unknown(&self, name: &str) -> CallError {
        if let Some(reason) = self.sets.iter().find_map(|set| set.refusal(name)) {
            return CallError::Refused { name: name.to_owned(), reason: reason.to_owned() };
        }
        let members = self.sets.iter().flat_map(|set| set.dictionary().members());
        let near = nearest(name, members.map(|m| m.name)).into_iter().map(str::to_owned).collect();
        CallError::Unknown { name: name.to_owned(), near }
    }

    /// The results of calls of one instruction with the same immediates.
    fn run(&mut self, wanted: Wanted, calls: &[&Call<'_>]) -> Vec<Outcome> {
        if let Some(kinds) = self.kinds(&wanted, calls) {
            return calls.iter().map(|call| Ok(kinds.run(&call.operands))).collect();
        }
        if let Some(compiled) = self.compiled(&wanted, calls) {
            return compiled.run(calls).into_iter().map(Ok).collect();
        }
        let text = match self.text(calls) {
            Ok(text) => text,
            Err(error) => return vec![Err(error); calls.len()],
        };
        let run = |call: &&Call<'_>| {
            let result = interp::run(&text, &call.operands).map(|bits| bits.to_bytes());
            result.map_err(|e| CallError::Run { name: call.member.name.to_owned(), why: e.to_string() })
        };
        if let [call] = calls {
            return vec![run(call)];
        }
        // Calls that cannot be run at once are run one by one.
        let part = |part: &[&Call<'_>]| match interp::run_all(&text, &operands(part)) {
            Ok(results) => results.iter().map(|bits| Ok(bits.to_bytes())).collect(),
            Err(_) => part.iter().map(run).collect::<Vec<_>>(),
        };
        calls.chunks(MAX_SAMPLES).flat_map(part).collect()
    }

    fn text(&mut self, calls: &[&Call<'_>]) -> Result<Arc<Semantics>, CallError> {
        let member = calls[0].member;
        if let Some(text) = self.texts.get(member.name) {
            return Ok(text.clone());
        }
        let unread =
            |e: isotope_semantics::SemanticsError| CallError::Run { name: member.name.to_owned(), why: e.to_string() };
        let text = Arc::new(member.semantics().map_err(unread)?);
        self.texts.insert(member.name, text.clone());
        Ok(text)
    }

    /// Its kinds of elements, from the first call on: there are few, and each is short.
    fn kinds(&mut self, wanted: &Wanted, calls: &[&Call<'_>]) -> Option<Arc<Kinds>> {
        match self.used.get(wanted) {
            Some(Used::Kinds(kinds)) => return Some(kinds.clone()),
            Some(_) => return None,
            None => {}
        }
        let kinds = Arc::new(Kinds::of(calls[0].member)?);
        self.count(kinds.steps());
        self.used.insert(wanted.clone(), Used::Kinds(kinds.clone()));
        Some(kinds)
    }

    /// Makes room for another instruction of so many steps.
    fn count(&mut self, steps: usize) {
        self.compiled_steps += steps;
        if self.compiled_steps > MAX_COMPILED_STEPS || self.used.len() >= MAX_COUNTED {
            self.used.clear();
            self.compiled_steps = steps;
        }
    }

    /// The compiled form, once enough calls have asked for it.
    fn compiled(&mut self, wanted: &Wanted, calls: &[&Call<'_>]) -> Option<Arc<Compiled>> {
        let ran = match self.used.get(wanted) {
            Some(Used::Compiled(compiled)) => return Some(compiled.clone()),
            Some(Used::Never | Used::Kinds(_)) => return None,
            Some(Used::Text(ran)) => *ran,
            None => 0,
        } + calls.len();
        if self.used.len() >= MAX_COUNTED {
            self.count(0);
        }
        if ran < COMPILED_AFTER {
            self.used.insert(wanted.clone(), Used::Text(ran));
            return None;
        }
        let compiled = Compiled::of(calls[0].member, &wanted.1).map(Arc::new);
        if let Some(compiled) = &compiled {
            self.count(compiled.evaluator.len());
        }
        let used = compiled.clone().map_or(Used::Never, Used::Compiled);
        self.used.insert(wanted.clone(), used);
        compiled
    }
}

/// The operands of calls.
fn operands<'c>(calls: &[&'c Call<'_>]) -> Vec<&'c [Bits]> {
    calls.iter().map(|call| call.operands.as_slice()).collect()
}

impl Call<'_> {
    fn wanted(&self) -> Wanted {
        let immediates = self.member.operands.iter().zip(&self.operands).filter(|(o, _)| o.kind == OperandKind::Imm);
        (self.member.name, immediates.map(|(_, bits)| bits.slice(0, bits.width().min(64)) as u64).collect())
    }
}

/// An instruction as a straight line of steps.
struct Compiled {
    evaluator: Evaluator,
    /// For each input of the evaluator: the operand, its first bit there, its bits.
    inputs: Vec<(usize, u32, u32)>,
    out_bits: u32,
    lanes: usize,
    result_bits: u32,
}

impl Compiled {
    fn of(member: &Member, immediates: &[u64]) -> Option<Compiled> {
        let mut terms = Terms::new();
        let found = member.lanes(immediates, &mut terms).ok()?;
        let evaluator = Evaluator::with_floats(&terms, &found.out).filter(|e| e.len() <= MAX_TAPE_STEPS)?;
        let place = |&(number, width): &(u32, u32)| {
            let (operand, element) = LaneVar::of(number).pair();
            (operand, found.operand_bits[operand] * element as u32, width)
        };
        let inputs = evaluator.inputs().iter().map(place).collect();
        Some(Compiled {
            evaluator,
            inputs,
            out_bits: found.out_bits,
            lanes: found.out.len(),
            result_bits: member.result.bits,
        })
    }

    fn run(&self, calls: &[&Call<'_>]) -> Vec<Vec<u8>> {
        let mut out = Vec::with_capacity(calls.len());
        for part in calls.chunks(MAX_SAMPLES) {
            let input =
                |(operand, lo, width): &(usize, u32, u32), call: &Call<'_>| call.operands[*operand].slice(*lo, *width);
            if self.evaluator.is_wide() || self.inputs.is_empty() {
                // One call at a time: an instruction without inputs has one sample only.
                for call in part {
                    let rows: Vec<Vec<u128>> = self.inputs.iter().map(|i| vec![input(i, call)]).collect();
                    let lanes = self.evaluator.eval(&rows);
                    out.push(self.gathered(|lane| lanes[lane][0]));
                }
                continue;
            }
            let mut block: Block = self.evaluator.block(part.len());
            for (i, place) in self.inputs.iter().enumerate() {
                for (sample, call) in block.input_mut(i).iter_mut().zip(part) {
                    *sample = input(place, call) as u64;
                }
            }
            self.evaluator.run(&mut block);
            for sample in 0..part.len() {
                out.push(self.gathered(|lane| self.evaluator.output(&block, lane)[sample].into()));
            }
        }
        out
    }

    /// The lanes as bytes of the whole result.
    fn gathered(&self, lane: impl Fn(usize) -> u128) -> Vec<u8> {
        let mut bits = Bits::zero(self.result_bits);
        for i in 0..self.lanes {
            let lo = self.out_bits * i as u32;
            bits.set_slice(lo, self.out_bits.min(self.result_bits - lo), lane(i));
        }
        bits.to_bytes()
    }
}
