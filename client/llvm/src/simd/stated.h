// Vector variants of functions whose code is elsewhere, as the front end states them on a call: those of the vector library that
// `-fveclib` names, and others by the attribute `vector-function-abi-variant`.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>

#include <string>

namespace isotope::simd {

constexpr const char *kStated = "vector-function-abi-variant";

// Names the vector library's variants on the calls of a function that has them, as LLVM does before its own vectoriser.
void state_variants(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

// A function with the type of a body of this shape that calls such a variant for as many lanes at a time as that takes; null where none
// does what the call does in each lane and nothing else.
llvm::Function *in_parts(const llvm::CallInst &call, const std::string &shape, llvm::FunctionType *type, unsigned lanes,
                         llvm::Function &within);

// Puts such functions in the place of their calls.
void inline_parts(llvm::Function &body);

}  // namespace isotope::simd
