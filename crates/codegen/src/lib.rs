//! Programs to AutoLLVM and LLVM IR.
