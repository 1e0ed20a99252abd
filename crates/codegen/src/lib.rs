//! Programs to AutoLLVM text and LLVM IR.
//!
//! Here belong: how an answer is written down, for people ([`autollvm`]) and for LLVM ([`llvm`]). Not here:
//! finding answers (`synth`), running LLVM's tools (`pricer`).

pub mod autollvm;
mod forms;
pub mod llvm;
