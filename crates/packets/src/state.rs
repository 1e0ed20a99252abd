//! Packets executed on terms: every instruction reads before any of its packet writes, and memory is a list of accesses.

mod access;
mod fault;
mod known;
mod reads;

pub use fault::Fault;
pub use known::Known;
pub use reads::is_new;

use crate::limits::MAX_STORES;
use crate::machine::{Atom, Machine, Meaning, Operation};
use crate::memory::Memory;
use crate::mir::{Block, Instruction, Objects, Operand, Packet, Register, is_empty_assembly};
use crate::terms::{Term, Terms};

/// Registers and memory at one place of a program.
#[derive(Clone, Debug)]
pub struct State {
    /// The contents of each register.
    pub registers: Vec<Term>,
    /// The line of the instruction that wrote each register, from 1; 0 where none has.
    pub lines: Vec<usize>,
    /// The changes of memory since the beginning.
    pub memory: Memory,
    /// Memory at the beginning.
    pub initial: Term,
}

/// Where control goes after a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// The condition and the value on which it goes there; always without one.
    pub condition: Option<(Term, bool)>,
    /// Where.
    pub to: To,
}

/// A place that control goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// A block.
    Block(u32),
    /// The beginning of a hardware loop, while its count lasts.
    Again(u8, u32),
    /// Another function, or one of several blocks, by what the instruction reads.
    Elsewhere(Term),
}

/// A program on its way.
pub struct Run<'a> {
    /// The processor.
    pub machine: &'a Machine,
    /// All terms.
    pub terms: &'a mut Terms,
    /// The objects by which accesses are known.
    pub objects: &'a Objects,
    /// Statements about accesses in the program that is believed.
    pub known: &'a mut Known,
    /// Whether this program is believed.
    pub is_believed: bool,
    /// Whether its statements about the lives of registers are believed, too: those of a block that is as it was.
    pub are_lives_believed: bool,
}

/// The registers that an instruction writes, and where control goes after it.
type Done = (Vec<(Atom, Term)>, Option<Control>);

/// The name of LLVM's own instructions that do nothing.
const IDLE: [&str; 8] =
    ["KILL", "CFI_INSTRUCTION", "EH_LABEL", "GC_LABEL", "DBG_VALUE", "DBG_VALUE_LIST", "DBG_LABEL", "LIFETIME_END"];

/// Whether an instruction only speaks to the compiler.
pub fn is_idle(instruction: &Instruction) -> bool {
    IDLE.contains(&instruction.op.as_str()) || is_empty_assembly(instruction)
}

impl Run<'_> {
    /// The state of a beginning, in which nothing is known.
    pub fn beginning(&mut self, number: u32) -> Result<State, Fault> {
        let count = self.machine.atom_count() as Atom;
        let registers = (0..count).map(|atom| self.terms.symbol(number, atom)).collect::<Result<Vec<_>, _>>()?;
        let lines = vec![0; registers.len()];
        Ok(State { registers, lines, memory: Memory::default(), initial: self.terms.symbol(number, Atom::MAX)? })
    }

    /// Executes a block; control goes to the first place whose condition holds, and else to the next block.
    pub fn block(&mut self, state: &mut State, block: &Block) -> Result<Vec<Control>, Fault> {
        let mut out: Vec<Control> = Vec::new();
        for packet in &block.packets {
            let found = self.packet(state, packet)?;
            let only = packet.instructions.iter().filter(|one| !is_idle(one)).count();
            if !out.is_empty() && found.len() != only {
                return Err(Fault::Operation("code after a jump".to_owned()));
            }
            out.extend(found);
        }
        Ok(out)
    }

    /// Executes a packet.
    pub fn packet(&mut self, state: &mut State, packet: &Packet) -> Result<Vec<Control>, Fault> {
        let mut written: Vec<(Atom, Term)> = Vec::new();
        let mut lines: Vec<(Atom, usize)> = Vec::new();
        let mut memory = Memory::default();
        let mut out = Vec::new();
        let instructions: Vec<&Instruction> = packet.instructions.iter().filter(|one| !is_idle(one)).collect();
        if let Some(line) = reads::rewritten(self.machine, &instructions) {
            return Err(Fault::Writer(line + 1));
        }
        // A function that is called begins after its packet, wherever the call stands in it.
        let (called, own): (Vec<&Instruction>, Vec<&Instruction>) = instructions.iter().partition(|of| {
            let operation = self.machine.operation(&of.op);
            operation.is_some_and(|operation| operation.is("call") && !operation.is("return"))
        });
        for instruction in own.iter().chain(&called) {
            let is_ordered = packet.is_ordered;
            let step = Step { instruction, packet: &instructions, old: state, written: &written, is_ordered };
            let done = self.instruction(&step, &mut memory)?;
            lines.extend(done.0.iter().map(|(atom, _)| (*atom, instruction.line + 1)));
            written.extend(done.0);
            out.extend(done.1);
        }
        // Those that only speak to the compiler speak of registers, too: `KILL killed $r1`.
        let lost = self.lost(&packet.instructions.iter().collect::<Vec<_>>())?;
        for (atom, term) in written.into_iter().chain(lost) {
            state.registers[atom as usize] = term;
        }
        for (atom, line) in lines {
            state.lines[atom as usize] = line;
        }
        state.memory.extend(&memory, self.terms, self.objects);
        if state.memory.stores() > MAX_STORES {
            return Err(Fault::Bound("MAX_STORES"));
        }
        Ok(out)
    }

    fn atoms(&self, register: &Register) -> Result<&[Atom], Fault> {
        self.machine.atoms(&register.name).ok_or_else(|| Fault::Register(register.name.clone()))
    }

    fn instruction(&mut self, step: &Step<'_>, memory: &mut Memory) -> Result<Done, Fault> {
        let instruction = step.instruction;
        let machine = self.machine;
        if instruction.op == "IMPLICIT_DEF" {
            let value = self.arbitrary(&instruction.op, instruction.results)?;
            let mut written = Vec::new();
            self.results(step, value, None, &mut written)?;
            return Ok((written, None));
        }
        let unknown = || Fault::Operation(instruction.op.clone());
        let operation = machine.operation(&instruction.op).ok_or_else(unknown)?;
        let own = instruction.operands.iter().skip(instruction.results).take(operation.ins.len());
        if own.into_iter().any(|one| matches!(one, Operand::Register(register) if register.is_implicit)) {
            return Err(Fault::Operation(format!("{} with an implicit operand in place of its own", instruction.op)));
        }
        for (result, operand) in &operation.tied {
            let named = |place: usize| match instruction.operands.get(place) {
                Some(Operand::Register(register)) => Some(&register.name),
                _ => None,
            };
            if named(*result) != named(instruction.results + operand) {
                return Err(Fault::Operation(format!("{} with two registers where one is both", instruction.op)));
            }
        }
        let read = self.read(step)?;
        let mut written = Vec::new();
        if let Some(Meaning::Loop(level)) = operation.meaning {
            self.begin_loop(level, &read, &mut written)?;
            return Ok((written, None));
        }
        if let Some(Meaning::EndLoop(level)) = operation.meaning {
            let (count, _) = machine.hardware(level).ok_or_else(|| Fault::Operation(instruction.op.clone()))?;
            let counted = self.terms.apply("counted", vec![step.old.registers[count as usize]])?;
            let to = instruction.targets().next().ok_or_else(|| Fault::Operation(instruction.op.clone()))?;
            return Ok((vec![(count, counted)], Some(Control { condition: None, to: To::Again(level, to) })));
        }
        if operation.meaning == Some(Meaning::Copy)
            && let Some(copied) = self.copied(instruction, &read)?
        {
            return Ok((copied, None));
        }
        let name = operation.plain.as_deref().unwrap_or(&instruction.op);
        let (value, base) = match self.computed(operation, &read)? {
            Some(term) => (term, None),
            None => self.accessed(step, operation, name, &read, memory)?,
        };
        self.known.flags(instruction, value, self.is_believed);
        self.results(step, value, base, &mut written)?;
        if operation.is("call") && !operation.is("return") {
            self.call(value, &mut written)?;
        }
        let control = (operation.is("branch") || operation.is("return")) && !operation.is("call");
        Ok((written, control.then(|| self.control(operation, instruction, value, &read)).transpose()?))
    }

    /// A copy of one register to another one of as many parts.
    fn copied(&self, instruction: &Instruction, read: &[Read]) -> Result<Option<Vec<(Atom, Term)>>, Fault> {
        let mut written = instruction.registers().filter(|one| one.is_written);
        let (Some(to), None, [from]) = (written.next(), written.next(), read) else { return Ok(None) };
        let atoms = self.atoms(to)?;
        let is_whole = atoms.len() == from.terms.len();
        Ok(is_whole.then(|| atoms.iter().copied().zip(from.terms.iter().copied()).collect()))
    }

    /// The values of the operands, in their order: of a register the terms of its parts.
    fn read(&mut self, step: &Step<'_>) -> Result<Vec<Read>, Fault> {
        let (mut out, mut undefined): (Vec<Read>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        for (place, operand) in step.instruction.operands.iter().enumerate() {
            match operand {
                Operand::Register(register) if register.is_written || register.name == "pc" => {}
                Operand::Register(register) => {
                    let terms = self.register(step, place, register)?;
                    if register.is_unused {
                        undefined.push((out.len(), place));
                    }
                    let shape = shape(&register.name, terms.len());
                    out.push(Read { terms, shape, number: None, is_implicit: register.is_implicit });
                }
                Operand::Immediate(number) => out.push(Read {
                    terms: Vec::new(),
                    shape: format!("{number}"),
                    number: i32::try_from(*number).ok(),
                    is_implicit: false,
                }),
                // Where code lies is of no account, only what it does: a control has its own target.
                Operand::Block(id) => {
                    out.push(Read { number: i32::try_from(*id).ok(), ..Read::default() });
                }
                Operand::Other(text) if text.starts_with("debug-") => {}
                Operand::Other(text) => out.push(Read { shape: text.clone(), ..Read::default() }),
            }
        }
        // Undefined operands of two programs are one value where the others are.
        let is_defined = |at: &usize| undefined.iter().all(|(other, _)| other != at);
        let others: Vec<Term> = (0..out.len()).filter(is_defined).flat_map(|at| out[at].terms.clone()).collect();
        for (at, place) in undefined {
            let any = self.arbitrary(&format!("{} {others:?}", step.instruction.op), place)?;
            out[at].terms.fill(any);
        }
        Ok(out)
    }

    fn begin_loop(&mut self, level: u8, read: &[Read], written: &mut Vec<(Atom, Term)>) -> Result<(), Fault> {
        let lost = || Fault::Operation("a hardware loop".to_owned());
        let (count, start) = self.machine.hardware(level).ok_or_else(lost)?;
        let [label, times, ..] = read else { return Err(lost()) };
        let label = self.terms.constant(label.number.ok_or_else(lost)?)?;
        let times = match (times.terms.first(), times.number) {
            (Some(term), _) => *term,
            (None, Some(number)) => self.terms.constant(number)?,
            (None, None) => return Err(lost()),
        };
        let label = self.terms.apply("label", vec![label])?;
        written.extend([(count, times), (start, label)]);
        Ok(())
    }

    /// The result of an instruction whose meaning is known.
    fn computed(&mut self, operation: &Operation, read: &[Read]) -> Result<Option<Term>, Fault> {
        let mut operands = Vec::new();
        for one in read.iter().filter(|one| !one.is_implicit) {
            match (&one.terms[..], one.number) {
                ([term], _) => operands.push(*term),
                ([], Some(number)) => operands.push(self.terms.constant(number)?),
                _ => return Ok(None),
            }
        }
        let times =
            |terms: &Terms, shift: Term| terms.number(shift).filter(|by| (0..31).contains(by)).map(|by| 1 << by);
        Ok(match (operation.meaning, &operands[..]) {
            (Some(Meaning::Copy), [one]) => Some(*one),
            (Some(Meaning::Sum), [first, rest @ ..]) => {
                Some(rest.iter().try_fold(*first, |sum, one| self.terms.add(sum, *one, 1))?)
            }
            (Some(Meaning::SumShifted), [a, b, shift]) => match times(self.terms, *shift) {
                Some(factor) => Some(self.terms.add(*a, *b, factor)?),
                None => None,
            },
            (Some(Meaning::Shifted), [a, shift]) => match times(self.terms, *shift) {
                Some(factor) => {
                    let zero = self.terms.constant(0)?;
                    Some(self.terms.add(zero, *a, factor)?)
                }
                None => None,
            },
            (Some(Meaning::Halved), [a, by]) => self.of_numbers("halved", *a, *by, |a, by| a >> (by & 31))?,
            (Some(Meaning::Masked), [a, by]) => self.of_numbers("masked", *a, *by, |a, by| a & by)?,
            (Some(Meaning::Above), [a, than]) => Some(self.terms.apply("above", vec![*a, *than])?),
            _ => None,
        })
    }

    /// The result of an operation on a term and a number, which is a number for two.
    fn of_numbers(&mut self, name: &str, a: Term, by: Term, of: fn(u32, u32) -> u32) -> Result<Option<Term>, Fault> {
        let Some(number) = self.terms.number(by) else { return Ok(None) };
        Ok(Some(match self.terms.number(a) {
            Some(a) => self.terms.constant(of(a as u32, number as u32) as i32)?,
            None => self.terms.apply(name, vec![a, by])?,
        }))
    }

    /// Writes what an instruction computes to its results.
    fn results(
        &mut self,
        step: &Step<'_>,
        value: Term,
        base: Option<(&str, Term)>,
        written: &mut Vec<(Atom, Term)>,
    ) -> Result<(), Fault> {
        let registers: Vec<&Register> =
            step.instruction.registers().filter(|one| one.is_written && one.name != "pc").collect();
        let mut own = Vec::new();
        for register in registers {
            let atoms = self.atoms(register)?.to_vec();
            match base.filter(|(name, _)| !register.is_implicit && *name == register.name) {
                Some((_, moved)) => written.extend(atoms.iter().map(|atom| (*atom, moved))),
                None => own.push((atoms, shape(&register.name, 2), register.is_implicit)),
            }
        }
        let is_single =
            matches!(&own[..], [(atoms, ..), rest @ ..] if atoms.len() == 1 && rest.iter().all(|one| one.2));
        for (place, (atoms, shape, _)) in own.into_iter().enumerate() {
            for (at, atom) in atoms.iter().enumerate() {
                let term = match is_single && place == 0 {
                    true => value,
                    false => self.terms.apply(&format!("#{place}{shape}{at}"), vec![value])?,
                };
                written.push((*atom, term));
            }
        }
        Ok(())
    }

    /// After a call, registers that it does not hand back hold what it left.
    fn call(&mut self, value: Term, written: &mut Vec<(Atom, Term)>) -> Result<(), Fault> {
        for atom in (0..self.machine.atom_count() as Atom).filter(|atom| !self.machine.saved().contains(atom)) {
            let term = self.terms.apply(&format!("#left{atom}"), vec![value])?;
            written.retain(|(other, _)| *other != atom);
            written.push((atom, term));
        }
        Ok(())
    }

    fn control(
        &mut self,
        operation: &Operation,
        instruction: &Instruction,
        value: Term,
        read: &[Read],
    ) -> Result<Control, Fault> {
        let target = instruction.targets().next();
        let to = target.map_or(To::Elsewhere(value), To::Block);
        let condition = match (operation.is("onpredicate"), read.first()) {
            (true, Some(first)) => first.terms.first().map(|term| (*term, !operation.is("unless"))),
            _ if operation.is("barrier") || target.is_none() => None,
            // A comparison that jumps is its own condition.
            _ => Some((value, true)),
        };
        Ok(Control { condition, to })
    }
}

/// One instruction between what was before its packet and what its packet has written.
struct Step<'a> {
    instruction: &'a Instruction,
    packet: &'a [&'a Instruction],
    old: &'a State,
    written: &'a [(Atom, Term)],
    /// Whether loads of the packet read what its stores before them have written.
    is_ordered: bool,
}

/// One operand as it is read.
#[derive(Clone, Debug, Default)]
struct Read {
    terms: Vec<Term>,
    shape: String,
    number: Option<i32>,
    is_implicit: bool,
}

/// The kind of a register of several parts: pairs in either order differ.
fn shape(name: &str, parts: usize) -> String {
    if parts < 2 { String::new() } else { name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_').to_owned() }
}
