//! Terms of one width as terms of another.

use crate::program::Scalar;
use crate::terms::{Id, Term, Terms};

impl Terms {
    /// The low bits of a sum are the sum of low bits.
    pub(crate) fn trunc(&mut self, of: Scalar, operand: Id) -> Id {
        match self.all[operand].1.clone() {
            Term::Lane => self.put(of, Term::Lane),
            Term::Sum(constant, parts) => {
                let parts: Vec<_> = parts.into_iter().map(|(id, times)| (self.trunc(of, id), times)).collect();
                self.sum(of, constant, &parts)
            }
            _ => self.cast(of, "llvm.trunc", operand),
        }
    }

    /// Of a constant, a constant; else an operation.
    pub(crate) fn cast(&mut self, of: Scalar, name: &str, operand: Id) -> Id {
        let (scalar, term) = &self.all[operand];
        if let (Scalar::Int(width), Term::Constant(bits)) = (*scalar, term) {
            let bits = *bits;
            match name {
                "llvm.sext" => {
                    return self.constant(of, ((bits << (64 - width)).cast_signed() >> (64 - width)).cast_unsigned());
                }
                "llvm.zext" | "llvm.trunc" => return self.constant(of, bits),
                _ => {}
            }
        }
        self.op(of, &format!("{name} {scalar:?}"), vec![operand])
    }
}
