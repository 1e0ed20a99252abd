//! Types.

use super::{AttrId, TypeId};

/// Names of the floating-point types.
pub const FLOATS: [&str; 18] = [
    "f32",
    "f64",
    "f16",
    "bf16",
    "f80",
    "f128",
    "tf32",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f6E2M3FN",
    "f6E3M2FN",
    "f4E2M1FN",
    "f8E8M0FNU",
];

/// How an integer type is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `i8`
    Signless,
    /// `si8`
    Signed,
    /// `ui8`
    Unsigned,
}

/// One dimension of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim {
    /// Elements, or elements for each unit of the machine's vector length.
    pub size: u64,
    /// Written `[4]`.
    pub scalable: bool,
}

/// A type. Types within it are numbers in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `i32`, `si8`, `ui8`.
    Integer {
        /// Bits.
        width: u32,
        /// As it is written.
        sign: Sign,
    },
    /// A name of [`FLOATS`].
    Float(&'static str),
    /// `index`
    Index,
    /// `none`
    None,
    /// `(inputs) -> results`
    Function {
        /// Types of the arguments.
        inputs: Vec<TypeId>,
        /// Types of the results.
        results: Vec<TypeId>,
    },
    /// `tuple<...>`
    Tuple(Vec<TypeId>),
    /// `complex<...>`
    Complex(TypeId),
    /// `vector<4x[8]xf32>`
    Vector {
        /// Outermost first.
        dims: Vec<Dim>,
        /// Type of an element.
        element: TypeId,
    },
    /// `tensor<4x?xf32, encoding>`; without a shape `tensor<*xf32>`.
    Tensor {
        /// Outermost first; `None` is written `?`.
        shape: Option<Vec<Option<u64>>>,
        /// Type of an element.
        element: TypeId,
        /// A dialect's.
        encoding: Option<AttrId>,
    },
    /// `memref<4x?xf32, layout, space>`; without a shape `memref<*xf32, space>`.
    Memref {
        /// Outermost first; `None` is written `?`.
        shape: Option<Vec<Option<u64>>>,
        /// Type of an element.
        element: TypeId,
        /// Layout and memory space as they are written: at most two.
        parameters: Vec<AttrId>,
    },
    /// A dialect's type as text: `!llvm.ptr<3>`.
    Opaque(String),
}

impl Type {
    /// Types directly within it.
    pub fn types(&self) -> Vec<TypeId> {
        match self {
            Type::Function { inputs, results } => inputs.iter().chain(results).copied().collect(),
            Type::Tuple(of) => of.clone(),
            Type::Complex(element)
            | Type::Vector { element, .. }
            | Type::Tensor { element, .. }
            | Type::Memref { element, .. } => vec![*element],
            Type::Integer { .. } | Type::Float(_) | Type::Index | Type::None | Type::Opaque(_) => Vec::new(),
        }
    }

    /// Attributes directly within it.
    pub fn attributes(&self) -> Vec<AttrId> {
        match self {
            Type::Tensor { encoding, .. } => encoding.iter().copied().collect(),
            Type::Memref { parameters, .. } => parameters.clone(),
            _ => Vec::new(),
        }
    }
}
