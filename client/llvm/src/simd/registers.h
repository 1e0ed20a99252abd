// Bodies of several registers a value: LLVM would pack and unpack masks of so many lanes, so each value becomes one vector a register.
#pragma once

#include <llvm/IR/Function.h>

#include "simd/variants.h"

namespace isotope::simd {

// Bits of the widest registers that a function may use.
unsigned register_bits(const llvm::Function &function);

// Lanes of one register where values have the types that the function takes and returns.
unsigned register_lanes(const llvm::Function &scalar);

// Writes a body anew into a function without blocks, with so many lanes in each vector. False where an operation has no such form.
bool write_in_registers(llvm::Function &body, llvm::Function &to, unsigned lanes);

}  // namespace isotope::simd
