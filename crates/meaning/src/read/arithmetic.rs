//! Operations that compute lane by lane.

use super::{Lane, Reader, Shape};
use isotope_ir::term::{BinOp, TermId};
use isotope_mlir::ir::{Module, Operation};
use isotope_mlir::literals::number;

/// Operations of two operands with a value for all of them.
const PLAIN: [(&str, BinOp); 6] = [
    ("llvm.add", BinOp::Add),
    ("llvm.sub", BinOp::Sub),
    ("llvm.mul", BinOp::Mul),
    ("llvm.and", BinOp::And),
    ("llvm.or", BinOp::Or),
    ("llvm.xor", BinOp::Xor),
];

/// Shifts, which have a value by less than all bits.
const SHIFTS: [(&str, BinOp); 3] = [("llvm.shl", BinOp::Shl), ("llvm.lshr", BinOp::LShr), ("llvm.ashr", BinOp::AShr)];

/// Predicates by their number in MLIR: the comparison, whether its operands change places, and whether it is turned.
const PREDICATES: [(BinOp, bool, bool); 10] = [
    (BinOp::Eq, false, false),
    (BinOp::Eq, false, true),
    (BinOp::Slt, false, false),
    (BinOp::Sle, false, false),
    (BinOp::Slt, true, false),
    (BinOp::Sle, true, false),
    (BinOp::Ult, false, false),
    (BinOp::Ule, false, false),
    (BinOp::Ult, true, false),
    (BinOp::Ule, true, false),
];

impl Reader<'_, '_> {
    pub(super) fn lane_by_lane(
        &mut self,
        module: &Module,
        op: &Operation,
        operands: &[(Vec<Lane>, Shape)],
        to: Shape,
    ) -> Result<Vec<Lane>, String> {
        let predicate = module.attribute(op, "predicate").and_then(number);
        // A scalar condition of vectors chooses among all lanes.
        if operands.iter().any(|(lanes, _)| ![1, to.lanes].contains(&lanes.len())) {
            return Err("has operands of several sizes".to_owned());
        }
        let mut made = Vec::with_capacity(to.lanes);
        for lane in 0..to.lanes {
            let own = |(lanes, _): &(Vec<Lane>, Shape)| if lanes.len() == 1 { lanes[0] } else { lanes[lane] };
            let Some(own) = operands.iter().map(own).collect::<Option<Vec<TermId>>>() else {
                made.push(None);
                continue;
            };
            made.push(Some(self.one(op.name.as_str(), predicate, &own, to.bits)?));
        }
        Ok(made)
    }

    fn one(&mut self, name: &str, predicate: Option<i64>, own: &[TermId], bits: u32) -> Result<TermId, String> {
        let terms = &mut self.terms;
        if let [x, y] = *own
            && terms.width(x) == terms.width(y)
        {
            let of = |table: &[(&str, BinOp)]| table.iter().find(|(own, _)| *own == name).map(|(_, op)| *op);
            if let Some(op) = of(&PLAIN) {
                return Ok(terms.bin(op, x, y));
            }
            if let Some(op) = of(&SHIFTS) {
                return match terms.as_const(y) {
                    Some(by) if by < u128::from(terms.width(x)) => Ok(terms.bin(op, x, y)),
                    _ => Err("shifts by a number that may be too large".to_owned()),
                };
            }
            let predicate = predicate.and_then(|at| PREDICATES.get(usize::try_from(at).ok()?));
            if let ("llvm.icmp", Some((op, swapped, turned))) = (name, predicate) {
                let (x, y) = if *swapped { (y, x) } else { (x, y) };
                let holds = terms.bin(*op, x, y);
                return Ok(if *turned { terms.un(isotope_ir::term::UnOp::Not, holds) } else { holds });
            }
        }
        match (name, own) {
            ("llvm.zext", [x]) if terms.width(*x) < bits => Ok(terms.zext(*x, bits)),
            ("llvm.sext", [x]) if terms.width(*x) < bits => Ok(terms.sext(*x, bits)),
            ("llvm.trunc", [x]) if terms.width(*x) > bits => Ok(self.slice(*x, 0, bits)),
            ("llvm.select", [c, x, y]) if terms.width(*c) == 1 => Ok(terms.ite(*c, *x, *y)),
            _ => Err("has no meaning here".to_owned()),
        }
    }
}
