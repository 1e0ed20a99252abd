//! Programs that are being written.

use super::{Generic, Param, Program, Shape, Step, StepOp, Value};
use indexmap::IndexSet;
use isotope_ir::types::Type;

/// A program that is being written: steps are added at its end, and none twice.
///
/// Kept apart from [`Program`], which is never changed once it is finished.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Parameters so far; those that nothing reads are dropped in the end.
    pub params: Vec<Param>,
    /// Each step with its index, in order.
    steps: IndexSet<Step>,
    ty: Type,
}

impl Draft {
    /// A program without steps, for a result type.
    pub fn new(params: Vec<Param>, ty: Type) -> Self {
        Draft { params, steps: IndexSet::new(), ty }
    }

    /// Adds a step, or finds its equal.
    ///
    /// Steps are values without identity: an equal one has the same result, so there is never a
    /// reason for a second.
    pub fn push(&mut self, op: StepOp, args: Vec<Value>, shape: Shape) -> Value {
        Value(self.steps.insert_full(Step { op, args, shape }).0 as u32)
    }

    /// Adds a generic operation.
    pub fn generic(&mut self, op: Generic, args: Vec<Value>, shape: Shape) -> Value {
        self.push(StepOp::Generic(op), args, shape)
    }

    /// Adds a constant with the same element in every lane.
    pub fn splat(&mut self, element: u64, shape: Shape) -> Value {
        let element = if shape.bits < 64 { element & ((1 << shape.bits) - 1) } else { element };
        self.push(StepOp::Constant(vec![element; shape.lanes as usize]), vec![], shape)
    }

    /// The same bits as elements of `bits` bits; the value itself if it is so cut already.
    pub fn bitcast(&mut self, value: Value, bits: u32) -> Value {
        let shape = self.shape(value);
        if shape.bits == bits {
            return value;
        }
        self.generic(Generic::Bitcast, vec![value], shape.bitcast(bits))
    }

    /// The step behind a value.
    pub fn step(&self, value: Value) -> &Step {
        &self.steps[value.0 as usize]
    }

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.step(value).shape
    }

    /// Writes the steps of another program and gives its result. `read` says what stands for each parameter, in a shape: where
    /// the leaves are the same, [`Draft::read`].
    pub fn include(&mut self, other: &Program, mut read: impl FnMut(&mut Draft, &Param, Shape) -> Value) -> Value {
        let mut made: Vec<Value> = Vec::with_capacity(other.steps.len());
        for step in &other.steps {
            made.push(match &step.op {
                StepOp::Param(at) => read(self, &other.params[*at as usize], step.shape),
                op => {
                    let args = step.args.iter().map(|arg| made[arg.0 as usize]).collect();
                    self.push(op.clone(), args, step.shape)
                }
            });
        }
        made[other.result.0 as usize]
    }

    /// A parameter as a value of a shape.
    pub fn read(&mut self, param: &Param, shape: Shape) -> Value {
        let op = StepOp::Param(self.param(param));
        self.push(op, vec![], shape)
    }

    /// The number of a parameter, which is added if it is new.
    fn param(&mut self, param: &Param) -> u32 {
        // By where it comes from: the name is for readers, and a load of another type reads the same bits.
        let what = |p: &Param| (p.ty.lanes, p.ty.bits);
        let same = |p: &Param| p.origin == param.origin && what(p) == what(param);
        let known = self.params.iter().position(same);
        known.unwrap_or_else(|| {
            self.params.push(param.clone());
            self.params.len() - 1
        }) as u32
    }

    /// All steps that were written.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps.into_iter().collect()
    }

    /// The program with this result, without the steps and parameters that it does not need.
    ///
    /// Drafts may hold what was tried and not used; what is answered, priced and proved is only
    /// what the result needs.
    ///
    /// Drafts have all registers of one value after the other, and LLVM keeps to the order that it is given where nothing speaks against it. Where it
    /// would have fewer values at hand at once if one register of the result came after the other, that is the order of the program.
    pub fn finish(self, result: Value) -> Program {
        let by_register = self.by_register(result);
        // Steps were written operands first, so that their numbers are an order, too.
        let mut by_value = by_register.clone();
        by_value.sort_unstable();
        let order = if self.peak(&by_register) < self.peak(&by_value) { by_register } else { by_value };
        let mut read = vec![false; self.params.len()];
        let mut moved = vec![Value(u32::MAX); self.steps.len()];
        let mut steps = Vec::with_capacity(order.len());
        for at in order {
            let mut step = self.steps[at].clone();
            if let StepOp::Param(param) = step.op {
                read[param as usize] = true;
            }
            step.args.iter_mut().for_each(|arg| *arg = moved[arg.0 as usize]);
            moved[at] = Value(steps.len() as u32);
            steps.push(step);
        }
        let renumbered = |param: u32| read[..param as usize].iter().filter(|r| **r).count() as u32;
        for step in &mut steps {
            if let StepOp::Param(param) = &mut step.op {
                *param = renumbered(*param);
            }
        }
        let params = self.params.into_iter().zip(&read).filter(|(_, read)| **read).map(|(param, _)| param).collect();
        Program { params, steps, result: moved[result.0 as usize], ty: self.ty }
    }

    /// The steps that a result needs, each as late as the first that reads it allows: one operand of the last step after the other.
    fn by_register(&self, result: Value) -> Vec<usize> {
        let (mut order, mut is_written) = (Vec::new(), vec![false; self.steps.len()]);
        let mut open = vec![(result, false)];
        while let Some((value, ready)) = open.pop() {
            let at = value.0 as usize;
            if is_written[at] {
                continue;
            }
            if ready {
                is_written[at] = true;
                order.push(at);
            } else {
                open.push((value, true));
                open.extend(self.steps[at].args.iter().rev().map(|&arg| (arg, false)));
            }
        }
        order
    }

    /// The most bits of values that are read again, at any one step of an order. Constants are in memory, and so is what is read once.
    fn peak(&self, order: &[usize]) -> u64 {
        let mut left = vec![0u32; self.steps.len()];
        for &at in order {
            self.steps[at].args.iter().for_each(|arg| left[arg.0 as usize] += 1);
        }
        let held = |at: usize, readers: u32| match self.steps[at].op {
            StepOp::Constant(_) => 0,
            StepOp::Param(_) if readers < 2 => 0,
            _ => u64::from(self.steps[at].shape.total_bits()),
        };
        let all = left.clone();
        let (mut now, mut peak) = (0, 0);
        for &at in order {
            now += held(at, all[at]);
            peak = peak.max(now);
            for arg in self.steps[at].args.iter().map(|arg| arg.0 as usize) {
                left[arg] -= 1;
                if left[arg] == 0 {
                    now -= held(arg, all[arg]);
                }
            }
        }
        peak
    }
}
