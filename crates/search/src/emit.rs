//! From plans to a program: registers, shuffles and instructions.
//!
//! Emission drives planning: it asks the [`Planner`] for the plan of the window's root, then for the plans of what that needs,
//! and the planner plans what it has no plan for yet. So a form that no program uses costs no planning, and there is no
//! program where the root has no plan.
//!
//! A value is a list of registers in the layout of its width. Each choice of a plan is written one to one; nothing is chosen
//! here.
//!
//! Nothing is written twice: a [`Draft`] finds the equal of every step, values are remembered by
//! form and width, packed operands by their parts. Steps that nothing needs in the end are dropped when the
//! draft is finished.

mod arithmetic;
mod conversions;
mod floats;
mod halves;
mod memory;
mod packed_operands;
mod parts;
mod taps;
mod translates;

use super::form::Id;
use super::layout::{EMPTY, WIDTHS};
use super::plan::{Choice, Part, Planner, Price, Uses};
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::Graph;
use isotope_program::{Draft, Param, Program, Shape, StepOp, Value};

/// Writes the program of a planned window.
pub struct Emitter<'a, 'b> {
    /// Asked for plans, and for what registers and memory look like.
    planner: &'a mut Planner<'b>,
    graph: &'a Graph,
    /// The steps so far.
    program: Draft,
    /// Registers of each value that is written.
    made: HashMap<(Id, u32), Vec<Value>>,
    /// Registers of operands of dot products, by their parts and the width of their slots.
    packed_operands: HashMap<(Vec<Part>, u32), Vec<Value>>,
    /// How often each value was asked for: what the next plan may share.
    uses: Uses,
    /// Every value once: its plan's cost without that of its operands.
    estimate: Price,
    /// The cost of the operands of the value that is being written.
    operands: Price,
}

/// A program with what its planner makes of it.
pub struct Emitted {
    /// The program.
    pub program: Program,
    /// Its cost, every value counted once.
    pub estimate: Price,
    /// How often it uses each value.
    pub uses: Uses,
}

/// The program for the window's results, or `None` where no plan was found.
pub fn emit(planner: &mut Planner<'_>, graph: &Graph) -> Option<Emitted> {
    let (roots, results) = (planner.program.roots.clone(), planner.program.results.clone());
    let ty = results.ty.with_lanes(results.all_lanes());
    let mut emitter = Emitter {
        planner,
        graph,
        program: Draft::new(Param::leaves(graph), ty),
        made: HashMap::new(),
        packed_operands: HashMap::new(),
        uses: Uses::default(),
        estimate: Price::default(),
        operands: Price::default(),
    };
    let mut registers = Vec::new();
    for root in roots {
        emitter.make(root, ty.bits)?;
        registers.extend(emitter.value(root, ty.bits)?);
    }
    // The lanes of results in order, whatever layout they were computed in.
    let layout = emitter.planner.layouts.at(ty.bits).clone();
    let flat: Vec<u32> = layout.registers.concat();
    let mut slots = vec![0; ty.lanes as usize];
    for (number, lanes) in results.lanes.iter().enumerate() {
        // All results are in the same layout, so that their registers stand one group after the other:
        //   concat_vectors(a + b, a - b) of two registers each is [a0 + b0, a1 + b1, a0 - b0, a1 - b1] and one shuffle.
        // Where two slots hold a lane the first is read.
        for (at, &lane) in flat.iter().enumerate().rev().filter(|(_, lane)| **lane != EMPTY) {
            slots[lanes[lane as usize] as usize] = (number * flat.len() + at) as u32;
        }
    }
    let shape = Shape::new(ty.bits, ty.lanes);
    let registers: Vec<Value> = registers.into_iter().map(|v| emitter.program.bitcast(v, ty.bits)).collect();
    let result = emitter.shuffle(slots, registers, shape);
    let Emitter { program, uses, estimate, .. } = emitter;
    Some(Emitted { program: program.finish(result), estimate, uses })
}

impl Emitter<'_, '_> {
    /// A register of a width.
    fn shape(&self, bits: u32) -> Shape {
        Shape::new(bits, self.planner.layouts.at(bits).slots())
    }

    /// Registers of a width.
    fn count(&self, bits: u32) -> usize {
        self.planner.layouts.at(bits).registers.len()
    }

    /// A constant in every slot of a register, modulo its width.
    fn splat(&mut self, v: i128, bits: u32) -> Value {
        let shape = self.shape(bits);
        self.program.splat(v as u64, shape)
    }

    /// Writes a value, and before it what it is made from: in a list, so that a long way down is no deep stack.
    fn make(&mut self, id: Id, bits: u32) -> Option<()> {
        let mut open = vec![((id, bits), false)];
        while let Some((value @ (id, bits), ready)) = open.pop() {
            if self.made.contains_key(&value) {
                continue;
            }
            let plan = self.planner.plan(id, bits)?.clone();
            if ready {
                self.operands = Price::default();
                let registers = self.chosen(id, bits, plan.choice)?;
                self.estimate = self.estimate + plan.whole.without(self.operands);
                self.made.insert(value, registers);
            } else {
                open.push((value, true));
                let needs = self.planner.needs(id, bits, &plan.choice);
                open.extend(needs.into_iter().rev().map(|needed| (needed, false)));
            }
        }
        Some(())
    }

    /// The registers of a form at a width, which are made.
    fn value(&mut self, id: Id, bits: u32) -> Option<Vec<Value>> {
        *self.uses.entry((id, bits)).or_default() += 1;
        self.operands = self.operands + self.planner.plan(id, bits)?.cost;
        let made = self.made.get(&(id, bits)).cloned();
        debug_assert!(made.is_some(), "the needs of a choice are all that it asks for");
        made
    }

    /// The registers of a choice, one way of writing for each kind. `None` where an instruction
    /// does not give all lanes that the layout wants: the plan was too hopeful, and there is no
    /// program.
    fn chosen(&mut self, id: Id, bits: u32, choice: Choice) -> Option<Vec<Value>> {
        let shape = self.shape(bits);
        Some(match choice {
            Choice::Stream(s) => self.stream(s, bits),
            Choice::Strided(strided) => self.strided(&strided, bits, bits)?,
            Choice::Const(v) => vec![self.splat(v, bits); self.count(bits)],
            Choice::LaneConst(k) => self.lane_const(k, bits),
            Choice::Alias(x) => self.value(x, bits)?,
            Choice::Extend { signed } => {
                let narrow = self.value(id, bits / 2)?;
                self.extend(&narrow, bits, signed)
            }
            Choice::Shifted { low, high, by, apart } => self.shifted(low, high, (by, apart), bits)?,
            Choice::Continued { low, by, direct } => self.continued(id, low, by, *direct, bits)?,
            Choice::Truncate => {
                let wide = self.value(id, bits * 2)?;
                self.halves(&wide, bits, false)
            }
            Choice::High(from) => {
                let wide = self.value(from, bits * 2)?;
                self.halves(&wide, bits, true)
            }
            Choice::Narrow(at, from, by) => {
                let wide = self.value(from, bits * 2)?;
                self.narrow(at, &wide, bits, by)?
            }
            Choice::Tapped { calls, start, constant } => self.tapped(&calls, (start, constant), bits)?,
            Choice::ProductHalves { factors, rounded } => {
                let args = self.values(&factors, bits)?;
                self.product_halves(&args, rounded, bits)?
            }
            Choice::Generic(op, args) => {
                let args = self.values(&args, bits)?;
                self.each(bits, |p, at| p.generic(op.clone(), at.to_vec(), shape), &args)
            }
            Choice::Matched(vertical, args) => {
                let vertical = &self.planner.instructions(bits).verticals[vertical];
                let scalars: Vec<bool> = vertical.operands.iter().map(|operand| operand.scalar).collect();
                let args = self.operands(&args, &scalars, bits)?;
                let op = self.instruction(vertical.entry, vec![]);
                self.each(bits, |p, at| p.push(op.clone(), at.to_vec(), shape), &args)
            }
            Choice::Solved(entry, immediates, args) => {
                let args = self.values(&args, bits)?;
                let op = self.instruction(entry, immediates);
                self.each(bits, |p, at| p.push(op.clone(), at.to_vec(), shape), &args)
            }
            Choice::Widened(at, args) => self.widened(at, &args, bits)?,
            Choice::HalfWidened { at, args, start } => self.half_widened(at, &args, start, bits)?,
            Choice::HalfNarrowed { at, immediates, args } => self.half_narrowed(at, &immediates, &args, bits)?,
            Choice::Select(comparison, ids) => self.select(comparison, &ids, bits)?,
            Choice::Converted(op, of, from) => self.converted(op, of, from, bits)?,
            Choice::Linear(terms, k) => self.linear(&terms, k, bits)?,
            Choice::Dot { vertical, packed_operands, runs, constant, start } => {
                let start = match start {
                    Some(id) => Some(self.value(id, bits)?),
                    None => None,
                };
                self.dot(vertical, (&packed_operands, &runs), (constant, start), bits)?
            }
        })
    }

    /// Several values, each cut into elements of the width: instructions leave them as they made
    /// them.
    fn values(&mut self, ids: &[Id], bits: u32) -> Option<Vec<Vec<Value>>> {
        ids.iter()
            .map(|&id| {
                let registers = self.value(id, bits)?;
                Some(registers.into_iter().map(|v| self.program.bitcast(v, bits)).collect())
            })
            .collect()
    }

    /// The operands of an instruction, register by register: a scalar is the same for all.
    ///
    /// Vectors lane by lane, scalars as what they are.
    fn operands(&mut self, ids: &[Id], scalars: &[bool], bits: u32) -> Option<Vec<Vec<Value>>> {
        let count = self.count(bits);
        let operand = |(&id, &scalar): (&Id, &bool)| match scalar {
            true => Some(vec![self.scalar(id, bits)?; count]),
            false => self.values(&[id], bits)?.pop(),
        };
        ids.iter().zip(scalars).map(operand).collect()
    }

    /// A form that is the same in all lanes, by itself.
    fn scalar(&mut self, id: Id, bits: u32) -> Option<Value> {
        if let Some(value) = self.planner.program.forms.as_const(id) {
            let element = (value as u128 & isotope_ir::term::mask(bits)) as u64;
            return Some(self.program.push(StepOp::Constant(vec![element]), vec![], Shape::new(bits, 1)));
        }
        let element = *self.planner.program.stream(id)?.source.first()?;
        Some(self.gather(vec![element], bits))
    }

    /// One step for each register.
    fn each(&mut self, bits: u32, mut f: impl FnMut(&mut Draft, &[Value]) -> Value, args: &[Vec<Value>]) -> Vec<Value> {
        (0..self.count(bits)).map(|r| f(&mut self.program, &args.iter().map(|a| a[r]).collect::<Vec<_>>())).collect()
    }

    /// An instruction of the catalogue as a step.
    fn instruction(&self, entry: usize, immediates: Vec<u64>) -> StepOp {
        let name = self.planner.target.entry(entry).member.name.to_owned();
        StepOp::Instruction { name, immediates }
    }

    /// Constants by lane, in the order of the layout.
    fn lane_const(&mut self, number: u32, bits: u32) -> Vec<Value> {
        let values = self.planner.program.lane_consts[number as usize].clone();
        let layout = self.planner.layouts.at(bits).clone();
        let mask = isotope_ir::term::mask(bits);
        // In empty slots a value that some lane has: whatever is right for that is harmless there.
        let value = |lane: &u32| *values.get(*lane as usize).unwrap_or(&values[0]);
        let row = |r: &Vec<u32>| r.iter().map(|lane| (value(lane) as u128 & mask) as u64).collect();
        let shape = self.shape(bits);
        layout.registers.iter().map(|r| self.program.push(StepOp::Constant(row(r)), vec![], shape)).collect()
    }
}

/// Widths that a window's result may have.
pub fn supported(bits: u32) -> bool {
    WIDTHS.contains(&bits)
}
