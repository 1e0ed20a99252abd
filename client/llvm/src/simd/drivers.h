// Loops of `omp simd` that LLVM's loop vectoriser leaves, since they call bodies that write or take pointers, or have a loop of their own.
//
//     for i: f(p, i)    becomes    groups of 8: body(p, i)  and, for the rest,  masked body(p, i, i < n)
//
// where the body is made of one iteration, by the same pass and with the same proof as that of a function.
#pragma once

#include <llvm/IR/PassManager.h>

#include "simd/widths.h"

namespace isotope::simd {

// Drives the loops of a function; whether there was one.
bool drive(llvm::Function &caller, const Widths &widths, llvm::FunctionAnalysisManager &analyses);

// Loops that may have a driver: lanes may run side by side, as `omp simd` says.
bool has_simd_loops(const llvm::Function &function);

}  // namespace isotope::simd
