// An answer in the place of its window.
#pragma once

#include <isotope.h>
#include <llvm/Analysis/AliasAnalysis.h>

#include <string>

#include "frontend/service.h"
#include "window/window.h"

namespace isotope {

// Puts an answer into its window's block as a call of its function, which is linked into the module. Empty, or why the block stays
// as it was.
std::string insert(const Window &window, const isotope_result &result, const Freezing &freezing, llvm::AAResults &aliases);

// Inlines all answers of a function, and removes what nothing needs any more. Its stack is aligned where it may spill vectors. False when
// the function does not verify afterwards.
bool finish(llvm::Function &function, bool may_spill, llvm::FunctionAnalysisManager &analyses);

}  // namespace isotope
