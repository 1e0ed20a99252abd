//! Grammars: what a program may be made of, and the paper's pruning of it (section 4.3).

use super::function::{LaneFunction, variable};
use super::problem::Problem;
use crate::program::{Generic, Program, Shape, StepOp, Value};
use isotope_ir::term::{BinOp, Node, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One production: an operation that a program may apply.
pub trait Production {
    /// Its name, for reports.
    fn name(&self) -> String;
    /// The class it belongs to; members of a class compute the same at different sizes.
    fn class(&self) -> String;
    /// Hundredths of a cycle of reciprocal throughput.
    fn cost(&self) -> u32;
    /// Data movement only: always kept by pruning.
    fn is_swizzle(&self) -> bool;
    /// What it computes on `1 / scale` of its lanes; `None` where it does not scale so.
    fn function(&self, scale: u32) -> Option<LaneFunction>;
    /// Its application, as steps of a program.
    fn emit(&self, program: &mut Program, args: &[Value]) -> Value;
}

/// An instruction with its immediates, its lanes as the vendor's text has them.
#[derive(Clone, Debug)]
pub struct InstructionProduction {
    /// The dictionary member's name.
    pub name: String,
    /// Its class in the dictionary.
    pub class: String,
    /// Its immediates.
    pub immediates: Vec<u64>,
    /// Hundredths of a cycle of reciprocal throughput.
    pub cost: u32,
    /// Its lanes at full size.
    pub lanes: LaneFunction,
}

impl Production for InstructionProduction {
    fn name(&self) -> String {
        let immediates: String = self.immediates.iter().map(|i| format!(" {i}")).collect();
        format!("{}{immediates}", self.name)
    }

    fn class(&self) -> String {
        self.class.clone()
    }

    fn cost(&self) -> u32 {
        self.cost
    }

    fn is_swizzle(&self) -> bool {
        self.lanes.out.iter().all(|&t| matches!(self.lanes.terms.node(t), Node::Var(_) | Node::Const(_)))
    }

    fn function(&self, scale: u32) -> Option<LaneFunction> {
        self.lanes.scaled(scale, &|_| false)
    }

    fn emit(&self, program: &mut Program, args: &[Value]) -> Value {
        let op = StepOp::Instruction { name: self.name.clone(), immediates: self.immediates.clone() };
        program.push(op, args.to_vec(), self.lanes.result)
    }
}

/// The paper's five swizzle patterns (section 4.4), at any number of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// Elements of two vectors in turn; the result is twice as long.
    InterleaveFull,
    /// The halves of one vector in turn.
    InterleaveHalves,
    /// The even elements of one vector, then the odd ones.
    Deinterleave,
    /// The lower halves of two vectors in turn.
    InterleaveLow,
    /// The upper halves of two vectors in turn.
    InterleaveHigh,
    /// The lower halves of two vectors, one after the other.
    ConcatLow,
    /// The upper halves of two vectors, one after the other.
    ConcatHigh,
    /// One element to the right, around.
    RotateRight,
}

impl Pattern {
    /// All patterns.
    pub const ALL: [Pattern; 8] = [
        Pattern::InterleaveFull,
        Pattern::InterleaveHalves,
        Pattern::Deinterleave,
        Pattern::InterleaveLow,
        Pattern::InterleaveHigh,
        Pattern::ConcatLow,
        Pattern::ConcatHigh,
        Pattern::RotateRight,
    ];

    fn operands(self) -> usize {
        match self {
            Pattern::InterleaveHalves | Pattern::Deinterleave | Pattern::RotateRight => 1,
            _ => 2,
        }
    }

    /// Indices into the concatenation of the operands of `n` elements each; `n` is even.
    fn indices(self, n: u32) -> Vec<u32> {
        let half = n / 2;
        match self {
            Pattern::InterleaveFull => (0..2 * n).map(|i| i / 2 + i % 2 * n).collect(),
            Pattern::InterleaveHalves => (0..n).map(|i| i / 2 + i % 2 * half).collect(),
            Pattern::Deinterleave => (0..n).map(|i| i % half * 2 + i / half).collect(),
            Pattern::InterleaveLow => (0..n).map(|i| i / 2 + i % 2 * n).collect(),
            Pattern::InterleaveHigh => (0..n).map(|i| half + i / 2 + i % 2 * n).collect(),
            Pattern::ConcatLow => (0..n).map(|i| i % half + i / half * n).collect(),
            Pattern::ConcatHigh => (0..n).map(|i| half + i % half + i / half * n).collect(),
            Pattern::RotateRight => (0..n).map(|i| (i + n - 1) % n).collect(),
        }
    }
}

/// A swizzle pattern on vectors of one shape.
#[derive(Clone, Copy, Debug)]
pub struct Swizzle {
    /// Which one.
    pub pattern: Pattern,
    /// The operands' shape.
    pub shape: Shape,
    /// Hundredths of a cycle.
    pub cost: u32,
}

impl Production for Swizzle {
    fn name(&self) -> String {
        format!("{:?} i{}x{}", self.pattern, self.shape.bits, self.shape.lanes)
    }

    fn class(&self) -> String {
        format!("{:?}", self.pattern)
    }

    fn cost(&self) -> u32 {
        self.cost
    }

    fn is_swizzle(&self) -> bool {
        true
    }

    fn function(&self, scale: u32) -> Option<LaneFunction> {
        let lanes = self.shape.lanes / scale;
        if !self.shape.lanes.is_multiple_of(2 * scale) {
            return None;
        }
        let mut terms = Terms::new();
        let out: Vec<TermId> = self
            .pattern
            .indices(lanes)
            .into_iter()
            .map(|i| terms.var(variable((i / lanes) as usize, i % lanes), self.shape.bits))
            .collect();
        let operands = vec![Shape::new(self.shape.bits, lanes); self.pattern.operands()];
        let result = Shape::new(self.shape.bits, out.len() as u32);
        Some(LaneFunction { terms: Arc::new(terms), operands, result, out })
    }

    fn emit(&self, program: &mut Program, args: &[Value]) -> Value {
        let args: Vec<Value> = args.iter().map(|&a| program.recut(a, self.shape.bits)).collect();
        let indices = self.pattern.indices(self.shape.lanes);
        let shape = Shape::new(self.shape.bits, indices.len() as u32);
        program.generic(Generic::Shuffle(indices), args, shape)
    }
}

/// What a function is made of: the operators in its terms and the element widths that it reads and writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    operators: BTreeSet<BinOp>,
    chooses: bool,
    element_bits: BTreeSet<u32>,
    total_bits: BTreeSet<u32>,
}

impl Features {
    /// The features of a function.
    pub fn of(function: &LaneFunction) -> Features {
        let mut features = Features::default();
        let (mut seen, mut stack) = (BTreeSet::new(), function.out.clone());
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match function.terms.node(t) {
                Node::Const(_) | Node::Var(_) => {}
                Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => stack.push(*a),
                Node::Bin(op, a, b) => {
                    features.operators.insert(*op);
                    stack.extend([*a, *b]);
                }
                Node::Ite(a, b, c) => {
                    features.chooses = true;
                    stack.extend([*a, *b, *c]);
                }
                Node::Concat(a, b) => stack.extend([*a, *b]),
                Node::Apply(_, args) => stack.extend(args),
            }
        }
        for shape in function.operands.iter().chain([&function.result]) {
            features.element_bits.insert(shape.bits);
            features.total_bits.insert(shape.total_bits());
        }
        features
    }

    /// Conversions have no operators; they are weighed separately from computation.
    fn converts(&self) -> bool {
        self.operators.is_empty() && !self.chooses
    }

    /// How much two functions have in common.
    fn score(&self, window: &Features) -> usize {
        let common = |a: &BTreeSet<u32>, b: &BTreeSet<u32>| a.intersection(b).count();
        2 * self.operators.intersection(&window.operators).count()
            + usize::from(self.chooses && window.chooses)
            + common(&self.element_bits, &window.element_bits)
            + common(&self.total_bits, &window.total_bits)
    }
}

/// How a grammar is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruning {
    /// BVS: classes without a matching operator or size, and elements below the window's smallest, are dropped.
    pub features: bool,
    /// SBOS: so many best-scored members are kept of each class.
    pub members: Option<usize>,
    /// So many best-scored classes of computation and of conversion each are kept in all.
    pub classes: usize,
}

/// The indices of the productions that stay, ascending.
pub fn pruned(productions: &[Box<dyn Production>], problem: &Problem, pruning: Pruning) -> Vec<usize> {
    let window = Features::of(&problem.function);
    let smallest = window.element_bits.iter().copied().min().unwrap_or(8);
    let features: Vec<Option<Features>> = productions.iter().map(|p| p.function(1).map(|f| Features::of(&f))).collect();
    let fits = |i: usize, f: &Features| {
        let p = &productions[i];
        if !pruning.features || p.is_swizzle() {
            return true;
        }
        let sizes = f.total_bits.intersection(&window.total_bits).count() > 0;
        let operators = f.converts() || f.operators.intersection(&window.operators).count() > 0;
        sizes && operators && f.element_bits.iter().all(|&b| b >= smallest)
    };
    let mut kept: Vec<(usize, usize)> = Vec::new();
    for (i, f) in features.iter().enumerate() {
        if let Some(f) = f
            && fits(i, f)
        {
            kept.push((i, f.score(&window)));
        }
    }
    let Some(members) = pruning.members else {
        return kept.into_iter().map(|(i, _)| i).collect();
    };
    // Best score first, earliest first among equals.
    kept.sort_by_key(|&(i, score)| (usize::MAX - score, i));
    let mut of_class: BTreeMap<String, usize> = BTreeMap::new();
    let mut classes: BTreeMap<bool, BTreeSet<String>> = BTreeMap::new();
    let mut chosen = Vec::new();
    for (i, _) in kept {
        let p = &productions[i];
        if !p.is_swizzle() {
            let converts = features[i].as_ref().is_some_and(Features::converts);
            let seen = classes.entry(converts).or_default();
            if !seen.contains(&p.class()) && seen.len() >= pruning.classes {
                continue;
            }
            seen.insert(p.class());
            let count = of_class.entry(p.class()).or_default();
            *count += 1;
            if *count > members {
                continue;
            }
        }
        chosen.push(i);
    }
    chosen.sort_unstable();
    chosen
}
