//! An innermost loop, many iterations at once.

use crate::arrays::chained::chained;
use crate::arrays::class::Class;
use crate::arrays::lanes::Read;
use crate::arrays::linear::{Factors, Values};
use crate::arrays::{drawn, lanes, moves, sums};
use crate::limits::STRIP;
use crate::nests::code::{Block, Code, Combine, Operation, Reduction, Reg, Strip};
use crate::nests::conflicts;
use crate::run::machine::{Machine, Reason, Result, RunError};
use crate::run::nest::execute::Frame;
use crate::values::field::{Field, up};
use crate::values::lanes::Lanes;
use crate::values::memory::{Buffer, Cells};
use crate::values::mersenne::{add, sub};
use crate::values::primes::Modulus;
use crate::values::value::{Scalar, Term};

/// `term op lane` for each lane in turn; `None`: the step is no linear term, or has too high a level.
pub fn reduced<'a>(
    step: &Combine,
    term: Term,
    read: impl Fn(Reg) -> Read<'a>,
    factors: &mut Factors,
    field: &mut Field,
) -> Option<Term> {
    let Class::Linear(code) = step.how.class else { return None };
    if !step.is_left {
        return None;
    }
    let x = read(step.value.0);
    let second = match step.value.1 {
        Some((how, other)) => match how.class {
            Class::Linear(code) => Some((code, read(other))),
            _ => return None,
        },
        None => None,
    };
    let n = x.a.len();
    let values = Values { code, first: x.degree, second: second.map(|(code, y)| (code, y.degree)) };
    if !factors.find(term.degree, n, values, field) {
        return None;
    }
    let (first, second_factors) = ((&factors.first[..n], x.a), &factors.second[..n]);
    let sum = match second {
        Some((_, y)) => sums::dots(&[first, (second_factors, y.a)]),
        None => sums::dots(&[first]),
    };
    let sum = add(factors.constant, sum);
    Some(Term { a: add(term.a, sum), degree: factors.level, ..term })
}

/// The contents of a register: its own terms, or those of memory.
pub(super) fn read<'a>(buffers: &'a [Buffer], frame: &'a Frame, reg: Reg, n: usize) -> Read<'a> {
    match frame.direct[reg].map(|(buffer, cell)| (&buffers[buffer].cells, cell)) {
        Some((Cells::Terms(memory), cell)) => Read::of_memory(memory, cell, &frame.registers[reg], n),
        _ => Read::new(&frame.registers[reg], 0, n),
    }
}

/// Strips shorter than this cost more than iterations one by one.
const SHORTEST: i64 = 4;

impl<'p> Machine<'p> {
    /// Runs a loop whose counter has its first value.
    pub(super) fn strip(
        &mut self,
        frame: &mut Frame,
        counter: Reg,
        of: &Strip<'p>,
        step: i64,
        trip: i64,
    ) -> Result<()> {
        self.place(frame, &of.plain, Some((counter, step, trip)))?;
        let limit = match of.is_sequential {
            true => 1,
            false => conflicts::limit(&frame.runs, &of.order, &of.carried, trip),
        };
        // A value that no iteration changes is loaded before all stores, which only `limit` allows, and it says nothing of one iteration.
        if trip == 1 || limit < trip.min(SHORTEST) {
            for at in 0..trip {
                for code in &of.plain.codes {
                    self.code(frame, &of.plain, code, at, 1)?;
                }
            }
            return Ok(());
        }
        let most = limit.min(STRIP as i64) as usize;
        for (code, _) in of.codes.iter().zip(&of.varies).filter(|(_, varies)| !**varies) {
            self.code(frame, &of.plain, code, 0, 1)?;
        }
        let lanes_of_all = most.min(trip as usize);
        of.broadcast.iter().for_each(|reg| moves::broadcast(&mut frame.registers[*reg], lanes_of_all));
        let mut carried: Vec<Term> = of.reductions.iter().map(|one| self.cell_of(frame, one)).collect();
        let mut at = 0;
        while at < trip {
            let n = (trip - at).min(most as i64) as usize;
            if let Some(combination) = &of.combination {
                let all = (trip - at).min(limit) as usize;
                let done = self.combine(frame, &of.plain, combination, at, (all, n))?;
                if done > 0 {
                    at += done as i64;
                    continue;
                }
            }
            if let (Some(recall), [term]) = (&of.recall, carried.as_mut_slice())
                && let Some(sum) = self.recall(frame, of, recall, *term, (at, n))?
            {
                *term = sum;
                at += n as i64;
                continue;
            }
            for (code, _) in of.codes.iter().zip(&of.varies).filter(|(_, varies)| **varies) {
                self.code(frame, &of.plain, code, at, n)?;
            }
            for (one, term) in of.reductions.iter().zip(&mut carried) {
                *term = self.reduce(frame, one, *term, n)?;
            }
            at += n as i64;
        }
        for (one, term) in of.reductions.iter().zip(carried) {
            self.writable(&of.plain, one.store, frame)?;
            let run = frame.runs[one.store];
            let writer = of.plain.accesses[one.store].node.op + 1;
            self.buffers[run.buffer].set(run.cell as usize, Scalar::Term(term), writer);
        }
        Ok(())
    }

    fn read<'a>(&'a self, frame: &'a Frame, reg: Reg, n: usize) -> Read<'a> {
        read(&self.buffers, frame, reg, n)
    }

    fn moduli(&self) -> Option<[Modulus; 2]> {
        self.numbers.field.as_ref().and_then(Field::moduli)
    }

    fn lane(&self, frame: &Frame, reg: Reg, lane: usize) -> Term {
        match frame.direct[reg].map(|(buffer, cell)| (&self.buffers[buffer].cells, cell)) {
            Some((Cells::Terms(memory), cell)) => memory.get(cell + lane),
            _ => frame.registers[reg].get(lane),
        }
    }

    fn cell_of(&self, frame: &Frame, of: &Reduction) -> Term {
        let run = frame.runs[of.load];
        match self.buffers[run.buffer].get(run.cell as usize) {
            Scalar::Term(term) => term,
            _ => unreachable!("memory of nests has terms only"),
        }
    }

    pub(super) fn writable(&self, block: &Block<'p>, access: usize, frame: &Frame) -> Result<()> {
        match self.buffers[frame.runs[access].buffer].writable {
            true => Ok(()),
            false => Err(self.fault(block.accesses[access].node, "the memory is constant")),
        }
    }

    /// One operation for `n` iterations from one on.
    pub(super) fn code(&mut self, frame: &mut Frame, block: &Block<'p>, code: &Code, at: i64, n: usize) -> Result<()> {
        match code {
            Code::Load { to, access, is_direct } => {
                let run = frame.runs[*access];
                let (first, out) = (run.cell + run.slope * at, &mut frame.registers[*to]);
                let Cells::Terms(memory) = &self.buffers[run.buffer].cells else { return Ok(()) };
                if *is_direct && run.slope == 1 {
                    frame.direct[*to] = Some((run.buffer, first as usize));
                    memory.load_sizes(first, 1, out, n);
                } else {
                    frame.direct[*to] = None;
                    memory.load(first, run.slope, out, n);
                }
            }
            Code::Store { from, access } => {
                self.writable(block, *access, frame)?;
                let (run, values) = (frame.runs[*access], &frame.registers[*from]);
                let (buffer, first) = (&mut self.buffers[run.buffer], run.cell + run.slope * at);
                if let Cells::Terms(memory) = &mut buffer.cells {
                    memory.store(first, run.slope, values, n);
                }
                let writer = block.accesses[*access].node.op + 1;
                match run.slope {
                    1 => buffer.writers.fill(first as usize, n, writer),
                    slope => (0..n as i64).for_each(|lane| buffer.writers.set((first + slope * lane) as usize, writer)),
                }
            }
            Code::Fused { to, minus, x, y, z } => {
                let mut out = std::mem::take(&mut frame.registers[*to]);
                let operands = [*x, *y, *z].map(|reg| self.read(frame, reg, n));
                match self.moduli() {
                    Some(moduli) => drawn::fused(moduli, *minus, operands, &mut out, n),
                    None => lanes::fused(*minus, operands, &mut out, n),
                }
                frame.registers[*to] = out;
            }
            Code::Apply { to, how, operands } => {
                let mut out = std::mem::take(&mut frame.registers[*to]);
                let done = match operands.as_slice() {
                    [x, y] if how.class != Class::Other => {
                        let (buffers, registers) = (&self.buffers, &*frame);
                        let [x, y] = [*x, *y].map(|reg| read(buffers, registers, reg, n));
                        self.numbers.field.as_mut().is_some_and(|field| match field.moduli() {
                            Some(moduli) => drawn::binary(moduli, how.class, x, y, &mut out, n),
                            None => lanes::binary(how.class, x, y, &mut out, n, field),
                        })
                    }
                    _ => false,
                };
                let result = if done { Ok(()) } else { self.each(frame, how, operands, &mut out, n) };
                frame.registers[*to] = out;
                result?;
            }
        }
        Ok(())
    }

    /// Lanes one by one.
    fn each(&mut self, frame: &Frame, how: &Operation, operands: &[Reg], out: &mut Lanes, n: usize) -> Result<()> {
        out.expand_unset();
        for lane in 0..n {
            let values: Vec<Scalar> = operands.iter().map(|reg| Scalar::Term(self.lane(frame, *reg, lane))).collect();
            out.set(lane, self.one(how, &values)?);
        }
        Ok(())
    }

    fn one(&mut self, how: &Operation, values: &[Scalar]) -> Result<Term> {
        let place = self.module.operations[how.node as usize].place;
        let fault = |message| RunError { place, reason: Reason::Fault, message };
        match self.numbers.apply(how.op, how.from, how.to, values).map_err(fault)? {
            Scalar::Term(term) => Ok(term),
            _ => Err(fault("it gives no float".to_owned())),
        }
    }

    /// A carried cell after `n` more iterations.
    fn reduce(&mut self, frame: &Frame, of: &Reduction, mut term: Term, n: usize) -> Result<Term> {
        let is_sum =
            |step: &Combine| step.how.class == Class::Sum || (step.how.class == Class::Difference && step.is_left);
        if of.steps.iter().all(is_sum) {
            for step in &of.steps {
                let value = self.read(frame, step.value.0, n);
                if let Some(moduli) = self.moduli() {
                    let other = step.value.1.map(|(_, other)| self.read(frame, other, n));
                    term = drawn::sum(moduli, step.how.class == Class::Difference, term, value, other);
                    continue;
                }
                let sum = match step.value.1 {
                    Some((_, other)) => lanes::dot(value, self.read(frame, other, n)),
                    None => lanes::total(value),
                };
                let combine = if step.how.class == Class::Sum { add } else { sub };
                term.a = combine(term.a, sum.a);
                term.b = combine(term.b, sum.b);
                term.degree = term.degree.max(sum.degree);
                term.weight = up(term.weight + sum.weight);
            }
            return Ok(term);
        }
        if let ([step], Some(field)) = (of.steps.as_slice(), &mut self.numbers.field)
            && let Some(term) = reduced(step, term, |reg| read(&self.buffers, frame, reg, n), &mut self.factors, field)
        {
            return Ok(term);
        }
        if let ([Combine { value: (_, None), .. }], Some(field)) = (of.steps.as_slice(), &mut self.numbers.field)
            && let [step] = of.steps.as_slice()
            && let Some(term) =
                chained(step.how.class, step.is_left, term, read(&self.buffers, frame, step.value.0, n), field)
        {
            return Ok(term);
        }
        for lane in 0..n {
            for step in &of.steps {
                term = self.combined(frame, step, term, lane)?;
            }
        }
        Ok(term)
    }

    fn combined(&mut self, frame: &Frame, step: &Combine, term: Term, lane: usize) -> Result<Term> {
        let mut value = self.lane(frame, step.value.0, lane);
        if let Some((how, other)) = &step.value.1 {
            let other = self.lane(frame, *other, lane);
            value = self.one(how, &[Scalar::Term(value), Scalar::Term(other)])?;
        }
        let [x, y] = if step.is_left { [term, value] } else { [value, term] };
        self.one(&step.how, &[Scalar::Term(x), Scalar::Term(y)])
    }
}
