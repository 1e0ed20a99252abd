//! Types.

use super::Printer;
use crate::ir::{Sign, Type, TypeId};
use std::fmt::Write as _;

impl Printer<'_> {
    /// A type, by its name if it has one.
    pub(super) fn ty(&mut self, id: TypeId) {
        match self.types.get(&id) {
            // A name in place of a word would hide what the type is.
            Some(name)
                if !matches!(
                    self.module.pool.ty(id),
                    Type::Integer { .. } | Type::Float(_) | Type::Index | Type::None
                ) =>
            {
                let _ = write!(self.out, "!{name}");
            }
            _ => self.type_itself(id),
        }
    }

    pub(super) fn type_itself(&mut self, id: TypeId) {
        if self.is_full() {
            return;
        }
        let module = self.module;
        match module.pool.ty(id) {
            Type::Integer { width, sign } => {
                let prefix = match sign {
                    Sign::Signless => "i",
                    Sign::Signed => "si",
                    Sign::Unsigned => "ui",
                };
                let _ = write!(self.out, "{prefix}{width}");
            }
            Type::Float(name) => self.out.push_str(name),
            Type::Index => self.out.push_str("index"),
            Type::None => self.out.push_str("none"),
            Type::Function { inputs, results } => {
                self.out.push('(');
                self.list(inputs, Self::ty);
                self.out.push_str(") -> (");
                self.list(results, Self::ty);
                self.out.push(')');
            }
            Type::Tuple(of) => {
                self.out.push_str("tuple<");
                self.list(of, Self::ty);
                self.out.push('>');
            }
            Type::Complex(element) => {
                self.out.push_str("complex<");
                self.ty(*element);
                self.out.push('>');
            }
            Type::Vector { dims, element } => {
                self.out.push_str("vector<");
                for dim in dims {
                    let _ = if dim.scalable {
                        write!(self.out, "[{}]x", dim.size)
                    } else {
                        write!(self.out, "{}x", dim.size)
                    };
                }
                self.ty(*element);
                self.out.push('>');
            }
            Type::Tensor { shape, element, encoding } => {
                self.out.push_str("tensor<");
                self.shape(shape.as_deref());
                self.ty(*element);
                if let Some(encoding) = encoding {
                    self.out.push_str(", ");
                    self.attribute(*encoding);
                }
                self.out.push('>');
            }
            Type::Memref { shape, element, parameters } => {
                self.out.push_str("memref<");
                self.shape(shape.as_deref());
                self.ty(*element);
                for parameter in parameters {
                    self.out.push_str(", ");
                    self.attribute(*parameter);
                }
                self.out.push('>');
            }
            Type::Opaque(text) => self.out.push_str(text),
        }
    }

    fn shape(&mut self, shape: Option<&[Option<u64>]>) {
        let Some(shape) = shape else { return self.out.push_str("*x") };
        for size in shape {
            let _ = match size {
                Some(size) => write!(self.out, "{size}x"),
                None => write!(self.out, "?x"),
            };
        }
    }
}
