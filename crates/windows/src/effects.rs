//! Which operations write to memory, as far as their names tell: a name that is not known here may do anything.

use crate::code::is_computation_of_llvm;
use isotope_mlir::ir::{Module, OpId};
use isotope_mlir::structure::walk;

/// Dialects whose operations only compute.
const COMPUTE: [&str; 6] = ["arith", "math", "index", "ub", "complex", "tensor"];

/// Operations that hold others, which are looked at one by one, and what ends their blocks.
const CONTROL: [&str; 16] = [
    "affine.for",
    "affine.if",
    "affine.parallel",
    "affine.yield",
    "scf.condition",
    "scf.execute_region",
    "scf.for",
    "scf.if",
    "scf.index_switch",
    "scf.parallel",
    "scf.reduce",
    "scf.reduce.return",
    "scf.while",
    "scf.yield",
    "vector.mask",
    "vector.yield",
];

/// Operations that read, or compute addresses, beside others of their dialect that write.
const READ: [&str; 22] = [
    "affine.apply",
    "affine.delinearize_index",
    "affine.linearize_index",
    "affine.load",
    "affine.max",
    "affine.min",
    "affine.vector_load",
    "builtin.unrealized_conversion_cast",
    "func.constant",
    "llvm.load",
    "memref.cast",
    "memref.collapse_shape",
    "memref.dim",
    "memref.expand_shape",
    "memref.extract_strided_metadata",
    "memref.get_global",
    "memref.load",
    "memref.memory_space_cast",
    "memref.rank",
    "memref.reinterpret_cast",
    "memref.subview",
    "memref.view",
];

/// Operations of `vector` that write, beside others that do not.
const WRITE: [&str; 6] = ["compressstore", "maskedstore", "print", "scatter", "store", "transfer_write"];

/// Whether an operation may write to memory, or one within it.
///
/// ```mlir
/// %a = vector.load %m[%i] : memref<64xi8>, vector<16xi8>
/// scf.for %j = %l to %u step %s { memref.store %x, %n[%j] : memref<64xi8> }    // may: %n may be %m
/// scf.for %j = %l to %u step %s { %y = memref.load %n[%j] : memref<64xi8> }    // does not
/// %b = vector.load %m[%k] : memref<64xi8>, vector<16xi8>
/// ```
pub fn may_write(module: &Module, op: OpId) -> bool {
    let mut may = false;
    walk(module, &[op], &mut |op, _| {
        let op = module.op(op);
        let is_of_regions = !op.regions.is_empty();
        may |= !is_known(&op.name) || is_of_regions && !CONTROL.contains(&op.name.as_str());
    });
    may
}

fn is_known(name: &str) -> bool {
    let (dialect, own) = name.split_once('.').unwrap_or_default();
    match dialect {
        "vector" => !WRITE.contains(&own),
        _ => {
            COMPUTE.contains(&dialect)
                || CONTROL.contains(&name)
                || READ.contains(&name)
                || is_computation_of_llvm(name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_mlir::read;

    #[test]
    fn what_is_not_known_may_write() {
        let within = |name: &str| format!("\"scf.for\"() ({{\n\"{name}\"() : () -> ()\n}}) : () -> ()\n");
        for (name, wanted) in [
            ("arith.addi", false),
            ("affine.vector_load", false),
            ("vector.shuffle", false),
            ("llvm.xor", false),
            ("scf.yield", false),
            ("vector.store", true),
            ("memref.store", true),
            ("llvm.call_intrinsic", true),
            ("func.call", true),
            ("mine.own", true),
            ("nothing", true),
        ] {
            for text in [format!("\"{name}\"() : () -> ()\n"), within(name)] {
                let module = read(&text).unwrap();
                assert_eq!(may_write(&module, module.top[0]), wanted, "{text}");
            }
        }
        let generic = read(&within("arith.addi").replace("scf.for", "tensor.generate")).unwrap();
        assert!(may_write(&generic, generic.top[0]), "a region that is not known may be carried out at any time");
    }
}
