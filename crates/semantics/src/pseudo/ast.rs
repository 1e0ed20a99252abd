//! The syntax tree.

use isotope_ir::ieee::Format;

/// A name of a [`Program`]: an index into [`Program::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// One-operand operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    /// Arithmetic negation.
    Neg,
    /// Bitwise complement: `NOT`, `~`.
    Not,
    /// Truth: `!`.
    LogicNot,
}

/// Two-operand operators. Comparisons give one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, rounded to zero.
    Div,
    /// `%`, `MOD`: what [`BinOp::Div`] leaves, with the sign of the left operand.
    Rem,
    /// `<<`
    Shl,
    /// `>>`: with the sign of its left operand, where that has one.
    Shr,
    /// `AND`, `&`: bitwise, and logical of single bits.
    And,
    /// `OR`, `|`
    Or,
    /// `XOR`, `^`
    Xor,
    /// `&&`: of truth values, any integer but zero being true.
    LogicAnd,
    /// `||`
    LogicOr,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`, on the integers, hence signed where an operand is.
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// The dialect's own conversions, which are not functions of the text: they say how bits are read as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// `ZeroExtendN`: a slice's bits unsigned; a computed value modulo 2^N.
    ZeroExtend(u32),
    /// `SignExtendN`: a slice's bits as two's complement; a computed value as it is.
    SignExtend(u32),
    /// `TruncateN`: the low N bits, unsigned.
    Truncate(u32),
    /// `IntN`: the low N bits as two's complement.
    Int(u32),
    /// `UIntN`: the low N bits, unsigned.
    UInt(u32),
    /// `Signed`, `Int`: a slice's bits as two's complement.
    Signed,
    /// `Unsigned`, `UInt`: a slice's bits unsigned.
    Unsigned,
    /// `Float16`, `BFloat16`, `Float32`, `Float64`: bits as a float of the format.
    Float(Format),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// An integer literal.
    Int(i128),
    /// A real literal, as it is written.
    Real(String),
    /// A literal this crate does not compute with: strings and exceptions.
    Opaque(String),
    /// A variable, a parameter or the name of a function.
    Var(Sym),
    /// `MAX`: the highest bit of the register file's widest register.
    Max,
    /// Bits `hi` down to `lo`; when `hi < lo` the bits are reversed.
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// One bit.
    Bit(Box<Expr>, Box<Expr>),
    /// `base.word[index]`, `base.word`: an element of so many bits.
    Member(Box<Expr>, u32, Option<Box<Expr>>),
    /// A member whose type this crate does not know: `a.fp32[j]` with its name.
    Field(Box<Expr>, String),
    /// An operator.
    Un(UnOp, Box<Expr>),
    /// An operator.
    Bin(BinOp, Box<Expr>, Box<Expr>),
    /// `c ? x : y`.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a function defined in the text or in the prelude.
    Call(Sym, Vec<Expr>),
    /// A conversion.
    Cast(Cast, Box<Expr>),
    /// `x OP y`, where the variable OP holds the name of a function.
    Infix(Sym, Box<Expr>, Box<Expr>),
}

/// A statement with the line it starts on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Line, from 1.
    pub line: u32,
    /// Its kind.
    pub kind: StmtKind,
}

/// The kind of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `target := value`.
    Assign(Expr, Expr),
    /// `FOR var := from to last`, inclusive; `down` counts downwards.
    For {
        /// The loop variable.
        var: Sym,
        /// First value.
        from: Expr,
        /// Last value.
        to: Expr,
        /// `downto`.
        down: bool,
        /// The statements repeated.
        body: Vec<Stmt>,
    },
    /// `DO WHILE cond`.
    While(Expr, Vec<Stmt>),
    /// `IF`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `CASE selector OF`; an arm without a label is the default.
    Case(Expr, Vec<(Option<i128>, Vec<Stmt>)>),
    /// `RETURN`.
    Return(Option<Expr>),
    /// A call for its effect, or `#DE` and its like: named, not executed.
    Effect(String),
}

/// A function of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Sym,
    /// Its parameters.
    pub params: Vec<Sym>,
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Names, in order of first use.
    pub names: Vec<String>,
    /// Functions, in order of definition.
    pub functions: Vec<Function>,
    /// The statements outside functions.
    pub body: Vec<Stmt>,
}

impl Program {
    /// The name behind a symbol.
    pub fn name(&self, sym: Sym) -> &str {
        &self.names[sym.0 as usize]
    }

    /// The symbol of a name, made if new.
    pub fn intern(&mut self, name: &str) -> Sym {
        let at = self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        Sym(at as u32)
    }

    /// The symbol of a name, if the text has it.
    pub fn find(&self, name: &str) -> Option<Sym> {
        self.names.iter().position(|n| n == name).map(|at| Sym(at as u32))
    }
}

/// The bits of a typed member's element, by its name.
pub fn member_bits(name: &str) -> Option<u32> {
    Some(match name {
        "bit" => 1,
        "byte" | "int8" | "uint8" | "byte8" => 8,
        "word" | "int16" | "uint16" | "fp16" | "bf16" => 16,
        "dword" | "int32" | "uint32" | "fp32" => 32,
        "qword" | "int64" | "uint64" | "fp64" => 64,
        "m128" | "xmm" => 128,
        "m256" | "ymm" => 256,
        "m512" | "zmm" => 512,
        _ => return None,
    })
}

/// The name of the conversion that reads bits as a float.
pub(super) fn float_cast(format: Format) -> &'static str {
    match format {
        Format::Half => "Float16",
        Format::BFloat => "BFloat16",
        Format::Single => "Float32",
        Format::Double => "Float64",
    }
}

/// The conversion of this name, if it is one.
pub fn cast_of(name: &str) -> Option<Cast> {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let stem = &name[..name.len() - digits.len()];
    if digits.is_empty() {
        return match name {
            "Signed" | "Int" => Some(Cast::Signed),
            "Unsigned" | "UInt" => Some(Cast::Unsigned),
            _ => None,
        };
    }
    let bits = digits.parse().ok().filter(|b| (1..=512).contains(b))?;
    Some(match stem {
        "ZeroExtend" | "ZeroExtend_To_" => Cast::ZeroExtend(bits),
        "SignExtend" => Cast::SignExtend(bits),
        "Truncate" => Cast::Truncate(bits),
        "Int" => Cast::Int(bits),
        "UInt" => Cast::UInt(bits),
        "Float" | "BFloat" => {
            return Format::ALL.into_iter().find(|format| float_cast(*format) == name).map(Cast::Float);
        }
        _ => return None,
    })
}
