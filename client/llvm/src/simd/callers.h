// What others see of a body: the ABI's names, and calls that may be mapped to it.
#pragma once

#include <llvm/IR/Function.h>

#include "simd/variants.h"

namespace isotope::simd {

// Gives a body the ABI's name. Where it is masked, the ABI's mask becomes one bit a lane.
void write_entry(llvm::Function &scalar, llvm::Function &body, const Variant &variant);

// A body under the ABI's name that calls the scalar function for one lane after the other.
void write_lane_loop(llvm::Function &scalar, const Variant &variant);

// Names the bodies on each call of the function, for LLVM's loop vectoriser.
void map_calls(llvm::Function &scalar, const std::vector<std::string> &mappings);

}  // namespace isotope::simd
