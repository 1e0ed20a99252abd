//! Generic operations as LLVM instructions.

use super::body::{Body, Written};
use super::types::LlvmType;
use isotope_program::{FloatFormat, FloatOp, Generic, Predicate, Program, Step, StepOp, Value};

/// Writes one generic step.
pub(super) fn write(body: &mut Body, program: &Program, op: &Generic, step: &Step) -> Written {
    let int = LlvmType::int(step.shape);
    let name = match op {
        // The bits stay what they are: whoever reads them as another type casts them.
        Generic::Bitcast => return bitcast(body, program, step),
        Generic::Shuffle(indices) => return super::shuffle::write(body, program, step, indices),
        Generic::Float(op, format) => return float(body, program, step, *op, *format),
        Generic::Compare(predicate) => {
            let ty = LlvmType::int(program.shape(step.args[0]));
            let [a, b] = pair(body, step, ty);
            body.emit(format!("icmp {} {ty} {a}, {b}", predicate_name(*predicate)))
        }
        Generic::Select => {
            let mask_ty = LlvmType::int(program.shape(step.args[0]));
            let mask = body.operand(step.args[0], mask_ty);
            let ty = extremum(program, step).unwrap_or_else(|| match [1, 2].map(|i| body.written(step.args[i])) {
                // Arms that are floats stay floats, and a constant is what the other arm is: a comparison and a select of
                // them are one instruction.
                [Written::Name(_, a), Written::Name(_, b)] if a == b && a.lanes == int.lanes => *a,
                [Written::Name(_, a), Written::Constant(..)] | [Written::Constant(..), Written::Name(_, a)]
                    if a.lanes == int.lanes =>
                {
                    *a
                }
                _ => int,
            });
            let [then, other] = [1, 2].map(|i| body.operand(step.args[i], ty));
            let name = body.emit(format!("select {mask_ty} {mask}, {ty} {then}, {ty} {other}"));
            return Written::Name(name, ty);
        }
        Generic::ZExt | Generic::SExt | Generic::Trunc => {
            let from = LlvmType::int(program.shape(step.args[0]));
            let value = body.operand(step.args[0], from);
            let word = match op {
                Generic::ZExt => "zext",
                Generic::SExt => "sext",
                _ => "trunc",
            };
            body.emit(format!("{word} {from} {value} to {int}"))
        }
        _ => match instruction(op) {
            Some(word) => {
                let [a, b] = pair(body, step, int);
                body.emit(format!("{word} {int} {a}, {b}"))
            }
            None => call(body, op, step, int),
        },
    };
    Written::Name(name, int)
}

/// The floats that a select chooses the smaller or the larger of: those that its mask compares. They stay floats as well, though they
/// were taken out of a larger value as integers.
fn extremum(program: &Program, select: &Step) -> Option<LlvmType> {
    let mask = &program.steps[select.args[0].0 as usize];
    let StepOp::Generic(Generic::Float(_, format)) = mask.op else { return None };
    let [a, b] = mask.args[..] else { return None };
    let chosen = [select.args[1], select.args[2]];
    let is_both = chosen == [a, b] || chosen == [b, a];
    (is_both && format.bits() == select.shape.bits).then(|| LlvmType::float(format, select.shape.lanes))
}

fn bitcast(body: &mut Body, program: &Program, step: &Step) -> Written {
    let from = step.args[0];
    match body.written(from).clone() {
        // A mask is no register's worth of bits until it is cast.
        Written::Name(..) if step.shape.bits == 1 || program.shape(from).bits == 1 => {
            let ty = LlvmType::int(step.shape);
            Written::Name(body.operand(from, ty), ty)
        }
        other => other,
    }
}

fn pair(body: &mut Body, step: &Step, ty: LlvmType) -> [String; 2] {
    [0, 1].map(|i| body.operand(step.args[i], ty))
}

/// Operations that are instructions of two equal operands.
fn instruction(op: &Generic) -> Option<&'static str> {
    Some(match op {
        Generic::Add => "add",
        Generic::Sub => "sub",
        Generic::Mul => "mul",
        Generic::UDiv => "udiv",
        Generic::SDiv => "sdiv",
        Generic::URem => "urem",
        Generic::SRem => "srem",
        Generic::And => "and",
        Generic::Or => "or",
        Generic::Xor => "xor",
        Generic::Shl => "shl",
        Generic::LShr => "lshr",
        Generic::AShr => "ashr",
        _ => return None,
    })
}

/// Operations that are intrinsics; those of one operand but `ctpop` take a flag that asks for defined corners.
fn call(body: &mut Body, op: &Generic, step: &Step, ty: LlvmType) -> String {
    let (name, flag) = match op {
        Generic::UMin => ("llvm.umin", false),
        Generic::UMax => ("llvm.umax", false),
        Generic::SMin => ("llvm.smin", false),
        Generic::SMax => ("llvm.smax", false),
        Generic::UAddSat => ("llvm.uadd.sat", false),
        Generic::SAddSat => ("llvm.sadd.sat", false),
        Generic::USubSat => ("llvm.usub.sat", false),
        Generic::SSubSat => ("llvm.ssub.sat", false),
        Generic::Abs => ("llvm.abs", true),
        Generic::Ctlz => ("llvm.ctlz", true),
        Generic::Cttz => ("llvm.cttz", true),
        _ => ("llvm.ctpop", false),
    };
    let mut args: Vec<(String, String)> = step.args.iter().map(|&a| (ty.to_string(), body.operand(a, ty))).collect();
    if flag {
        args.push(("i1".to_owned(), "false".to_owned()));
    }
    body.intrinsic(name, &[ty], ty, &args)
}

fn predicate_name(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::Eq => "eq",
        Predicate::Ne => "ne",
        Predicate::Ult => "ult",
        Predicate::Ule => "ule",
        Predicate::Ugt => "ugt",
        Predicate::Uge => "uge",
        Predicate::Slt => "slt",
        Predicate::Sle => "sle",
        Predicate::Sgt => "sgt",
        Predicate::Sge => "sge",
    }
}

fn float(body: &mut Body, program: &Program, step: &Step, op: FloatOp, format: FloatFormat) -> Written {
    let ty = LlvmType::float(format, step.shape.lanes);
    let int = LlvmType::int(step.shape);
    let binary = |body: &mut Body, word: &str| {
        let [a, b] = pair(body, step, ty);
        body.emit(format!("{word} {ty} {a}, {b}"))
    };
    let (name, ty) = match op {
        FloatOp::Add => (binary(body, "fadd"), ty),
        FloatOp::Sub => (binary(body, "fsub"), ty),
        FloatOp::Mul => (binary(body, "fmul"), ty),
        FloatOp::Div => (binary(body, "fdiv"), ty),
        FloatOp::Eq => (binary(body, "fcmp oeq"), int),
        FloatOp::Ne => (binary(body, "fcmp une"), int),
        FloatOp::Lt => (binary(body, "fcmp olt"), int),
        FloatOp::Le => (binary(body, "fcmp ole"), int),
        FloatOp::Gt => (binary(body, "fcmp ogt"), int),
        FloatOp::Ge => (binary(body, "fcmp oge"), int),
        FloatOp::Floor => {
            let a = body.operand(step.args[0], ty);
            (body.intrinsic("llvm.floor", &[ty], ty, &[(ty.to_string(), a)]), ty)
        }
        FloatOp::Convert(to) => {
            let result = LlvmType::float(to, step.shape.lanes);
            let a = body.operand(step.args[0], ty);
            let word = if ty.element.bits() < result.element.bits() { "fpext" } else { "fptrunc" };
            (body.emit(format!("{word} {ty} {a} to {result}")), result)
        }
        _ => return conversion(body, program, step, op, ty),
    };
    Written::Name(name, ty)
}

/// Between floats and integers.
fn conversion(body: &mut Body, program: &Program, step: &Step, op: FloatOp, float: LlvmType) -> Written {
    let from = LlvmType::int(program.shape(step.args[0]));
    let to = LlvmType::int(step.shape);
    let arg: Value = step.args[0];
    let (name, ty) = match op {
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            let word = if op == FloatOp::FromSigned { "sitofp" } else { "uitofp" };
            let value = body.operand(arg, from);
            (body.emit(format!("{word} {from} {value} to {float}")), float)
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            let word = if op == FloatOp::ToSigned { "fptosi" } else { "fptoui" };
            let value = body.operand(arg, float);
            let made = body.emit(format!("{word} {float} {value} to {to}"));
            // A lane out of range is poison, and lanes of one bit share a byte in memory: there one such lane is poison
            // for its neighbours. LLVM 19 writes the rest of its bits over them. Frozen, it is its own bit only.
            (if step.shape.bits == 1 { body.emit(format!("freeze {to} {made}")) } else { made }, to)
        }
        _ => {
            let word = if op == FloatOp::ToSignedSaturating { "llvm.fptosi.sat" } else { "llvm.fptoui.sat" };
            let value = body.operand(arg, float);
            (body.intrinsic(word, &[to, float], to, &[(float.to_string(), value)]), to)
        }
    };
    Written::Name(name, ty)
}
