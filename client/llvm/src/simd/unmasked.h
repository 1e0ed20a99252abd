// Memory accesses under a mask become plain ones where all lanes are active, on processors without mask registers: AMD's take some twenty
// cycles for a masked store, and LLVM writes a branch for each lane where there is no masked instruction of that width.
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Function.h>

namespace isotope::simd {

// Splits blocks at such accesses. Whether there were any.
bool test_masks(llvm::Function &function, const llvm::TargetTransformInfo &costs);

}  // namespace isotope::simd
