// Version 1. LLVM intrinsics of AutoLLVM: an operation for each class of instructions; made by `isotope dict tablegen`, not edited.
//
// Operands come first, then immediates (i32), then parameters (i64); `isotope dict lowering SET` says which instruction an operation
// is at which types and parameters. The comment counts instructions by set.
//
//   llvm-tblgen-19 -gen-intrinsic-enums -intrinsic-prefix=autollvm -I "$(llvm-config-19 --includedir)" autollvm.td

include "llvm/IR/Intrinsics.td"

let TargetPrefix = "autollvm" in {
