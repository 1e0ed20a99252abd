//! LLVM's first-class types, as far as programs have them.

use isotope_ir::types::{Kind, Type};
use isotope_program::{FloatFormat, Shape};
use std::fmt;

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// `i1` to `i128`.
    Int(u32),
    /// `half`, `float`, `double`.
    Float(FloatFormat),
    /// `bfloat`, which only instructions take: even a bit pattern that is cast to it and back is not safe, because LLVM
    /// makes an and with 0x7fff an absolute value of bfloat, which x86 rounds with its denormals flushed.
    BFloat,
}

/// A scalar, or a vector of several lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LlvmType {
    /// The element.
    pub element: Element,
    /// Lanes; one lane is a scalar.
    pub lanes: u32,
}

impl Element {
    /// Bits of an element.
    pub fn bits(self) -> u32 {
        match self {
            Element::Int(bits) => bits,
            Element::Float(format) => format.bits(),
            Element::BFloat => 16,
        }
    }

    /// How LLVM mangles it in an intrinsic's name: `i8`, `f32`, `bf16`.
    fn mangled(self) -> String {
        match self {
            Element::Int(bits) => format!("i{bits}"),
            Element::BFloat => "bf16".to_owned(),
            Element::Float(format) => format!("f{}", format.bits()),
        }
    }
}

impl LlvmType {
    /// Integers of a shape.
    pub fn int(shape: Shape) -> Self {
        LlvmType { element: Element::Int(shape.bits), lanes: shape.lanes }
    }

    /// Floats of a format.
    pub fn float(format: FloatFormat, lanes: u32) -> Self {
        LlvmType { element: Element::Float(format), lanes }
    }

    /// LLVM's type for a front end's type; a bfloat16 is an integer of 16 bits, as Halide has it.
    pub fn of(ty: Type) -> Self {
        let element = match (ty.kind, ty.bits) {
            (Kind::Int | Kind::UInt | Kind::BFloat, bits) => Element::Int(bits),
            (Kind::Float, 16) => Element::Float(FloatFormat::Half),
            (Kind::Float, 32) => Element::Float(FloatFormat::Single),
            (Kind::Float, _) => Element::Float(FloatFormat::Double),
        };
        LlvmType { element, lanes: ty.lanes }
    }

    /// The same element with other lanes.
    pub fn with_lanes(self, lanes: u32) -> Self {
        LlvmType { lanes, ..self }
    }

    /// Bits of the whole value.
    pub fn total_bits(self) -> u32 {
        self.element.bits() * self.lanes
    }

    /// The suffix of an overloaded intrinsic: `.v64i8`, `.i8`.
    pub fn mangled(self) -> String {
        match self.lanes {
            1 => format!(".{}", self.element.mangled()),
            lanes => format!(".v{lanes}{}", self.element.mangled()),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Int(bits) => write!(f, "i{bits}"),
            Element::Float(FloatFormat::Half) => f.write_str("half"),
            Element::BFloat => f.write_str("bfloat"),
            Element::Float(FloatFormat::Single) => f.write_str("float"),
            Element::Float(FloatFormat::Double) => f.write_str("double"),
        }
    }
}

impl fmt::Display for LlvmType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            1 => self.element.fmt(f),
            lanes => write!(f, "<{lanes} x {}>", self.element),
        }
    }
}
