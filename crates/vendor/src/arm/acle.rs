//! ACLE's table of intrinsics: a row an intrinsic, its columns apart by tabs.
//!
//! ```text
//! int8x8_t vadd_s8(int8x8_t a, int8x8_t b)   a -> Vn.8B;b -> Vm.8B   ADD Vd.8B,Vn.8B,Vm.8B   Vd.8B -> result   v7/A32/A64
//! ```
//!
//! Ranges of immediates stand among the preparations: `0 <= lane <= 7`, or their values: `rot in 90,270`.
//!
//! The columns:
//!
//! - the prototype; an immediate is `__builtin_constant_p(n)`;
//! - which operand is in which register before, `a -> Vn.8B`, with `;` between: `a.val[1]` is one register of several,
//!   `Zeros(64):a` an operand below zeros, `a -> UNUSED` one that no register holds;
//! - the instruction, or several with `;` between, or `NOP`, or nothing;
//! - the register of the result;
//! - where the intrinsic is: not needed, the assembler knows it.
//!
//! Polynomials are integers without a sign, and floats are their bits. A polynomial of 128 bits, for which C has no integer, is in a vector
//! register. Floats of eight bits, whose format a register says, are refused.
//!
//! A row that does not read is one refusal, with what is wrong in it, and the next is read as if it had not been. Names of
//! intrinsics are the keys of everything behind: of the encodings, the validation and the dictionary.

use super::form::{Register, register};
use crate::limits::MAX_IMMEDIATES;
use crate::scope::Refusal;
use isotope_semantics::{Operand, OperandKind};

/// A row that names one instruction on integers or floats in registers.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The intrinsic.
    pub name: String,
    /// Its parameters in order.
    pub operands: Vec<Operand>,
    /// The parameters' C types, and the result's.
    pub c_types: Vec<String>,
    /// The result's C type.
    pub c_result: String,
    /// Its result.
    pub result: Operand,
    /// Immediates in the order of the parameters, each with its values.
    pub immediates: Vec<(String, Vec<u64>)>,
    /// The contents of registers before: pieces of operands, low first.
    pub prepared: Vec<(Vec<Piece>, Register)>,
    /// The instruction, as the table writes it.
    pub instruction: String,
    /// The register of the result.
    pub written: Register,
}

/// Bits that a register holds before the instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Zeros.
    Zeros(u32),
    /// Bits of an operand: its number, the lowest bit, and how many.
    Operand(usize, u32, u32),
}

/// A C type of the table.
struct CType {
    /// Floating point of any format.
    float: bool,
    /// Floating point of a format that a register says.
    modal: bool,
    /// Whether an element has a sign.
    signed: bool,
    /// Bits of an element.
    bits: u32,
    /// Elements of a vector; a scalar has none.
    lanes: Option<u32>,
    /// Registers that it is in: `x2`, `x3`, `x4`.
    registers: u32,
}

/// The rows of the table, in its order; those that are not taken with their names and reasons. Lines that begin with `<` are
/// headings.
pub fn rows(text: &str) -> Vec<Result<Row, (String, Refusal)>> {
    let lines = text.lines().filter(|line| !line.starts_with('<') && !line.trim().is_empty());
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            row(&columns).map_err(|refusal| (name_of(columns[0]).to_owned(), refusal))
        })
        .collect()
}

/// The name in a prototype.
pub fn name_of(prototype: &str) -> &str {
    let head = prototype.split('(').next().unwrap_or(prototype).trim();
    head.rsplit([' ', '*']).next().unwrap_or(head)
}

/// One row. A row that is out of scope by its declaration alone is refused before anything else of it is read.
fn row(columns: &[&str]) -> Result<Row, Refusal> {
    let wrong = |what: &str| Refusal::Row(what.to_owned());
    let [prototype, preparation, instruction, result, ..] = columns else {
        return Err(wrong("four columns expected"));
    };
    let (head, params) = prototype.split_once('(').ok_or_else(|| wrong("a prototype expected"))?;
    let params = params.trim_end().strip_suffix(')').ok_or_else(|| wrong("a prototype expected"))?;
    let name = name_of(prototype);
    let c_result = head.trim().strip_suffix(name).unwrap_or(head).trim();
    let params: Vec<&str> = params.split(',').map(str::trim).filter(|p| !p.is_empty() && *p != "void").collect();
    if params.iter().chain([&c_result]).any(|p| modal(p)) {
        return Err(Refusal::Float);
    }
    if params.iter().any(|p| p.contains('*')) {
        return Err(Refusal::Memory);
    }
    if c_result == "void" {
        return Err(Refusal::NoResult);
    }
    let instruction = instruction.trim();
    match instruction.split_whitespace().next() {
        None | Some("NOP" | "result") => return Err(Refusal::NoInstruction),
        _ if instruction.contains(';') => return Err(Refusal::SeveralInstructions),
        _ => {}
    }
    // `Vd.8B -> result`: there is no other form.
    let written = result.split("->").next().map(str::trim).unwrap_or_default();
    let written = register(written).ok_or_else(|| wrong("the result's register"))?;
    let mut row = Row {
        name: name.to_owned(),
        operands: Vec::new(),
        c_types: Vec::new(),
        c_result: c_result.to_owned(),
        result: operand("dst", c_result)?,
        immediates: Vec::new(),
        prepared: Vec::new(),
        instruction: instruction.to_owned(),
        written,
    };
    for param in params {
        row.parameter(param, preparation)?;
    }
    for part in preparation.split(';').map(str::trim).filter(|p| p.contains("->") && !p.ends_with("UNUSED")) {
        let (source, to) = part.split_once("->").unwrap_or((part, ""));
        let to = register(to.trim()).ok_or_else(|| Refusal::Row(format!("the register of {part}")))?;
        let pieces = source.trim().split(':').rev().map(|piece| row.piece(piece.trim())).collect::<Result<_, _>>()?;
        if row.prepared.iter().any(|(_, other)| *other == to) {
            return Err(wrong("two operands in one register"));
        }
        row.prepared.push((pieces, to));
    }
    let values: usize = row.immediates.iter().map(|(_, values)| values.len()).product();
    if values > MAX_IMMEDIATES {
        return Err(Refusal::Row(format!("more than MAX_IMMEDIATES ({MAX_IMMEDIATES}) values of its immediates")));
    }
    Ok(row)
}

impl Row {
    /// Adds a parameter.
    fn parameter(&mut self, param: &str, preparation: &str) -> Result<(), Refusal> {
        if let Some(inner) = param.strip_prefix("__builtin_constant_p") {
            let name = inner.trim().trim_start_matches('(').trim_end_matches(')').trim();
            let values = range(name, preparation).ok_or_else(|| Refusal::Row(format!("no range of {name}")))?;
            let bits = 64 - values.last().copied().unwrap_or(0).leading_zeros().min(63);
            let kind = OperandKind::Imm;
            self.operands.push(Operand {
                name: name.to_owned(),
                bits: 32,
                kind,
                element_bits: bits,
                signed: false,
                float: None,
            });
            self.c_types.push("const int".to_owned());
            self.immediates.push((name.to_owned(), values));
            return Ok(());
        }
        let (ty, name) = param.rsplit_once(' ').ok_or_else(|| Refusal::Row(format!("the parameter {param}")))?;
        self.operands.push(operand(name, ty.trim())?);
        self.c_types.push(ty.trim().to_owned());
        Ok(())
    }

    /// `a`, `a.val[1]`, `Zeros(64)`.
    fn piece(&self, text: &str) -> Result<Piece, Refusal> {
        let wrong = || Refusal::Row(format!("the operand {text}"));
        if let Some(count) = text.strip_prefix("Zeros(").and_then(|rest| rest.strip_suffix(')')) {
            return Ok(Piece::Zeros(count.parse().ok().filter(|c| *c <= 128).ok_or_else(wrong)?));
        }
        let (name, part) = text.split_once(".val[").map_or((text, None), |(name, part)| (name, Some(part)));
        let at = self.operands.iter().position(|o| o.name == name).ok_or_else(wrong)?;
        let whole = self.operands[at].bits;
        let Some(part) = part else {
            return if whole <= 128 { Ok(Piece::Operand(at, 0, whole)) } else { Err(wrong()) };
        };
        let part: u32 = part.strip_suffix(']').and_then(|p| p.parse().ok()).ok_or_else(wrong)?;
        let registers = type_of(&self.c_types[at]).map_or(1, |ty| ty.registers);
        if part >= registers {
            return Err(wrong());
        }
        Ok(Piece::Operand(at, part * (whole / registers), whole / registers))
    }
}

/// Whether a prototype has floats.
pub fn floating(prototype: &str) -> bool {
    let mut words = prototype.split([' ', '(', ')', ',', '*']);
    words.any(|word| word == "fpm_t" || type_of(word).is_some_and(|ty| ty.float))
}

/// The lines of a table whose prototypes have floats, or those whose have none.
pub fn lines(table: &str, floats: bool) -> String {
    let taken = |line: &&str| floating(line.split('\t').next().unwrap_or_default()) == floats;
    table.lines().filter(taken).flat_map(|line| [line, "\n"]).collect()
}

/// Whether a parameter, or the result, is of floats whose format a register says.
fn modal(param: &str) -> bool {
    param.split(' ').any(|word| type_of(word).is_some_and(|ty| ty.modal) || word == "fpm_t")
}

/// `int8x16x2_t`: sixteen signed bytes in each of two registers.
fn type_of(name: &str) -> Option<CType> {
    let inner = name.trim_start_matches('*').strip_suffix("_t")?;
    let at = inner.find(|c: char| c.is_ascii_digit())?;
    let (head, sizes) = inner.split_at(at);
    let mut sizes = sizes.split('x').map(|s| s.parse::<u32>().ok().filter(|n| (1..=128).contains(n)));
    let bits = sizes.next()??;
    let (lanes, registers) = (sizes.next(), sizes.next());
    matches!(head, "int" | "uint" | "poly" | "float" | "bfloat" | "mfloat").then_some(())?;
    Some(CType {
        float: head.ends_with("float"),
        modal: head == "mfloat",
        signed: head == "int",
        bits,
        lanes: if let Some(lanes) = lanes { Some(lanes?) } else { None },
        registers: if let Some(registers) = registers { registers? } else { 1 },
    })
}

/// An operand of a C type.
fn operand(name: &str, ty: &str) -> Result<Operand, Refusal> {
    let unknown = || Refusal::Type(ty.to_owned());
    let found = type_of(ty).ok_or_else(unknown)?;
    let bits = found.bits * found.lanes.unwrap_or(1) * found.registers;
    // A value that C has no integer of is in a vector register.
    let kind = if found.lanes.is_some() || found.bits > 64 { OperandKind::Vector } else { OperandKind::Scalar };
    if !(8..=512).contains(&bits) {
        return Err(unknown());
    }
    Ok(Operand { name: name.to_owned(), bits, kind, element_bits: found.bits, signed: found.signed, float: None })
}

/// The values of an immediate: `0 <= n <= 7`, `n == 0`, `n in 90,270`.
fn range(name: &str, preparation: &str) -> Option<Vec<u64>> {
    for part in preparation.split(';') {
        let part: String = part.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(value) = part.strip_prefix(name).and_then(|rest| rest.strip_prefix("==")) {
            return Some(vec![value.parse().ok()?]);
        }
        if let Some((_, values)) = part.split_once("in").filter(|(before, _)| *before == name) {
            let values: Vec<u64> = values.split(',').map(|value| value.parse().ok()).collect::<Option<_>>()?;
            return (values.len() <= MAX_IMMEDIATES && values.is_sorted_by(|a, b| a < b)).then_some(values);
        }
        if let [low, middle, high] = part.split("<=").collect::<Vec<_>>()[..]
            && middle == name
        {
            let (low, high): (u64, u64) = (low.parse().ok()?, high.parse().ok()?);
            return (low <= high && high - low < MAX_IMMEDIATES as u64).then(|| (low..=high).collect());
        }
    }
    None
}
