//! The syntax tree of Sail.
//!
//! Types are kept where a value's size depends on them (`bits('N)`, `int('n)`), and are [`Type::Other`] elsewhere.
//!
//! Lines are kept by statement, which is as near as a message needs to be. Nothing of a text's layout is kept: the tree is evaluated, and
//! never printed.
//!
//! Operators keep their signs. The meaning of a sign depends on its operands, which only evaluation knows.

use isotope_semantics::interp::Bits;

/// An operator between two operands, by its sign.
pub type Operator = &'static str;

/// A type, as far as sizes are in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `bits(size)`.
    Bits(Box<Expr>),
    /// `int`, `nat`; with its value where the type says it: `int('n)`.
    Int(Option<Box<Expr>>),
    /// `bool`.
    Bool,
    /// `implicit('n)`: an integer.
    Implicit(Box<Expr>),
    /// Several in parentheses.
    Tuple(Vec<Type>),
    /// Anything else.
    Other,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// `_`
    Any,
    /// A name; at a `match`, also a constant of an enumeration.
    Name(String),
    /// `'n`: binds a number as a name and for types.
    Size(String),
    /// A literal.
    Literal(Expr),
    /// `(p, q)`
    Tuple(Vec<Pattern>),
    /// `[p, q]`: bits, the highest first.
    Vector(Vec<Pattern>),
    /// `p : type`
    Typed(Box<Pattern>, Type),
    /// `p as name`
    As(Box<Pattern>, String),
    /// `Constructor(p)`
    Constructor(String),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A decimal literal.
    Int(i128),
    /// `0b..`, `0x..`, `bitzero`, `bitone`.
    Bits(Bits),
    /// `true`, `false`.
    Bool(bool),
    /// A string, or a real number's digits.
    Text(String),
    /// `()`
    Unit,
    /// `undefined`
    Undefined,
    /// A name.
    Name(String),
    /// `'n`
    Size(String),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`: bits, the highest first.
    Vector(Vec<Expr>),
    /// `f(a, b)`
    Call(String, Vec<Expr>),
    /// `a + b`
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[hi .. lo]`
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a.field`
    Field(Box<Expr>, String),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `match a { p if guard => b, .. }`
    Match(Box<Expr>, Vec<Arm>),
    /// `foreach (i from a to b by c in inc) body`
    Foreach(Box<Foreach>),
    /// `while c do body`; `repeat body until c` has the body once before it.
    While(Box<Expr>, Box<Expr>),
    /// `{ a; b }`
    Block(Vec<Stmt>),
    /// `place = value`
    Assign(Box<Expr>, Box<Expr>),
    /// `return a`
    Return(Box<Expr>),
    /// `throw a`
    Throw(Box<Expr>),
    /// Read, and refused when it is evaluated: what it is called.
    Unsupported(&'static str),
}

/// An arm of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The pattern that it fits.
    pub pattern: Pattern,
    /// A further condition.
    pub guard: Option<Expr>,
    /// Its value.
    pub body: Expr,
}

/// A loop over numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreach {
    /// The counter.
    pub var: String,
    /// Its first value.
    pub from: Expr,
    /// Its last value.
    pub to: Expr,
    /// The step, 1 where none is given.
    pub by: Option<Expr>,
    /// Whether it counts down.
    pub down: bool,
    /// The body that is repeated.
    pub body: Expr,
}

/// A statement of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// The line, from 1.
    pub line: u32,
    /// Its kind.
    pub kind: StmtKind,
}

/// The kind of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// An expression; the last one's value is the block's.
    Expr(Expr),
    /// `let p = a`: for what follows in the block.
    Let(Pattern, Expr),
    /// `x : type = a`: a variable that may be assigned.
    Variable(String, Type, Expr),
}

/// A function, or a clause of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether it is one clause of several.
    pub clause: bool,
    /// Its parameters.
    pub params: Pattern,
    /// The expression that it computes.
    pub body: Expr,
    /// The file.
    pub file: String,
    /// Its first line.
    pub line: u32,
}

/// An item of a file that evaluation needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A function.
    Function(Function),
    /// `val name : (type, ..) -> type`: the types of its parameters, and of its result.
    Value(String, Vec<Type>, Type),
    /// The constants of an enumeration.
    Enum(Vec<String>),
    /// `bitfield name : type = { field : high .. low, .. }`: fields with their highest and lowest bits.
    Bitfield(String, Vec<(String, u32, u32)>),
    /// `let name = value` outside functions.
    Constant(String, Expr),
}
