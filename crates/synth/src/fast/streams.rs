//! From a window to integer forms over streams.
//!
//! A *stream* is one leaf element per result lane: (leaf, index) for each lane. Data movement, reductions and
//! broadcasts are resolved lane by lane, so what remains computes alike in every lane; a window whose lanes do different
//! things is refused here and keeps the baseline lowering.

use super::form::{Bitwise, Form, Forms, Id, Test, type_range};
use super::scaling::scalings;
use crate::limits::SAMPLES;
use isotope_ir::expr::{Graph, LeafId, NodeId, Op, ReduceOp};
use isotope_ir::memory::{Memory, Place};
use isotope_ir::types::Type;
use isotope_smt::effort::{Effort, Ended};
use std::collections::HashMap;
use std::rc::Rc;

/// Where each lane of a stream comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// (leaf, element) for each lane, the home of what is read there.
    pub source: Vec<(LeafId, u32)>,
    /// The element's type.
    pub element: Type,
}

/// A window as forms over streams.
pub struct LaneProgram {
    /// The forms.
    pub forms: Forms,
    /// Streams, by number.
    pub streams: Vec<Stream>,
    /// What the leaves read.
    pub memory: Memory,
    /// Lane constants, by number: one value for each lane.
    pub lane_consts: Vec<Vec<i128>>,
    /// What each lane of the result computes.
    pub root: Id,
    /// Forms with the values of another, of which they are scalings.
    pub scaled: HashMap<Id, Vec<Id>>,
    /// Where a form that was made for another's scalings stands: before that.
    pub made_for: HashMap<Id, Id>,
    /// How many forms were made in reading the window.
    pub given: usize,
    /// The type of the result.
    pub ty: Type,
}

/// Why the fast engine leaves a window to the baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// Lanes differ in more than their indices.
    #[error("lanes of the window compute different things")]
    MixedLanes,
    /// An operation without an integer form.
    #[error("{0} has no integer form")]
    Operation(String),
    /// There is nothing to search among.
    #[error("no instruction of the dictionary runs on the target")]
    NoInstructions,
    /// The search ended before the window was read.
    #[error(transparent)]
    Ended(#[from] Ended),
}

/// A lane in which a program went wrong, and the input: variables of [`isotope_ir::lanes::leaf_var`] with their values.
pub type Counterexample = (u32, Vec<(u32, u128)>);

/// One place of the window for each lane.
type Places = Rc<Vec<(NodeId, u32)>>;

struct Reader<'a> {
    graph: &'a Graph,
    out: LaneProgram,
    done: HashMap<Places, Id>,
    seed: u64,
    counterexamples: &'a [Counterexample],
    effort: &'a Effort<'a>,
}

/// A node whose operands are being read.
struct Open {
    places: Places,
    /// Its operands; for a reduction, the elements that it reduces.
    operands: Vec<Places>,
    /// The forms of those that are read.
    read: Vec<Id>,
}

/// Reads a window's graph into forms. Samples are corners first, then random ones, then the counterexamples.
pub fn read(
    graph: &Graph,
    root: NodeId,
    counterexamples: &[Counterexample],
    effort: &Effort<'_>,
) -> Result<LaneProgram, Unsupported> {
    let ty = graph.ty(root);
    let mut forms = Forms::new(SAMPLES + counterexamples.len());
    let zero = forms.constant(0);
    let memory = Memory::of(graph);
    let out = LaneProgram {
        forms,
        streams: vec![],
        memory,
        lane_consts: vec![],
        root: zero,
        scaled: HashMap::new(),
        made_for: HashMap::new(),
        given: 0,
        ty,
    };
    let mut reader = Reader { graph, out, done: HashMap::new(), seed: 0x9E37_79B9_7F4A_7C15, counterexamples, effort };
    let places = (0..ty.lanes).map(|lane| (root, lane));
    reader.out.root = reader.read(places)?;
    reader.out.scale(effort)?;
    Ok(reader.out)
}

impl Reader<'_> {
    fn random(&mut self) -> u64 {
        // SplitMix64: the samples are part of the answer's determinism.
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.seed ^ (self.seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Through shuffles and broadcasts to the element that is moved.
    fn resolve(&self, mut node: NodeId, mut lane: u32) -> (NodeId, u32) {
        loop {
            let n = self.graph.node(node);
            match &n.op {
                Op::Broadcast => lane %= self.graph.ty(n.args[0]).lanes,
                Op::Shuffle(indices) => {
                    lane = indices[lane as usize];
                    let mut at = 0;
                    while lane >= self.graph.ty(n.args[at]).lanes {
                        lane -= self.graph.ty(n.args[at]).lanes;
                        at += 1;
                    }
                    node = n.args[at];
                    continue;
                }
                Op::StrictFloat => {}
                _ => return (node, lane),
            }
            node = n.args[0];
        }
    }

    /// Where the elements come from that stand at these places; work for each of them.
    fn resolved(&self, places: impl Iterator<Item = (NodeId, u32)>) -> Result<Places, Unsupported> {
        let places: Places = Rc::new(places.map(|(n, l)| self.resolve(n, l)).collect());
        self.effort.spend(places.len() as u64)?;
        Ok(places)
    }

    /// The form of what stands at some places, its operands first. A window may be deep, so nodes that wait for their
    /// operands are kept here and not on the stack of calls.
    fn read(&mut self, places: impl Iterator<Item = (NodeId, u32)>) -> Result<Id, Unsupported> {
        let mut place = self.resolved(places)?;
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut form = match self.done.get(&place) {
                Some(&id) => id,
                None => {
                    let operands = self.operands(&place)?;
                    if let Some(first) = operands.first().cloned() {
                        open.push(Open { places: place, operands, read: vec![] });
                        place = first;
                        continue;
                    }
                    self.made(place, &[])?
                }
            };
            // What this was the last operand of is made, and so on up to one that waits for another.
            place = loop {
                let Some(user) = open.last_mut() else { return Ok(form) };
                user.read.push(form);
                if let Some(next) = user.operands.get(user.read.len()) {
                    break next.clone();
                }
                let Open { places, read, .. } = open.pop().unwrap_or_else(|| unreachable!("there was a last one"));
                form = self.made(places, &read)?;
            };
        }
    }

    /// What the node at some places is computed from; nothing for leaves and literals.
    fn operands(&self, places: &Places) -> Result<Vec<Places>, Unsupported> {
        let first = self.graph.node(places[0].0);
        let alike = places.iter().all(|p| {
            let n = self.graph.node(p.0);
            let same = std::mem::discriminant(&n.op) == std::mem::discriminant(&first.op);
            same && n.args.len() == first.args.len() && (n.ty.kind, n.ty.bits) == (first.ty.kind, first.ty.bits)
        });
        if !alike {
            return Err(Unsupported::MixedLanes);
        }
        if !first.ty.is_integer() {
            return Err(Unsupported::Operation(format!("arithmetic on {}", first.ty.with_lanes(1))));
        }
        if let Op::Reduce(ReduceOp::SaturatingAdd) = first.op {
            return Err(Unsupported::Operation("a saturating reduction".into()));
        }
        let arg = |n: NodeId, at: usize| self.graph.node(n).args[at];
        if let Op::Reduce(_) = first.op {
            let factor = |n: NodeId| self.graph.ty(arg(n, 0)).lanes / self.graph.ty(n).lanes;
            let part = |j| self.resolved(places.iter().map(|&(n, l)| (arg(n, 0), factor(n) * l + j)));
            return (0..factor(places[0].0)).map(part).collect();
        }
        // A scalar operand (a select's condition) serves every lane.
        let operand = |at| {
            let of = |&(n, l): &(NodeId, u32)| (arg(n, at), l % self.graph.ty(arg(n, at)).lanes);
            self.resolved(places.iter().map(of))
        };
        (0..first.args.len()).map(operand).collect()
    }

    /// The form of the node at some places, from the forms of its operands.
    fn made(&mut self, places: Places, operands: &[Id]) -> Result<Id, Unsupported> {
        let first = self.graph.node(places[0].0);
        let id = match &first.op {
            Op::Leaf(_) => self.leaf(&places),
            Op::Const(_) => self.literal(&places, first.ty),
            Op::Reduce(op) => self.reduce(*op, first.ty, operands),
            _ => {
                let types: Vec<Type> = first.args.iter().map(|&a| self.graph.ty(a)).collect();
                self.operation(&first.op, first.ty, operands, &types)?
            }
        };
        self.done.insert(places, id);
        Ok(id)
    }

    fn leaf(&mut self, places: &[(NodeId, u32)]) -> Id {
        let source: Vec<_> = places
            .iter()
            .map(|&(n, l)| match self.graph.node(n).op {
                Op::Leaf(leaf) => self.out.memory.home(leaf, l),
                _ => unreachable!("all places are leaves"),
            })
            .collect();
        let leaf = &self.graph.leaves[source[0].0.0 as usize];
        let element = leaf.ty.with_lanes(1);
        let whole = type_range(element.bits, element.is_signed());
        let facts = source.iter().map(|(l, _)| self.graph.leaves[l.0 as usize].range.unwrap_or(whole));
        let (lo, hi) = facts.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or(whole);
        let stream = Stream { source, element };
        let known = self.out.streams.iter().position(|s| *s == stream);
        let number = known.unwrap_or_else(|| {
            self.out.streams.push(stream);
            self.out.streams.len() - 1
        });
        let corners =
            [lo, hi, 0.clamp(lo, hi), 1.clamp(lo, hi), (-1).clamp(lo, hi), (lo + hi) >> 1, lo + (hi - lo) / 3];
        let span = (hi - lo + 1) as u128;
        let mut values: Vec<i128> = (0..SAMPLES)
            .map(|i| match i {
                0..=3 => corners[i],
                _ if self.random().is_multiple_of(4) => corners[self.random() as usize % corners.len()],
                _ => lo + (self.random() as u128 % span) as i128,
            })
            .collect();
        let source = &self.out.streams[number].source;
        for (lane, input) in self.counterexamples {
            let (leaf, index) = source[*lane as usize];
            let var = isotope_ir::lanes::leaf_var(leaf, index);
            let bits = input.iter().find(|i| i.0 == var).map_or(0, |i| i.1);
            let value = if element.is_signed() { isotope_ir::term::signed(bits, element.bits) } else { bits as i128 };
            values.push(value.clamp(lo, hi));
        }
        self.out.forms.stream(number as u32, (lo, hi), values)
    }

    fn literal(&mut self, places: &[(NodeId, u32)], ty: Type) -> Id {
        let value = |n: NodeId| match self.graph.node(n).op {
            Op::Const(bits) if ty.is_signed() => isotope_ir::term::signed(bits as u128, ty.bits),
            Op::Const(bits) => bits as i128,
            _ => unreachable!("all places are literals"),
        };
        let values: Vec<i128> = places.iter().map(|&(n, _)| value(n)).collect();
        if values.iter().all(|v| *v == values[0]) {
            return self.out.forms.constant(values[0]);
        }
        let range = values.iter().fold((values[0], values[0]), |r, &v| (r.0.min(v), r.1.max(v)));
        let at_counterexamples = self.counterexamples.iter().map(|c| values[c.0 as usize]);
        let samples = (0..SAMPLES).map(|i| values[i % values.len()]).chain(at_counterexamples).collect();
        self.out.lane_consts.push(values);
        self.out.forms.lane_const(self.out.lane_consts.len() as u32 - 1, range, samples)
    }

    fn reduce(&mut self, op: ReduceOp, ty: Type, parts: &[Id]) -> Id {
        let forms = &mut self.out.forms;
        let fit = |forms: &mut Forms, x: Id| forms.wrap(x, ty.bits, ty.is_signed());
        if op == ReduceOp::Add {
            // One sum of all: the sums on the way to it are of no use, and as long as it is.
            let terms: Vec<_> = parts.iter().map(|&part| (1, part)).collect();
            let sum = forms.sum(&terms, 0);
            return fit(forms, sum);
        }
        let join = |total: Id, part: &Id| match op {
            ReduceOp::Mul => {
                let product = forms.mul(total, *part);
                fit(forms, product)
            }
            ReduceOp::Min => forms.min(total, *part),
            ReduceOp::Max => forms.max(total, *part),
            ReduceOp::And => forms.bits(Bitwise::And, total, *part),
            ReduceOp::Or => forms.bits(Bitwise::Or, total, *part),
            ReduceOp::Add | ReduceOp::SaturatingAdd => unreachable!("one is a sum, the other was refused"),
        };
        parts[1..].iter().fold(parts[0], join)
    }

    /// The form of an elementwise operation on operand forms.
    fn operation(&mut self, op: &Op, ty: Type, args: &[Id], types: &[Type]) -> Result<Id, Unsupported> {
        let f = &mut self.out.forms;
        let fit = |f: &mut Forms, x: Id| f.wrap(x, ty.bits, ty.is_signed());
        let sat = |f: &mut Forms, x: Id| {
            let (lo, hi) = type_range(ty.bits, ty.is_signed());
            f.clamp(x, lo, hi)
        };
        let refuse = || Unsupported::Operation(format!("{op:?}"));
        let amount = |f: &Forms, at: usize| f.as_const(args[at]).filter(|k| k.abs() < 64).ok_or_else(refuse);
        // Exact shift by a constant, left if positive.
        let shifted = |f: &mut Forms, x: Id, left: i128| {
            if left >= 0 { f.sum(&[(1 << left, x)], 0) } else { f.shr(x, -left as u32) }
        };
        let rounded = |f: &mut Forms, x: Id, right: i128| {
            if right <= 0 {
                return f.sum(&[(1 << -right, x)], 0);
            }
            let biased = f.sum(&[(1, x)], 1 << (right - 1));
            f.shr(biased, right as u32)
        };
        Ok(match op {
            Op::Cast | Op::Reinterpret if ty.bits == 1 && types[0].bits != 1 => {
                let zero = f.constant(0);
                let is_zero = f.test(Test::Equal, args[0], zero);
                f.not(is_zero)
            }
            Op::Reinterpret if types[0].bits != ty.bits => return Err(refuse()),
            Op::Cast | Op::Reinterpret if types[0].is_integer() => fit(f, args[0]),
            Op::SaturatingCast if types[0].is_integer() => sat(f, args[0]),
            Op::Add | Op::WideningAdd | Op::WidenRightAdd => {
                let x = f.add(args[0], args[1]);
                fit(f, x)
            }
            Op::Sub | Op::WideningSub | Op::WidenRightSub => {
                let x = f.sub(args[0], args[1]);
                fit(f, x)
            }
            Op::Mul | Op::WideningMul | Op::WidenRightMul => {
                let x = f.mul(args[0], args[1]);
                fit(f, x)
            }
            Op::SaturatingAdd => {
                let x = f.add(args[0], args[1]);
                sat(f, x)
            }
            Op::SaturatingSub => {
                let x = f.sub(args[0], args[1]);
                sat(f, x)
            }
            Op::HalvingAdd => {
                let x = f.add(args[0], args[1]);
                f.shr(x, 1)
            }
            Op::RoundingHalvingAdd => {
                let x = f.sum(&[(1, args[0]), (1, args[1])], 1);
                f.shr(x, 1)
            }
            Op::HalvingSub => {
                let x = f.sub(args[0], args[1]);
                let x = f.shr(x, 1);
                fit(f, x)
            }
            Op::Min => f.min(args[0], args[1]),
            Op::Max => f.max(args[0], args[1]),
            Op::Abs => f.abs(args[0]),
            Op::Absd => {
                let x = f.sub(args[0], args[1]);
                f.abs(x)
            }
            Op::ShiftLeft | Op::WideningShiftLeft => {
                let k = amount(f, 1)?;
                let x = shifted(f, args[0], k);
                fit(f, x)
            }
            Op::ShiftRight | Op::WideningShiftRight if f.as_const(args[1]).is_none() => {
                f.shr_by(args[0], args[1]).ok_or_else(refuse)?
            }
            Op::ShiftRight | Op::WideningShiftRight => {
                let k = amount(f, 1)?;
                let x = shifted(f, args[0], -k);
                fit(f, x)
            }
            Op::RoundingShiftRight => {
                let k = amount(f, 1)?;
                let x = rounded(f, args[0], k);
                if k > 0 { sat(f, x) } else { fit(f, x) }
            }
            Op::RoundingShiftLeft => {
                let k = amount(f, 1)?;
                let x = rounded(f, args[0], -k);
                if k < 0 { sat(f, x) } else { fit(f, x) }
            }
            Op::MulShiftRight => {
                let k = amount(f, 2)?;
                let x = f.mul(args[0], args[1]);
                let x = f.shr(x, k as u32);
                sat(f, x)
            }
            Op::RoundingMulShiftRight => {
                let k = amount(f, 2)?;
                let x = f.mul(args[0], args[1]);
                let x = rounded(f, x, k);
                sat(f, x)
            }
            Op::Div | Op::Mod => {
                let d = f.as_const(args[1]).filter(|d| *d > 0).ok_or_else(refuse)?;
                let q = f.div(args[0], d);
                if *op == Op::Div { q } else { f.sum(&[(1, args[0]), (-d, q)], 0) }
            }
            Op::And | Op::Or | Op::Xor => {
                let which = match op {
                    Op::And => Bitwise::And,
                    Op::Or => Bitwise::Or,
                    _ => Bitwise::Xor,
                };
                f.bits(which, args[0], args[1])
            }
            Op::Not if ty.bits == 1 => f.not(args[0]),
            // Complement is -x - 1, in either signedness modulo the width.
            Op::Not => {
                let x = f.sum(&[(-1, args[0])], -1);
                fit(f, x)
            }
            Op::Eq => f.test(Test::Equal, args[0], args[1]),
            Op::Ne => {
                let c = f.test(Test::Equal, args[0], args[1]);
                f.not(c)
            }
            Op::Lt => f.test(Test::Less, args[0], args[1]),
            Op::Gt => f.test(Test::Less, args[1], args[0]),
            Op::Ge => {
                let c = f.test(Test::Less, args[0], args[1]);
                f.not(c)
            }
            Op::Le => {
                let c = f.test(Test::Less, args[1], args[0]);
                f.not(c)
            }
            Op::Select => f.select(args[0], args[1], args[2]),
            _ => return Err(refuse()),
        })
    }
}

impl LaneProgram {
    /// Looks for scalings of every form.
    fn scale(&mut self, effort: &Effort<'_>) -> Result<(), Ended> {
        for id in self.forms.all() {
            let before = self.forms.len();
            let found = scalings(&mut self.forms, id, effort)?;
            self.made_for.extend((before..self.forms.len()).map(|made| (Id(made as u32), id)));
            if !found.is_empty() {
                self.scaled.insert(id, found);
            }
        }
        self.given = self.forms.len();
        Ok(())
    }

    /// Whether a form is the window's own or a scaling's; the others are made in planning.
    pub fn is_given(&self, id: Id) -> bool {
        (id.0 as usize) < self.given
    }

    /// Where a form that is given stands: after its operands, and what is made for its scalings just before it.
    pub fn order(&self, id: Id) -> (Id, bool, Id) {
        self.made_for.get(&id).map_or((id, true, id), |&user| (user, false, id))
    }

    /// Where the element that a form reads in a lane is, if the form is a stream.
    pub fn place(&self, id: Id, lane: u32) -> Option<Place> {
        let (leaf, element) = self.stream(id)?.source[lane as usize];
        Some(self.memory.place(leaf, element))
    }

    /// The stream behind a form.
    pub fn is_uniform(&self, id: Id) -> bool {
        match self.forms.form(id) {
            Form::Const(_) => true,
            Form::Stream(number) => {
                let source = &self.streams[*number as usize].source;
                source.iter().all(|element| *element == source[0])
            }
            _ => false,
        }
    }

    /// The stream that a form is.
    pub fn stream(&self, id: Id) -> Option<&Stream> {
        match self.forms.form(id) {
            Form::Stream(n) => Some(&self.streams[*n as usize]),
            _ => None,
        }
    }
}
