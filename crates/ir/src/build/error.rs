//! Why a node cannot be built, in sentences that a user can act on.

use crate::types::Type;

/// Why a node cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// Too few or too many operands.
    #[error("{op} takes {want}, not {got} operands")]
    Arity {
        /// The operation.
        op: &'static str,
        /// Its operands, in words.
        want: &'static str,
        /// How many it was given.
        got: usize,
    },
    /// An operand that the operation is not defined on.
    #[error("operand {index} of {op} is {ty}, but must be {want}")]
    Operand {
        /// The operation.
        op: &'static str,
        /// Which operand, from 1.
        index: usize,
        /// Its type.
        ty: Type,
        /// The wanted operand, in words.
        want: String,
    },
    /// The stated result is not what the operation gives.
    #[error("{op} gives {computed} here, not {stated}")]
    Result {
        /// The operation.
        op: &'static str,
        /// The stated type.
        stated: Type,
        /// The type of its result.
        computed: Type,
    },
    /// The operation has no type of its own.
    #[error("{op} needs its result type in front, as in (int32x16){op}(...)")]
    Unstated {
        /// The operation.
        op: &'static str,
    },
    /// A stated result that the operation cannot give.
    #[error("{op} cannot give {ty}: {why}")]
    Shape {
        /// The operation.
        op: &'static str,
        /// The stated type.
        ty: Type,
        /// The fault in it.
        why: String,
    },
    /// A literal that its type does not hold.
    #[error("{value} does not fit in {ty}")]
    Literal {
        /// The literal.
        value: i128,
        /// Its type.
        ty: Type,
    },
    /// A call whose operands do not go together.
    #[error("{name} {why}")]
    Call {
        /// The name that was called.
        name: &'static str,
        /// The fault, as the rest of a sentence.
        why: String,
    },
    /// One name, two meanings.
    #[error("leaf {name} is {after} here, but {before} before; give one of them another name")]
    Leaf {
        /// The name.
        name: String,
        /// Its first declaration: its type, or its range or load where the types agree.
        before: String,
        /// Its declaration now.
        after: String,
    },
    /// A leaf that cannot be one.
    #[error("leaf {name}: {why}")]
    BadLeaf {
        /// The name, cut to a readable length.
        name: String,
        /// The fault in it.
        why: String,
    },
    /// Facts that no value satisfies: anything could be proved from them.
    #[error("no value satisfies {fact}: {why}")]
    Contradiction {
        /// The fact, in words.
        fact: String,
        /// Why nothing does.
        why: String,
    },
    /// Over a bound of [`crate::limits`].
    #[error("more than {bound} {what}; split the expression")]
    Limit {
        /// The thing of which there is too much.
        what: &'static str,
        /// The bound.
        bound: u64,
    },
}
