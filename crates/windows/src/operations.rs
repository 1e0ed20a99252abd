//! Which of MLIR's operations are which of the language's.

use crate::values::lanes_of;
use isotope_ir::build::signless::Reads;
use isotope_ir::expr::{Op, ReduceOp};
use isotope_mlir::ir::{Attribute, Module, Operation, TypeId, ValueId};
use isotope_mlir::literals::{Element, Literal, literals};

/// An operation whose lanes depend on the same lanes of its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Lanewise {
    /// In the language.
    pub op: Op,
    /// Of its operands.
    pub sign: Reads,
    /// Their number.
    pub operands: usize,
    /// The second operand is an amount.
    pub unsigned_second: bool,
}

fn lanes(op: Op, sign: Reads) -> Lanewise {
    Lanewise { op, sign, operands: 2, unsigned_second: false }
}

fn shift(op: Op, sign: Reads) -> Lanewise {
    Lanewise { unsigned_second: true, ..lanes(op, sign) }
}

fn unary(op: Op, sign: Reads) -> Lanewise {
    Lanewise { operands: 1, ..lanes(op, sign) }
}

/// The largest number that a mask leaves, where a window begins behind it: it has the range in place of the mask, by which instructions are
/// found that are exact in that range alone.
///
/// ```mlir
/// %a = arith.andi %v, %c127 {isotope.begins} : vector<4xi8>    // a leaf in 0 to 127
/// ```
pub fn masked(module: &Module, op: &Operation) -> Option<i128> {
    let begins = op.name == "arith.andi" && module.attribute(op, "isotope.begins").is_some();
    let bits = lanes_of(module, module.type_of(*op.results.first()?))?.bits;
    let mask = constant(module, *op.operands.get(1).filter(|_| begins)?)?;
    let last = *mask.iter().max()?;
    // With the highest bit it would be negative for who reads a sign.
    (bits <= 64 && last < 1 << (bits - 1)).then(|| i128::from(last))
}

/// The range that a program says of what it loads, if no number of it has a sign.
pub fn said(module: &Module, op: &Operation, bits: u32) -> Option<(i128, i128)> {
    let (low, high) = isotope_mlir::ranges::said(module, op)?.ok()?;
    (low >= 0 && i128::from(high) < 1 << (bits - 1)).then(|| (low.into(), high.into()))
}

/// The operation in the language; nothing for one that may be undefined where the language's is not.
pub fn lanewise(module: &Module, op: &Operation) -> Option<Lanewise> {
    use Reads::{Either, Signed, Unsigned};
    let found = match op.name.as_str() {
        "arith.addi" => lanes(Op::Add, Either),
        "arith.subi" => lanes(Op::Sub, Either),
        "arith.muli" => lanes(Op::Mul, Either),
        "arith.andi" => lanes(Op::And, Either),
        "arith.ori" => lanes(Op::Or, Either),
        "arith.xori" => lanes(Op::Xor, Either),
        "arith.minui" => lanes(Op::Min, Unsigned),
        "arith.maxui" => lanes(Op::Max, Unsigned),
        "arith.minsi" => lanes(Op::Min, Signed),
        "arith.maxsi" => lanes(Op::Max, Signed),
        "arith.divui" => lanes(Op::DivRoundToZero, Unsigned),
        "arith.divsi" => lanes(Op::DivRoundToZero, Signed),
        "arith.shli" => shift(Op::ShiftLeft, Either),
        "arith.shrui" => shift(Op::ShiftRight, Unsigned),
        "arith.shrsi" => shift(Op::ShiftRight, Signed),
        "math.absi" => unary(Op::Abs, Signed),
        "math.ctpop" => unary(Op::PopCount, Unsigned),
        "math.ctlz" => unary(Op::CountLeadingZeros, Unsigned),
        "math.cttz" => unary(Op::CountTrailingZeros, Unsigned),
        _ => return None,
    };
    let bits = lanes_of(module, module.type_of(*op.results.first()?))?.bits;
    let is_logic = matches!(found.op, Op::And | Op::Or | Op::Xor);
    (op.operands.len() == found.operands && (bits > 1 || is_logic) && is_defined(module, op, bits)).then_some(found)
}

/// Whether no lane is undefined that another choice of lanes might hide.
fn is_defined(module: &Module, op: &Operation, bits: u32) -> bool {
    let amounts = || constant(module, *op.operands.get(1)?);
    match op.name.as_str() {
        "arith.shli" | "arith.shrui" | "arith.shrsi" => {
            amounts().is_some_and(|lanes| lanes.iter().all(|lane| *lane < u64::from(bits)))
        }
        "arith.divui" | "arith.divsi" => {
            let ones = u64::MAX >> (64 - bits);
            amounts().is_some_and(|lanes| lanes.iter().all(|lane| *lane != 0 && *lane != ones))
        }
        _ => true,
    }
}

/// The lanes of a constant of integers, zero-extended: one for all, or each.
pub fn constant(module: &Module, value: ValueId) -> Option<Vec<u64>> {
    let (op, _) = isotope_mlir::structure::definition(module, value)?;
    let op = module.op(op);
    if op.name != "arith.constant" || op.results.len() != 1 {
        return None;
    }
    let ty = lanes_of(module, module.type_of(value))?;
    let all = literals(module, module.attribute(op, "value")?, Element::Int(ty.bits), u64::from(ty.lanes))?;
    let mask = u64::MAX >> (64 - ty.bits);
    let lane = |one: Literal| if let Literal::Int(value) = one { Some(value as u64 & mask) } else { None };
    let mut all: Vec<u64> = all.into_iter().map(lane).collect::<Option<_>>()?;
    if all.iter().all(|lane| *lane == all[0]) {
        all.truncate(1);
    }
    (!all.is_empty()).then_some(all)
}

/// The number of a constant index.
pub fn constant_index(module: &Module, value: ValueId) -> Option<i64> {
    let (op, _) = isotope_mlir::structure::definition(module, value)?;
    let op = module.op(op);
    match (op.name.as_str(), module.attribute(op, "value")) {
        ("arith.constant", Some(Attribute::Number { text, .. })) => text.parse().ok(),
        _ => None,
    }
}

/// A comparison.
pub fn comparison(module: &Module, op: &Operation) -> Option<(Op, Reads)> {
    if op.name != "arith.cmpi" || op.operands.len() != 2 {
        return None;
    }
    let bits = lanes_of(module, module.type_of(op.operands[0]))?.bits;
    let Attribute::Number { text, .. } = module.attribute(op, "predicate")? else { return None };
    let found = match text.parse::<u32>().ok()? {
        0 => (Op::Eq, Reads::Either),
        1 => (Op::Ne, Reads::Either),
        2 => (Op::Lt, Reads::Signed),
        3 => (Op::Le, Reads::Signed),
        4 => (Op::Gt, Reads::Signed),
        5 => (Op::Ge, Reads::Signed),
        6 => (Op::Lt, Reads::Unsigned),
        7 => (Op::Le, Reads::Unsigned),
        8 => (Op::Gt, Reads::Unsigned),
        9 => (Op::Ge, Reads::Unsigned),
        _ => return None,
    };
    (bits > 1).then_some(found)
}

/// How lanes become one, and the same of two vectors.
#[derive(Clone, Debug)]
pub struct Combined {
    /// Of lanes.
    pub how: ReduceOp,
    /// Of two vectors.
    pub combine: Op,
    /// With which both read.
    pub sign: Reads,
}

/// An operation that adds up lanes, and which dimensions of the operand.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// How.
    pub combined: Combined,
    /// Dimensions that are added up.
    pub dimensions: Vec<u64>,
}

/// A reduction of integers.
pub fn reduction(module: &Module, op: &Operation) -> Option<Reduction> {
    let dimensions = match op.name.as_str() {
        "vector.reduction" if matches!(op.operands.len(), 1 | 2) => vec![0],
        "vector.multi_reduction" if op.operands.len() == 2 => {
            let all = isotope_mlir::literals::integers(module, op, "reduction_dims")?;
            all.into_iter().map(|dimension| u64::try_from(dimension).ok()).collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(Reduction { combined: combined(module, op)?, dimensions })
}

/// The kind of an operation that combines integers, as in `kind = #vector.kind<maxsi>`.
pub fn combined(module: &Module, op: &Operation) -> Option<Combined> {
    let Attribute::Opaque { text, .. } = module.attribute(op, "kind")? else { return None };
    let (how, combine, sign) = match text.split_once('<')?.1.strip_suffix('>')? {
        "add" => (ReduceOp::Add, Op::Add, Reads::Either),
        "mul" => (ReduceOp::Mul, Op::Mul, Reads::Either),
        "minui" => (ReduceOp::Min, Op::Min, Reads::Unsigned),
        "minsi" => (ReduceOp::Min, Op::Min, Reads::Signed),
        "maxui" => (ReduceOp::Max, Op::Max, Reads::Unsigned),
        "maxsi" => (ReduceOp::Max, Op::Max, Reads::Signed),
        "and" => (ReduceOp::And, Op::And, Reads::Either),
        "or" => (ReduceOp::Or, Op::Or, Reads::Either),
        _ => return None,
    };
    Some(Combined { how, combine, sign })
}

/// A change of the element type or of the shape alone.
pub fn is_conversion(op: &Operation) -> bool {
    let names = ["arith.extsi", "arith.extui", "arith.trunci", "vector.bitcast", "vector.shape_cast"];
    op.operands.len() == 1 && names.contains(&op.name.as_str())
}

/// A scalar in every lane.
pub fn is_splat(module: &Module, op: &Operation) -> bool {
    let is_integer = |ty: TypeId| lanes_of(module, ty).is_some_and(|ty| ty.lanes == 1);
    matches!(op.name.as_str(), "vector.broadcast" | "vector.splat")
        && op.operands.len() == 1
        && is_integer(module.type_of(op.operands[0]))
}
