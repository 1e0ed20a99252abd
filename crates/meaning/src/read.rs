//! Operations of the dialect `llvm` as terms, one for each lane.

mod arithmetic;
mod calls;
mod cancelled;
mod decided;
mod said;

use calls::Called;

use crate::error::Unread;
use crate::limits::{MAX_ALL_LANES, MAX_HEIGHT, MAX_LANES, MAX_LEAVES, MAX_LOOKS, MAX_TERMS};
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, Terms};
use isotope_mlir::ir::{Attribute, Module, OpId, Operation, Type, TypeId, ValueId};
use isotope_mlir::literals::{Element, Literal, integers, literals};
use isotope_mlir::structure::shape_of;
use isotope_undefined::Intrinsics;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// A lane; nothing where it is poison.
pub type Lane = Option<TermId>;

/// Lanes and bits of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub lanes: usize,
    pub bits: u32,
}

impl Shape {
    pub fn all(self) -> usize {
        self.lanes * self.bits as usize
    }
}

/// A reader of values.
pub struct Reader<'a, 'd> {
    pub terms: Terms,
    /// Values that terms are made of: those whose lanes the variables are, whose source is the place here.
    pub leaves: Vec<ValueId>,
    /// Ranges of their lanes, where the program says them.
    said: Vec<Option<(i128, i128)>>,
    known: HashMap<ValueId, Vec<Lane>>,
    intrinsics: &'a [Intrinsics<'d>],
    /// Instructions by the intrinsic and the constants of a call.
    called: HashMap<(String, Vec<Option<u64>>), Arc<Called>>,
    /// Bits of terms that were asked for.
    slices: HashMap<(TermId, u32, u32), TermId>,
    /// Terms without comparisons whose outcome is known, and values of terms.
    decided: HashMap<TermId, TermId>,
    ranges: HashMap<TermId, (i128, i128)>,
    /// Terms in more bits.
    extensions: HashMap<(TermId, u32), TermId>,
    /// Lanes of all that was read, and terms that were looked at.
    lanes: usize,
    looks: u64,
}

/// The shape of a number, or of a vector, of integers.
pub fn shape(module: &Module, ty: TypeId) -> Option<Shape> {
    let (lanes, element) = match module.pool.ty(ty) {
        Type::Vector { dims, element } if dims.iter().all(|dim| !dim.scalable) => {
            let lanes = shape_of(module, ty).iter().try_fold(1u64, |all, size| all.checked_mul(*size))?;
            (lanes, *element)
        }
        Type::Vector { .. } => return None,
        _ => (1, ty),
    };
    let Type::Integer { width: bits @ 1..=64, .. } = module.pool.ty(element) else { return None };
    ((1..=MAX_LANES).contains(&lanes)).then_some(Shape { lanes: lanes as usize, bits: *bits })
}

impl<'a, 'd> Reader<'a, 'd> {
    pub fn new(intrinsics: &'a [Intrinsics<'d>]) -> Self {
        Reader {
            terms: Terms::new(),
            leaves: Vec::new(),
            said: Vec::new(),
            known: HashMap::new(),
            intrinsics,
            called: HashMap::new(),
            slices: HashMap::new(),
            decided: HashMap::new(),
            ranges: HashMap::new(),
            extensions: HashMap::new(),
            lanes: 0,
            looks: 0,
        }
    }

    /// The lanes of a value that an operation of the dialect defines, if it was read.
    pub fn lanes(&self, value: ValueId) -> Option<&[Lane]> {
        self.known.get(&value).map(Vec::as_slice)
    }

    /// Makes a value one that terms are made of, in the place of another.
    pub fn set_leaf(&mut self, value: ValueId, leaf: ValueId, shape: Shape) -> Option<()> {
        let source = self.leaves.len();
        if source >= MAX_LEAVES {
            return None;
        }
        self.leaves.push(leaf);
        self.said.push(None);
        let lane = |lane| Some(self.terms.var(LaneVar::new(source, lane).number(), shape.bits));
        let lanes = (0..shape.lanes).map(lane).collect();
        self.known.insert(value, lanes);
        Some(())
    }

    /// The variables of a term.
    pub fn variables(&mut self, term: TermId) -> Result<BTreeSet<u32>, String> {
        let (mut found, mut seen, mut open) = (BTreeSet::new(), HashSet::new(), vec![term]);
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            self.looks += 1;
            if let Node::Var(number) = self.terms.node(term) {
                found.insert(*number);
            }
            open.extend(self.terms.operands(term));
        }
        match self.looks > MAX_LOOKS {
            true => Err(format!("takes more than {MAX_LOOKS} looks at terms (MAX_LOOKS)")),
            false => Ok(found),
        }
    }

    /// Reads an operation.
    pub fn read(&mut self, module: &Module, id: OpId) -> Result<(), Unread> {
        let op = module.op(id);
        let wrong = |why: String| Unread { place: op.place, why: format!("{} {why}", op.name) };
        let [result] = op.results[..] else { return Err(wrong("has other than one result".to_owned())) };
        let to = shape(module, module.type_of(result)).ok_or_else(|| wrong("makes no integers".to_owned()))?;
        let mut operands = Vec::new();
        for operand in &op.operands {
            operands.push(self.operand(module, *operand).map_err(wrong)?);
        }
        self.lanes += to.lanes;
        if self.lanes > MAX_ALL_LANES {
            return Err(wrong(format!(
                "is one of those with more than {MAX_ALL_LANES} lanes together (MAX_ALL_LANES)"
            )));
        }
        let lanes = self.result(module, op, &operands, to).map_err(wrong)?;
        debug_assert!(lanes.len() == to.lanes, "{}", op.name);
        if lanes.iter().flatten().any(|lane| self.terms.height(*lane) > MAX_HEIGHT) {
            return Err(wrong(format!("is on top of more than {MAX_HEIGHT} others (MAX_HEIGHT)")));
        }
        if self.terms.len() > MAX_TERMS {
            return Err(wrong(format!("makes more than {MAX_TERMS} terms (MAX_TERMS)")));
        }
        self.known.insert(result, lanes);
        Ok(())
    }

    fn operand(&mut self, module: &Module, value: ValueId) -> Result<(Vec<Lane>, Shape), String> {
        let of = shape(module, module.type_of(value)).ok_or("takes no integers")?;
        if !self.known.contains_key(&value) {
            self.set_leaf(value, value, of).ok_or(format!("takes more than {MAX_LEAVES} values (MAX_LEAVES)"))?;
            let said = said::range(module, value);
            self.said.last_mut().into_iter().for_each(|range| *range = said);
        }
        Ok((self.known[&value].clone(), of))
    }

    fn result(
        &mut self,
        module: &Module,
        op: &Operation,
        operands: &[(Vec<Lane>, Shape)],
        to: Shape,
    ) -> Result<Vec<Lane>, String> {
        if let Some(name) = module.unknown_attribute(op, &KNOWN) {
            return Err(format!("has an attribute {} whose meaning is not known", name.escape_debug()));
        }
        if assumes(module, op) {
            return Err("has a flag whose promise is not looked into".to_owned());
        }
        match (op.name.as_str(), operands) {
            ("llvm.mlir.poison", []) => Ok(vec![None; to.lanes]),
            ("llvm.mlir.zero", []) => Ok(vec![Some(self.terms.constant(0, to.bits)); to.lanes]),
            ("llvm.mlir.constant", []) => self.constant(module, op, to),
            // A lane that is poison stays so: it has no term.
            ("llvm.freeze", [(lanes, _)]) => Ok(lanes.clone()),
            ("llvm.bitcast", [(lanes, from)]) if from.all() == to.all() => Ok(self.recut(lanes, *from, to)),
            ("llvm.shufflevector", [(x, _), (y, _)]) => {
                let mask = integers(module, op, "mask").ok_or("has no mask")?;
                let lane = |at: &i64| match usize::try_from(*at) {
                    Ok(at) => x.iter().chain(y).nth(at).copied().ok_or("takes a lane that is not there".to_owned()),
                    // -1 is a lane of poison.
                    Err(_) => Ok(None),
                };
                let lanes = mask.iter().map(lane).collect::<Result<Vec<_>, _>>()?;
                if lanes.len() == to.lanes { Ok(lanes) } else { Err("has a mask of another size".to_owned()) }
            }
            ("llvm.extractelement", [(lanes, _), (at, _)]) => Ok(vec![self.place(at).and_then(|at| *lanes.get(at)?)]),
            ("llvm.insertelement", [(lanes, _), (lane, _), (at, _)]) => {
                let mut lanes = lanes.clone();
                match self.place(at).filter(|at| *at < lanes.len()) {
                    Some(at) => lanes[at] = lane[0],
                    None => return Err("is at a place that is not known".to_owned()),
                }
                Ok(lanes)
            }
            ("llvm.call_intrinsic", _) => self.call(module, op, operands, to),
            _ => self.lane_by_lane(module, op, operands, to),
        }
    }

    fn constant(&mut self, module: &Module, op: &Operation, to: Shape) -> Result<Vec<Lane>, String> {
        let value = module.attribute(op, "value").ok_or("has no value")?;
        let all = literals(module, value, Element::Int(to.bits), to.lanes as u64).ok_or("has no integers")?;
        let all = if all.len() == 1 { vec![all[0]; to.lanes] } else { all };
        let lane = |literal| match literal {
            Literal::Int(value) => Ok(Some(self.terms.constant(value as u128, to.bits))),
            Literal::Float(_) => Err("has no integers".to_owned()),
        };
        all.into_iter().map(lane).collect()
    }

    /// A lane's number that is a constant.
    fn place(&self, at: &[Lane]) -> Option<usize> {
        usize::try_from(self.terms.as_const((*at.first()?)?)?).ok()
    }

    /// Lanes of another width over the same bits.
    fn recut(&mut self, lanes: &[Lane], from: Shape, to: Shape) -> Vec<Lane> {
        (0..to.lanes).map(|lane| self.bits(lanes, from.bits, lane * to.bits as usize, to.bits)).collect()
    }

    /// Bits of lanes side by side, the lowest lane first; nothing where one of them is poison.
    fn bits(&mut self, lanes: &[Lane], each: u32, low: usize, count: u32) -> Lane {
        let (mut made, mut at, end) = (None, low, low + count as usize);
        while at < end {
            let (lane, begin) = (at / each as usize, (at % each as usize) as u32);
            let width = (each - begin).min((end - at) as u32);
            let part = self.slice((*lanes.get(lane)?)?, begin, width);
            made = Some(made.map_or(part, |low| self.terms.concat(part, low)));
            at += width as usize;
        }
        made
    }

    /// Bits of a term. Those of numbers that were put side by side by shifts and `or` are those of one of them.
    fn slice(&mut self, term: TermId, low: u32, width: u32) -> TermId {
        if width == self.terms.width(term) {
            return term;
        }
        if let Some(known) = self.slices.get(&(term, low, width)) {
            return *known;
        }
        let made = match *self.terms.node(term) {
            Node::Bin(op @ (BinOp::Or | BinOp::And | BinOp::Xor), x, y) => {
                let (x, y) = (self.slice(x, low, width), self.slice(y, low, width));
                self.terms.bin(op, x, y)
            }
            Node::Bin(BinOp::Shl, x, by) => match self.terms.as_const(by) {
                Some(by) if by >= u128::from(low + width) => self.terms.constant(0, width),
                Some(by) if by <= u128::from(low) => self.slice(x, low - by as u32, width),
                _ => self.terms.extract(term, low, width),
            },
            _ => self.terms.extract(term, low, width),
        };
        self.slices.insert((term, low, width), made);
        made
    }
}

/// Attributes that are read, and the numbers of operands, which LLVM's dialect writes besides.
const KNOWN: [&str; 11] = [
    "fastmathFlags",
    "intrin",
    "isDisjoint",
    "isExact",
    "mask",
    "nonNeg",
    "op_bundle_sizes",
    "operandSegmentSizes",
    "overflowFlags",
    "predicate",
    "value",
];

/// Whether an operation promises something, without which its result is poison.
fn assumes(module: &Module, op: &Operation) -> bool {
    let is_set = |name: &str| {
        module.attribute(op, name).is_some_and(|value| match value {
            Attribute::Bool(value) => *value,
            Attribute::Opaque { text, .. } => !text.ends_with("<none>"),
            _ => true,
        })
    };
    op.name != "llvm.call_intrinsic"
        && ["overflowFlags", "isExact", "isDisjoint", "nonNeg", "fastmathFlags"].iter().any(|name| is_set(name))
}
