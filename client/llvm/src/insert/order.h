// Where in a block an answer may stand: after what it reads, with the same memory before it, and before what it stores.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Instructions.h>

#include <string>
#include <vector>

#include "window/window.h"

namespace isotope {

// The place before which the answer of a window of stores may stand, together with all its stores; null where there is none, and why.
// `moved` are loads that are done again there; values that an answer takes are before it.
llvm::Instruction *place_for(const Window &window, const std::vector<llvm::LoadInst *> &moved,
                             const std::vector<llvm::Value *> &taken, llvm::AAResults &aliases, std::string *why);

}  // namespace isotope
