//! Operations on data, and differences where the minus is an unknown.

use super::compiler::Compiler;
use crate::arrays::class::Class;
use crate::nests::code::{Block, Code, Operation, Reg};
use crate::plan::nodes::Node;
use crate::values::op::Signs;

/// Operations of a body that are looked at for readers of a product.
const MAX_LOOKED_AT: usize = 1 << 10;

impl<'p> Compiler<'_, 'p> {
    /// An operation on data without differences, where those are sums with a product by an unknown.
    pub fn without_minus(
        &mut self,
        node: &Node,
        mut how: Operation,
        mut operands: Vec<Reg>,
        work: &mut Block<'p>,
    ) -> (Operation, Vec<Reg>) {
        if how.class == Class::Difference && self.known.permissions.signs == Signs::Unknown {
            // Operations that name no second operand have no product before them either.
            operands[1] = self.negated(how, operands[1], node.operands.get(1).copied(), work);
            how.class = Class::Sum;
        }
        (how, operands)
    }

    /// A value times the unknown that stands for a minus: of a product that nothing else reads its first factor, which may be the same in
    /// all iterations.
    fn negated(&mut self, how: Operation, value: Reg, name: Option<u32>, work: &mut Block<'p>) -> Reg {
        let minus = match self.nest.minus {
            Some(minus) => minus,
            None => {
                let minus = self.register();
                *self.nest.minus.insert(minus)
            }
        };
        let how = Operation { class: Class::Product, ..how };
        let to = self.register();
        let is_read_once = self.body.len() <= MAX_LOOKED_AT
            && self.body.iter().all(|node| node.regions.is_empty())
            && self.body.iter().flat_map(|node| &node.operands).filter(|operand| Some(**operand) == name).count() == 1;
        if let Some(Code::Apply { to: product, how: of, operands }) = work.codes.last_mut()
            && is_read_once
            && (*product, of.class) == (value, Class::Product)
            && let [x, _] = operands.as_mut_slice()
        {
            let factor = std::mem::replace(x, to);
            let at = work.codes.len() - 1;
            work.codes.insert(at, Code::Apply { to, how, operands: vec![factor, minus] });
            return value;
        }
        work.codes.push(Code::Apply { to, how, operands: vec![value, minus] });
        to
    }
}
