//! Which entries of Intel's guide are taken, and what each operand is.
//!
//! In scope: integer computation between registers, and memory of a stated size, of the listed extensions. A refusal names its reason and is counted.
//!
//! The order of the questions is the order of the answers: an entry that needs an extension out of scope is refused for
//! that, whatever else it is, so that counts by class add up to the guide.

use crate::catalogue::{Instruction, Intrinsic, Parameter};
use crate::errata::{Errata, Repaired};
use crate::memory::located;
use isotope_ir::ieee::Format;
use isotope_semantics::FUSED;
use isotope_semantics::limits::MAX_REGISTER_BITS;
use isotope_semantics::pseudo::ast::Program;
use isotope_semantics::pseudo::{import, parse};
use isotope_semantics::{Operand, OperandKind, Semantics, SemanticsError};
use std::collections::{BTreeMap, BTreeSet};

/// The part of a vendor's text that is taken, and how it is read.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The vendor's names of the extensions that are taken.
    pub extensions: BTreeSet<String>,
    /// The vendor's types of operands.
    pub types: BTreeMap<String, OperandType>,
    /// Repairs of the text.
    pub errata: Errata,
    /// Whether the entries with floats are taken, and they alone; else they alone are not.
    pub floats: bool,
}

/// An operand of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandType {
    /// All its bits.
    pub bits: u32,
    /// Its kind.
    pub kind: OperandKind,
}

/// Why an entry is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It needs an extension that is not listed.
    #[error("needs {0}, which is not in scope")]
    Extension(String),
    /// An operand or the result is floating point.
    #[error("floating point")]
    Float,
    /// It returns nothing.
    #[error("no result, only an effect")]
    NoResult,
    /// It reads or writes memory.
    #[error("memory operand")]
    Memory,
    /// It reads or writes memory, and the vendor does not say how many bytes: a gather, a scatter.
    #[error("memory of no stated size, or of more than MAX_REGISTER_BITS ({MAX_REGISTER_BITS})")]
    MemorySize,
    /// MMX registers.
    #[error("MMX register")]
    Mmx,
    /// A function of Intel's SVML library.
    #[error("SVML library function, not an instruction")]
    Library,
    /// No builtin of the compiler's stands for it: an alias, or a form that C cannot write.
    #[error("no builtin of the compiler's")]
    NoBuiltin,
    /// It writes two registers.
    #[error("two results")]
    Results,
    /// Its declaration cannot be read.
    #[error("{0}")]
    Declaration(String),
    /// The guide gives no operation.
    #[error("no operation text")]
    NoOperation,
    /// A C type that this crate does not know.
    #[error("operand type {0} is not known")]
    Type(String),
    /// The errata file says that the text cannot be repaired.
    #[error("errata {name}: {reason}")]
    Erratum {
        /// The entry's name.
        name: String,
        /// Its reason.
        reason: String,
    },
    /// A row of a table of intrinsics that does not read.
    #[error("the table's row: {0}")]
    Row(String),
    /// The table names no instruction.
    #[error("no instruction: the bits stay as they are, or the compiler chooses")]
    NoInstruction,
    /// The table names more than one.
    #[error("several instructions")]
    SeveralInstructions,
    /// The assembler does not know the table's instruction.
    #[error("no encoding: the assembler does not know the table's instruction")]
    NoEncoding,
    /// The specification does not give a meaning that can be written down.
    #[error("{0}")]
    Specification(String),
    /// The text is not semantics.
    #[error(transparent)]
    Semantics(#[from] SemanticsError),
}

impl Refusal {
    /// Whether the vendor's text, or what reads it, is at fault: the rest is out of scope, or repaired by refusing it.
    pub fn is_fault(&self) -> bool {
        use Refusal::{Declaration, NoEncoding, Row, Semantics, Specification, Type};
        matches!(self, Declaration(_) | NoEncoding | Row(_) | Semantics(_) | Specification(_) | Type(_))
    }

    /// The reason without what varies by entry: a key to count by.
    pub fn class(&self) -> String {
        match self {
            Refusal::Extension(_) => "extension not in scope".into(),
            Refusal::Type(_) => "operand type not known".into(),
            Refusal::Declaration(_) => "declaration".into(),
            Refusal::Erratum { name, .. } => format!("errata: {name}"),
            Refusal::Row(_) => "a row of the table that does not read".into(),
            Refusal::Specification(what) => what.split(" (").next().unwrap_or(what).into(),
            Refusal::Semantics(SemanticsError::Syntax(_)) => "syntax".into(),
            Refusal::Semantics(SemanticsError::UndefinedFunction { name, .. }) => format!("undefined function {name}"),
            Refusal::Semantics(SemanticsError::Unsupported { what, .. }) => format!("{what} in the text"),
            Refusal::Semantics(SemanticsError::NoResult { .. }) => "the text never writes its result".into(),
            other => other.to_string(),
        }
    }
}

/// Whether an entry is in scope by its declaration alone; the text is not read.
pub fn in_scope(intrinsic: &Intrinsic, scope: &Scope) -> Result<(), Refusal> {
    // An entry may need several extensions: all of them.
    if let Some(other) = intrinsic.cpuid.iter().find(|c| !scope.extensions.contains(*c)) {
        return Err(Refusal::Extension(other.clone()));
    }
    if intrinsic.cpuid.is_empty() {
        return Err(Refusal::Extension("no extension the guide names".into()));
    }
    if intrinsic.tech == "SVML" {
        return Err(Refusal::Library);
    }
    let all = || intrinsic.params.iter().chain([&intrinsic.ret]);
    if !scope.floats && has_floats(intrinsic) {
        return Err(Refusal::Float);
    }
    let pointers = || intrinsic.params.iter().filter(|p| p.ty.contains('*'));
    // A value that is stored is a result; without a pointer there is none.
    if intrinsic.ret.ty == "void" && pointers().next().is_none() {
        return Err(Refusal::NoResult);
    }
    // Some entries hide a pointer in the text alone.
    let memory = intrinsic.operation.as_deref().is_some_and(|text| text.contains("MEM["));
    if intrinsic.ret.ty.contains('*') || memory && pointers().next().is_none() {
        return Err(Refusal::Memory);
    }
    if pointers().any(|p| !p.memwidth.is_some_and(|bits| (1..=MAX_REGISTER_BITS).contains(&bits))) {
        return Err(Refusal::MemorySize);
    }
    if all().any(|p| p.ty == "__m64") && !scope.types.contains_key("__m64") {
        return Err(Refusal::Mmx);
    }
    Ok(())
}

/// Whether an operand of an entry, or its result, is floating point.
pub fn has_floats(intrinsic: &Intrinsic) -> bool {
    // `__m128` and its like without an `i` hold floats, whatever the element type says.
    let ty = |ty: &str| {
        let name = ty.trim_start_matches("const ").trim_end_matches(['*', ' ']);
        let register = name.strip_prefix("__m").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        let in_register = name != "__m64" && matches!(register, Some("" | "d" | "h" | "bh"));
        matches!(name, "float" | "double") || name.contains("loat16") || in_register
    };
    let mut all = intrinsic.params.iter().chain([&intrinsic.ret]);
    all.any(|p| p.etype.starts_with("FP") || p.etype.starts_with("BF") || ty(&p.ty))
}

/// An entry's meaning, and the errata it needed.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The meaning.
    pub semantics: Semantics,
    /// Names of the errata entries that were applied, in file order.
    pub errata: Vec<String>,
}

/// Translates an entry of the guide.
pub fn translate(intrinsic: &Intrinsic, scope: &Scope) -> Result<Translation, Refusal> {
    in_scope(intrinsic, scope)?;
    // Repairs come before anything is read of the operands: some correct their types.
    let Repaired { intrinsic, text, applied } = match scope.errata.repair(intrinsic) {
        Ok(repaired) => repaired,
        Err((name, reason)) => return Err(Refusal::Erratum { name, reason }),
    };
    let text = text.ok_or(Refusal::NoOperation)?;
    let operands = intrinsic.params.iter().map(|p| operand(p, scope)).collect::<Result<Vec<_>, _>>()?;
    let mut program = parse(&text).map_err(SemanticsError::from)?;
    let written = located(&mut program, &operands)?;
    let mut result = match (intrinsic.ret.ty.as_str(), &written[..]) {
        ("void", [memory]) => (*memory).clone(),
        ("void", []) => return Err(Refusal::NoResult),
        (_, []) => operand(&intrinsic.ret, scope)?,
        // A value and what is stored beside it, or two stores: semantics have one result, and a text of two would need
        // an order between them.
        _ => return Err(Refusal::Results),
    };
    // A result typed as an immediate is a typing error of the guide's; it is a register.
    if result.kind == OperandKind::Imm {
        result.kind = OperandKind::Scalar;
    }
    let prelude = if scope.floats { scope.errata.float_prelude() } else { scope.errata.prelude() };
    if scope.floats {
        float_functions(&intrinsic, prelude, &mut program);
    }
    let semantics = Semantics::link(operands, result, program, prelude)?;
    Ok(Translation { semantics, errata: applied })
}

/// Functions of the prelude that an entry's declaration calls for, and not its text.
fn float_functions(intrinsic: &Intrinsic, prelude: &Program, program: &mut Program) {
    let mut take = |name: &str, called: &str| {
        let Some(found) = prelude.functions.iter().find(|f| prelude.name(f.name) == name) else { return };
        let mut function = import(found, prelude, program);
        function.name = program.intern(called);
        program.functions.push(function);
    };
    // Functions of the text come before those of the prelude: what is taken here under another name is found first.
    // The operand that says how to round is named in the description alone.
    if intrinsic.params.iter().any(|p| p.name == "rounding") {
        take("FP_MODE_OF_ROUNDING", "FP_MODE");
    }
    // Their texts write a product and a sum; it is the instruction that rounds them once.
    let fused = |i: &Instruction| ["VFMADD", "VFMSUB", "VFNMADD", "VFNMSUB"].iter().any(|m| i.name.starts_with(m));
    if intrinsic.instructions.iter().any(fused) {
        take(FUSED, FUSED);
    }
}

/// The operand of a parameter, or of the result: its register by the C type, its elements by the guide's letters. Both are
/// needed: `__m128i` says nothing of elements, and `UI8` not how many there are.
fn operand(p: &Parameter, scope: &Scope) -> Result<Operand, Refusal> {
    let ty = p.ty.trim_start_matches("const ").trim();
    let memory = || p.memwidth.filter(|_| ty.contains('*')).map(|bits| OperandType { bits, kind: OperandKind::Memory });
    let OperandType { bits, kind } =
        memory().or_else(|| scope.types.get(ty).copied()).ok_or_else(|| Refusal::Type(ty.to_owned()))?;
    // An `int` is an immediate only if the guide says so: `_mm_set1_epi32` takes a register.
    let immediate = kind == OperandKind::Imm || p.etype == "IMM";
    let kind = if immediate { OperandKind::Imm } else { kind };
    let digits = p.etype.trim_start_matches(|c: char| !c.is_ascii_digit());
    let element_bits = match kind {
        // Without a width eight bits matter, as in every encoding.
        OperandKind::Imm => p.immwidth.unwrap_or(8),
        OperandKind::Mask => 1,
        // M128 and its like: the register has no elements.
        _ if p.etype.starts_with('M') => bits,
        // Letters without a number, or with one that is over the register's bits, leave pieces of at most 64.
        _ => digits.parse().ok().filter(|b: &u32| *b <= bits).unwrap_or(bits.min(64)),
    };
    // Results are `dst` where the guide does not name them.
    let name = if p.name.is_empty() { "dst".to_owned() } else { p.name.clone() };
    // A format only where the register has elements of its size: the guide types some by what they are cast from.
    let float = match (kind, p.etype.as_str()) {
        (OperandKind::Imm | OperandKind::Mask, _) => None,
        (_, "BF16") => Some(Format::BFloat),
        (_, etype) if etype.starts_with("FP") => [Format::Half, Format::Single, Format::Double]
            .into_iter()
            .find(|format| format.bits() == element_bits && digits.parse() == Ok(element_bits)),
        _ => None,
    };
    Ok(Operand { name, bits, kind, element_bits, signed: p.etype.starts_with("SI"), float })
}
