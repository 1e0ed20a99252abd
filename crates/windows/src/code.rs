//! The code of an answer: one function of the dialect `llvm`, as MLIR's importer writes LLVM IR.

use crate::limits::MAX_ANSWER;
use isotope_mlir::ir::{Attribute, Module, OpId, Operation, Type, TypeId, ValueId};
use isotope_mlir::structure::{is_vector, shape_of};

/// Intrinsics go through the importer as functions of such names, because MLIR's dialect knows few of them.
pub const HIDDEN: &str = "isotope.";

/// A function of one block that computes only.
#[derive(Debug)]
pub struct Code<'a> {
    pub(crate) module: &'a Module,
    pub(crate) arguments: Vec<ValueId>,
    pub(crate) operations: Vec<OpId>,
    pub(crate) result: ValueId,
}

const ARITHMETIC: [&str; 13] = [
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.udiv",
    "llvm.sdiv",
    "llvm.urem",
    "llvm.srem",
    "llvm.and",
    "llvm.or",
    "llvm.xor",
    "llvm.shl",
    "llvm.lshr",
    "llvm.ashr",
];
const OTHERS: [&str; 10] = [
    "llvm.icmp",
    "llvm.select",
    "llvm.zext",
    "llvm.sext",
    "llvm.trunc",
    "llvm.bitcast",
    "llvm.freeze",
    "llvm.shufflevector",
    "llvm.insertelement",
    "llvm.extractelement",
];
const CONSTANTS: [&str; 4] = ["llvm.mlir.constant", "llvm.mlir.poison", "llvm.mlir.undef", "llvm.mlir.zero"];

/// LLVM's own intrinsics that compute lane by lane.
const GENERIC: [&str; 18] = [
    "abs.",
    "smax.",
    "smin.",
    "umax.",
    "umin.",
    "ctpop.",
    "ctlz.",
    "cttz.",
    "sadd.sat.",
    "uadd.sat.",
    "ssub.sat.",
    "usub.sat.",
    "fshl.",
    "fshr.",
    "bswap.",
    "bitreverse.",
    "smul.fix.",
    "umul.fix.",
];

/// Whether an intrinsic, as in `llvm.smax.v16i8`, is one of LLVM's own that computes lane by lane.
fn is_generic(name: &str) -> bool {
    name.strip_prefix("llvm.").is_some_and(|rest| GENERIC.iter().any(|begin| rest.starts_with(begin)))
}

/// Whether an operation of the dialect `llvm` computes only, as those of an answer's code do.
pub(crate) fn is_computation_of_llvm(name: &str) -> bool {
    ARITHMETIC.contains(&name) || OTHERS.contains(&name) || CONSTANTS.contains(&name)
}

impl<'a> Code<'a> {
    /// The function of a name. An error is the end of a sentence about the answer.
    pub fn of(module: &'a Module, name: &str) -> Result<Self, String> {
        let found = all_functions(module)
            .into_iter()
            .find(|op| symbol(module, module.op(*op), "sym_name") == Some(name.to_owned()));
        let function = module.op(found.ok_or("its code is not one function")?);
        let not_one = || "its code is not one block".to_owned();
        let [region] = function.regions[..] else { return Err(not_one()) };
        let [block] = module.regions[region.index()].blocks[..] else { return Err(not_one()) };
        let of = &module.blocks[block.index()];
        let Some((end, operations)) = of.operations.split_last() else { return Err(not_one()) };
        let result = match module.op(*end) {
            Operation { name, operands, .. } if name == "llvm.return" && operands.len() == 1 => operands[0],
            _ => return Err("its code gives no value".to_owned()),
        };
        if operations.len() > MAX_ANSWER {
            return Err(format!("its code has more than {MAX_ANSWER} operations (MAX_ANSWER)"));
        }
        let (arguments, operations) = (of.arguments.clone(), operations.to_vec());
        let code = Code { module, arguments, operations, result };
        for id in &code.operations {
            let op = module.op(*id);
            if !code.is_computation(op) {
                return Err(format!("its code has an operation that is no computation: {}", op.name));
            }
        }
        Ok(code)
    }

    fn is_computation(&self, op: &Operation) -> bool {
        let [result] = op.results[..] else { return false };
        let is_plain = |value: &ValueId| self.lanes_and_bits(*value).is_some();
        if !op.regions.is_empty()
            || !op.successors.is_empty()
            || !is_plain(&result)
            || !op.operands.iter().all(is_plain)
        {
            return false;
        }
        let has_vector = op.operands.iter().any(|value| is_vector(self.module, self.module.type_of(*value)));
        let operands = op.operands.len();
        match op.name.as_str() {
            // Without vectors a target's intrinsic is none of an instruction that computes lanes.
            "llvm.call" => self.intrinsic(op).is_some_and(|name| has_vector || is_generic(&name)),
            "llvm.select" | "llvm.insertelement" => operands == 3,
            "llvm.icmp" | "llvm.shufflevector" | "llvm.extractelement" => operands == 2,
            name if ARITHMETIC.contains(&name) => operands == 2,
            name if OTHERS.contains(&name) => operands == 1,
            name => CONSTANTS.contains(&name) && operands == 0,
        }
    }

    /// The name of the intrinsic that an operation calls.
    pub(crate) fn intrinsic(&self, op: &Operation) -> Option<String> {
        let name = symbol(self.module, op, "callee")?;
        name.strip_prefix(HIDDEN).filter(|name| name.starts_with("llvm.")).map(str::to_owned)
    }

    /// See [`lanes_and_bits`].
    pub(crate) fn lanes_and_bits(&self, value: ValueId) -> Option<(usize, usize)> {
        lanes_and_bits(self.module, self.module.type_of(value))
    }
}

/// Lanes of a number or a vector of one dimension, and bits of each. Floats count as their bits: code for integers moves lanes as floats,
/// too.
pub(crate) fn lanes_and_bits(module: &Module, ty: TypeId) -> Option<(usize, usize)> {
    let (lanes, element) = match module.pool.ty(ty) {
        Type::Vector { dims, element } if dims.len() == 1 && !dims[0].scalable => (
            (1..=crate::limits::MAX_LANES).contains(&dims[0].size).then(|| shape_of(module, ty)[0] as usize)?,
            *element,
        ),
        Type::Vector { .. } => return None,
        _ => (1, ty),
    };
    match module.pool.ty(element) {
        Type::Integer { width: width @ 1..=64, .. } => Some((lanes, *width as usize)),
        Type::Float("f16" | "bf16") => Some((lanes, 16)),
        Type::Float("f32") => Some((lanes, 32)),
        Type::Float("f64") => Some((lanes, 64)),
        _ => None,
    }
}

fn all_functions(module: &Module) -> Vec<OpId> {
    let mut all = Vec::new();
    isotope_mlir::structure::walk(module, &module.top, &mut |op, _| {
        if module.op(op).name == "llvm.func" {
            all.push(op);
        }
    });
    all
}

/// The name in an attribute.
fn symbol(module: &Module, op: &Operation, name: &str) -> Option<String> {
    match module.attribute(op, name)? {
        Attribute::Symbol(names) if names.len() == 1 => Some(names[0].clone()),
        Attribute::String { bytes, .. } => String::from_utf8(bytes.clone()).ok(),
        _ => None,
    }
}
