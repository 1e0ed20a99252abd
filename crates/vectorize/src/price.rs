//! The cost of forms for a processor: how often each instruction is needed, and how long the processor's pipes take for all of them.

use crate::extract::Program;
use crate::language::{Form, Forms, Kind};
use crate::read::RESULTS;
use crate::terms::Terms;
use egg::{CostFunction, Id};
use isotope_cost::Table;
use isotope_cost::pipes::{Work, bound};
use std::collections::{BTreeMap, HashMap};

/// An instruction of a kind; its form depends on the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Neighbours, or one element in all lanes, from memory.
    Load,
    /// To memory.
    Store,
    /// Any lanes of one vector or of two.
    Permute,
    /// A lane put into a vector.
    Insert,
    /// Integers added, compared, chosen.
    Arithmetic,
    /// Shifts.
    Shift,
    /// Integers widened.
    Widen,
    /// Integers narrowed.
    Narrow,
    /// Products of integers, by bits.
    Multiply(u32),
    /// Pairs of products of 16 bits, added.
    Pairs,
    /// Floats added, by bits.
    AddFloat(u32),
    /// Floats multiplied.
    MultiplyFloat(u32),
    /// Both, rounded once.
    FuseFloat(u32),
    /// Quotients.
    DivideFloat(u32),
    /// Roots.
    RootFloat(u32),
}

/// A processor: what its vectors are, and what its instructions cost.
#[derive(Clone, Copy)]
pub struct Machine<'a> {
    /// Bits of a vector.
    pub bits: u32,
    /// The form of a generic operation in a register of so many bits, as price tables name both: `permute`, 512.
    pub generic: &'a dyn Fn(&str, u32) -> Option<&'static str>,
    /// Prices. Without them, or where they lack a form: two loads, one store, two operations and one move of lanes a cycle.
    pub table: Option<&'a Table>,
}

impl Machine<'_> {
    /// A processor of which nothing is known but the bits of its vectors.
    pub fn usual(bits: u32) -> Machine<'static> {
        Machine { bits, generic: &|_, _| None, table: None }
    }

    /// The form of an instruction in a register of so many bits.
    fn form(&self, step: Step, bits: u32) -> Option<String> {
        let generic = |name: &str| (self.generic)(name, bits).map(str::to_owned);
        let register = ["xmm", "ymm", "zmm"][(bits / 256) as usize % 3];
        let float = |name: &str, of: u32, count: usize| {
            let last = match of {
                32 => "ps",
                64 => "pd",
                _ => return None,
            };
            let form = format!("{name}{last} {}", [register; 3][..count].join(", "));
            self.table?.mixed(&[(&form, 1)]).map(|_| form)
        };
        match step {
            Step::Load => generic("load"),
            Step::Store => generic("store"),
            Step::Permute => generic("permute"),
            Step::Insert => generic("insert"),
            Step::Arithmetic => generic("arithmetic"),
            Step::Shift => generic("shift"),
            Step::Widen => generic("widen"),
            Step::Narrow => generic("narrow"),
            Step::Multiply(8 | 16) => generic("multiply16"),
            Step::Multiply(64) => generic("multiply64"),
            Step::Multiply(_) => generic("multiply32"),
            Step::Pairs => {
                let form = format!("vpmaddwd {register}, {register}, {register}");
                let is_known = self.table.is_some_and(|table| table.mixed(&[(&form, 1)]).is_some());
                if is_known { Some(form) } else { generic("multiply16") }
            }
            Step::AddFloat(of) => float("vadd", of, 3),
            Step::MultiplyFloat(of) => float("vmul", of, 3),
            Step::FuseFloat(of) => float("vfmadd231", of, 3),
            Step::DivideFloat(of) => float("vdiv", of, 3),
            Step::RootFloat(of) => float("vsqrt", of, 2),
        }
    }

    /// Hundredths of a cycle of so many instructions of each kind.
    pub fn cost(&self, counts: &BTreeMap<(Step, u32), u64>) -> u64 {
        let forms: Option<Vec<(String, u64)>> =
            counts.iter().map(|((step, bits), count)| Some((self.form(*step, *bits)?, *count))).collect();
        let priced = forms.and_then(|forms| {
            let forms: Vec<(&str, u64)> = forms.iter().map(|(form, count)| (form.as_str(), *count)).collect();
            self.table?.mixed(&forms)
        });
        priced.unwrap_or_else(|| {
            let work = counts.iter().map(|((step, _), count)| {
                let (pipes, each) = match step {
                    Step::Load => (0b11, 100),
                    Step::Store => (0b100, 100),
                    Step::Permute | Step::Insert => (0b1000, 100),
                    Step::DivideFloat(_) | Step::RootFloat(_) => (0b10000, 500),
                    Step::Multiply(32 | 64) => (0b11000, 200),
                    _ => (0b11000, 100),
                };
                Work { pipes, centicycles: each * count }
            });
            bound(&work.collect::<Vec<_>>())
        })
    }

    /// How many instructions of which kind a form needs, and of how many bits each is.
    pub fn steps(&self, forms: &Forms, form: &Form) -> Vec<((Step, u32), u64)> {
        let terms = &forms.analysis.terms;
        let bits_of = |id: Id| {
            let shape = forms[id].data;
            shape.lanes * shape.ty.map_or(32, |ty| terms.bits(ty).max(8))
        };
        let wide = |step: Step, bits: u32| {
            let register = bits.next_power_of_two().clamp(128, self.bits.max(128));
            ((step, register), u64::from(bits.div_ceil(register).max(1)))
        };
        let child = |at: usize| form.children.get(at).map_or(32, |id| bits_of(*id));
        match form.kind {
            Kind::Lanes(_) | Kind::Filled(_) | Kind::All => Vec::new(),
            Kind::Literal(list) => {
                let list = forms.analysis.lists.get(list);
                vec![wide(Step::Load, list.len() as u32 * terms.bits(terms.ty(list[0])).max(8))]
            }
            Kind::Load { .. } | Kind::Repeated { .. } | Kind::Splat { .. } => {
                // Its class says of which type it is.
                let bits = forms.lookup(form.clone()).map_or(self.bits, bits_of);
                vec![wide(Step::Load, bits)]
            }
            Kind::Shuffle(mask) => {
                let lanes = forms.analysis.masks.get(mask).len() as u32;
                let of = forms[form.children[0]].data.ty.map_or(32, |ty| terms.bits(ty).max(8));
                // Its mask is a vector that is loaded, too.
                vec![wide(Step::Permute, lanes * of), wide(Step::Load, lanes * of)]
            }
            Kind::Elements => vec![((Step::Insert, 128), form.children.len() as u64)],
            Kind::Op(code) => operation(terms, (&terms.of(code).name, terms.of(code).ty), (forms, form), &wide),
            Kind::Fused(code) => vec![wide(Step::FuseFloat(terms.bits(terms.of(code).ty)), child(0))],
            Kind::Dot(_) => {
                let lanes = forms[form.children[0]].data.lanes;
                let narrow = forms[form.children[0]].data.ty.map_or(16, |ty| terms.bits(ty));
                let widened = if narrow < 16 { vec![wide(Step::Widen, lanes * 16); 2] } else { Vec::new() };
                widened.into_iter().chain([wide(Step::Pairs, lanes * 16)]).collect()
            }
            Kind::Reduce(_) => {
                let halves = forms[form.children[0]].data.lanes.ilog2();
                vec![((Step::Permute, 128), u64::from(halves)), ((Step::Arithmetic, 128), u64::from(halves))]
            }
            // A result is in a register already.
            Kind::Store(piece) if forms.analysis.pieces[piece as usize].array == RESULTS => Vec::new(),
            Kind::Store(_) => vec![wide(Step::Store, child(0))],
            Kind::Singles(_) => vec![((Step::Store, 128), form.children.len() as u64)],
        }
    }
}

/// Instructions of an operation, lane by lane.
fn operation(
    terms: &Terms,
    (name, ty): (&str, isotope_mlir::ir::TypeId),
    (forms, form): (&Forms, &Form),
    wide: &dyn Fn(Step, u32) -> ((Step, u32), u64),
) -> Vec<((Step, u32), u64)> {
    let of = form.children.first().map(|id| forms[*id].data).unwrap_or_default();
    let own = terms.bits(ty).max(8);
    let from = of.ty.map_or(own, |ty| terms.bits(ty).max(8));
    let bits = of.lanes * own.max(from);
    let step = match name {
        "arith.addf" | "arith.subf" | "arith.negf" | "math.absf" => Step::AddFloat(own),
        "arith.mulf" => Step::MultiplyFloat(own),
        "math.fma" => Step::FuseFloat(own),
        "arith.divf" => Step::DivideFloat(own),
        "math.sqrt" | "math.rsqrt" => Step::RootFloat(own),
        "math.exp" | "math.log" => {
            return vec![{
                let (step, count) = wide(Step::MultiplyFloat(own), bits);
                (step, count * 20)
            }];
        }
        "arith.muli" => Step::Multiply(own),
        "arith.extsi" | "arith.extui" | "arith.extf" => Step::Widen,
        "arith.trunci" | "arith.truncf" => Step::Narrow,
        "arith.shli" | "arith.shrsi" | "arith.shrui" => Step::Shift,
        "arith.divsi" | "arith.divui" | "arith.remsi" | "arith.remui" => {
            return vec![((Step::Multiply(64), 128), u64::from(of.lanes) * 10)];
        }
        _ => Step::Arithmetic,
    };
    vec![wide(step, bits)]
}

/// Instructions of a form, and what they cost alone: moves of lanes, loads, and the rest.
#[derive(Clone, Debug)]
pub struct Alone {
    steps: Vec<((Step, u32), u64)>,
    cost: [f64; 3],
}

/// All forms of an e-graph.
pub fn all(machine: &Machine<'_>, forms: &Forms) -> HashMap<Form, Alone> {
    let mut prices: HashMap<(Step, u32), f64> = HashMap::new();
    let mut found = HashMap::new();
    for form in forms.classes().flat_map(|class| &class.nodes) {
        let steps = machine.steps(forms, form);
        let mut cost = [0.0, 0.0, 0.01];
        for (step, count) in &steps {
            let price =
                prices.entry(*step).or_insert_with(|| machine.cost(&BTreeMap::from([(*step, 1)])).max(1) as f64);
            let place = match step.0 {
                Step::Permute | Step::Insert => 0,
                Step::Load => 1,
                _ => 2,
            };
            cost[place] += *price * *count as f64;
        }
        found.insert(form.clone(), Alone { steps, cost });
    }
    found
}

/// Instructions of a program.
pub fn counts(steps: &HashMap<Form, Alone>, program: &Program) -> BTreeMap<(Step, u32), u64> {
    let mut counts = BTreeMap::new();
    for (_, form) in &program.forms {
        for (step, count) in steps.get(form).iter().flat_map(|alone| &alone.steps) {
            *counts.entry(*step).or_insert(0) += count;
        }
    }
    counts
}

/// Costs that add up: of each form what it costs alone, times a weight, and shared among those that used it last time.
pub struct Weighted<'a> {
    /// Of all forms.
    pub steps: &'a HashMap<Form, Alone>,
    /// How much moves of lanes count, and loads.
    pub weights: [f64; 2],
    /// By how many each form is used.
    pub uses: HashMap<Form, u32>,
}

impl CostFunction<Form> for Weighted<'_> {
    type Cost = f64;

    fn cost<C: FnMut(Id) -> f64>(&mut self, form: &Form, mut costs: C) -> f64 {
        if matches!(form.kind, Kind::Lanes(_)) {
            return f64::INFINITY;
        }
        let [moves, loads, rest] = self.steps.get(form).map_or([0.0, 0.0, 0.01], |alone| alone.cost);
        let own = moves * self.weights[0] + loads * self.weights[1] + rest;
        let users = self.uses.get(form).copied().unwrap_or(1).max(1);
        form.children.iter().fold(own, |sum, child| sum + costs(*child)) / f64::from(users)
    }
}
