//! Data: numbers, and vectors as a register for each lane.

use super::compiler::Compiler;
use crate::arrays::class::Class;
use crate::nests::code::{Block, Code, Operation, Reg};
use crate::plan::decode::attributes;
use crate::plan::nodes::{Kind, Literal, Node};
use crate::plan::shapes::{FROM_OPERAND, part, stretched};
use crate::plan::wide::Wide;
use crate::values::field::Method;
use crate::values::flags::Flags;
use crate::values::op::{self, Arithmetic, Name, Op, commutes, header};
use crate::values::value::Element;

/// Registers of data that a nest may have: each is an array of `STRIP` terms.
const MAX_REGISTERS: usize = 1 << 13;

/// Operations that one run of these counts for, without what stands in their regions.
pub fn steps(nodes: &[Node]) -> u64 {
    let each = nodes.iter().map(|node| match &node.kind {
        Kind::Wide(Wide::Fold(of)) => 1 + of.places().len() as u64,
        Kind::Wide(Wide::Product(of)) => 1 + of.points(),
        _ => 1,
    });
    each.fold(0, u64::saturating_add)
}

impl<'p> Compiler<'_, 'p> {
    pub fn register(&mut self) -> Reg {
        self.nest.data += 1;
        self.nest.data - 1
    }

    /// Registers of so many lanes, if there is room for them.
    pub fn registers(&mut self, count: usize) -> Option<Vec<Reg>> {
        (count == 1 || count <= MAX_REGISTERS.saturating_sub(self.nest.data))
            .then(|| (0..count).map(|_| self.register()).collect())
    }

    /// Lanes of a value.
    pub fn count(&self, name: u32) -> Option<usize> {
        let ty = self.known.module.values.get(name as usize)?.ty;
        let shape = attributes::vector(self.known.module, ty).unwrap_or_default();
        shape.iter().try_fold(1, |count: usize, size| count.checked_mul(usize::try_from(*size).ok()?))
    }

    /// The registers of a value, which is one from outside where nothing in the nest defines it.
    pub fn value(&mut self, name: u32) -> Option<Vec<Reg>> {
        if let Some(regs) = self.data.get(&name) {
            return Some(regs.clone());
        }
        self.is_mixed |=
            self.forms.contains_key(&name) && !self.nest.int_inputs.iter().any(|(input, _)| *input == name);
        let regs = self.define(name)?;
        self.nest.data_inputs.push((name, regs.clone()));
        Some(regs)
    }

    pub fn define(&mut self, name: u32) -> Option<Vec<Reg>> {
        let count = self.count(name)?;
        self.define_lanes(name, count)
    }

    pub fn define_lanes(&mut self, name: u32, count: usize) -> Option<Vec<Reg>> {
        let regs = self.registers(count)?;
        self.data.insert(name, regs.clone());
        Some(regs)
    }

    /// Whether numbers of this type are data.
    pub fn is_data(&self, element: Element) -> bool {
        element.is_float() || matches!(element, Element::Int(_)) && self.known.integers
    }

    /// An operation on each lane of its operands.
    pub fn each_lane(&mut self, node: &Node, op: Op, from: Element, to: Element, work: &mut Block<'p>) -> Option<()> {
        let is_integer = matches!((from, to), (Element::Int(_), Element::Int(_)));
        if !(is_integer || from.is_float() && to.is_float()) {
            return None;
        }
        let added = op.added(self.known.method).filter(|_| is_integer);
        if added == Some(0) {
            return self.same(node);
        }
        let mut operands = node.operands.iter().map(|name| self.value(*name)).collect::<Option<Vec<_>>>()?;
        let count = self.count(*node.results.first()?)?;
        let (mut op, mut from) = (op, from);
        if let Some(added) = added {
            let number = self.registers(1)?[0];
            self.nest.constants.push((number, Literal::Int(added), to));
            operands.push(vec![number; count]);
            (op, from) = (Op::plain(Name::AddI), to);
        }
        if operands.iter().any(|regs| regs.len() != count) {
            return None;
        }
        let mut regs = Vec::with_capacity(count);
        for lane in 0..count {
            let lanes: Vec<Reg> = operands.iter().map(|regs| regs[lane]).collect();
            regs.push(match (op.name, lanes.as_slice()) {
                // As outside of nests: a product, and a sum.
                (Name::Fma | Name::VectorFma, [x, y, z])
                    if self.known.permissions.contract && op.named == Flags::NONE =>
                {
                    let product = self.computed(node, Op { name: Name::MulF, ..op }, [from, to], vec![*x, *y], work)?;
                    self.computed(node, Op { name: Name::AddF, ..op }, [from, to], vec![product, *z], work)?
                }
                _ => self.computed(node, op, [from, to], lanes, work)?,
            });
        }
        self.data.insert(*node.results.first()?, regs);
        Some(())
    }

    /// One operation on numbers; `None`: it is one on integers that is not computed in nests. Where every operation is a free term, each is.
    fn computed(
        &mut self,
        node: &Node,
        op: Op,
        [from, to]: [Element; 2],
        operands: Vec<Reg>,
        work: &mut Block<'p>,
    ) -> Option<Reg> {
        let how = self.operation(op, from, to, operands.len(), node.op);
        let is_in_field = matches!(how.class, Class::Sum | Class::Difference | Class::Product);
        if !to.is_float() && !is_in_field && self.known.method != Method::Linear {
            return None;
        }
        self.registers(1).map(|regs| {
            let (how, operands) = self.without_minus(node, how, operands, work);
            work.codes.push(Code::Apply { to: regs[0], how, operands });
            regs[0]
        })
    }

    fn operation(&self, op: Op, from: Element, to: Element, operands: usize, node: u32) -> Operation {
        let class = match self.known.permissions.of_field(op, self.known.method) {
            _ if operands != 2 => Class::Other,
            Some(Arithmetic::Sum) => Class::Sum,
            Some(Arithmetic::Difference) => Class::Difference,
            Some(Arithmetic::Product) => Class::Product,
            None if !self.known.method.is_free() => Class::Other,
            None => {
                let code = op::code(header(op, from, to));
                match self.known.method {
                    Method::Linear => Class::Linear(code),
                    _ if commutes(op.name) => Class::Commutes(code),
                    _ => Class::Ordered(code),
                }
            }
        };
        Operation { op, from, to, class, node }
    }

    /// Operations that move lanes, and those that add them up.
    pub fn moved(&mut self, node: &'p Node, work: &mut Block<'p>) -> Option<()> {
        let operands = |compiler: &mut Self| {
            node.operands.iter().map(|name| compiler.value(*name)).collect::<Option<Vec<Vec<Reg>>>>()
        };
        let ty = self.known.module.values[*node.results.first()? as usize].ty;
        if !self.is_data(attributes::element(self.known.module, ty)?) {
            return None;
        }
        let regs = match &node.kind {
            Kind::Broadcast { from, shape } => stretched(operands(self)?.first()?, from, shape)?,
            Kind::Extract { position, shape, .. } if !position.contains(&FROM_OPERAND) => {
                let (begin, count) = part(position, shape);
                operands(self)?.first()?.get(begin..begin + count)?.to_vec()
            }
            Kind::Insert { position, shape } if !position.contains(&FROM_OPERAND) => {
                let (begin, count) = part(position, shape);
                let [source, mut lanes] = <[Vec<Reg>; 2]>::try_from(operands(self)?).ok()?;
                lanes.splice(begin..begin + count, source);
                lanes
            }
            Kind::Rearrange(results) => {
                let all = operands(self)?.concat();
                for (name, of) in node.results.iter().zip(results) {
                    let moved = of.iter().map(|lane| all.get(*lane as usize).copied()).collect::<Option<Vec<_>>>()?;
                    self.data.insert(*name, moved);
                }
                return Some(());
            }
            Kind::Reduce { op, element } => {
                let all = operands(self)?;
                let mut lanes = all.get(1).into_iter().chain(all.first()).flatten().copied();
                let mut sum = lanes.next()?;
                for lane in lanes {
                    sum = self.computed(node, *op, [*element; 2], vec![sum, lane], work)?;
                }
                vec![sum]
            }
            Kind::Wide(Wide::Fold(of)) => {
                let [source, mut sums] = <[Vec<Reg>; 2]>::try_from(operands(self)?).ok()?;
                for (lane, at) in source.into_iter().zip(of.places()) {
                    let sum = sums.get_mut(at)?;
                    *sum = self.computed(node, of.op, [of.element; 2], vec![*sum, lane], work)?;
                }
                sums
            }
            Kind::Wide(Wide::Product(of)) => {
                // A factor of another type has to be extended.
                let is_plain = |at: usize| {
                    of.elements[at] == of.elements[2] || self.known.plan.exact_factors.contains(&node.operands[at])
                };
                if !(is_plain(0) && is_plain(1) && of.begins) {
                    return None;
                }
                let [x, y, mut sums] = <[Vec<Reg>; 3]>::try_from(operands(self)?).ok()?;
                let element = [of.elements[2]; 2];
                for [left, right, at] in of.places() {
                    let factors = vec![*x.get(left)?, *y.get(right)?];
                    let product = self.computed(node, of.times(), element, factors, work)?;
                    let sum = sums.get_mut(at)?;
                    *sum = self.computed(node, of.op, element, vec![*sum, product], work)?;
                }
                sums
            }
            _ => return None,
        };
        self.data.insert(*node.results.first()?, regs);
        Some(())
    }
}
