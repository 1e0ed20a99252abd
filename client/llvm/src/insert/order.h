// Where in a block an answer may stand: after what it reads, with the same memory before it, and before what it stores.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Instructions.h>

#include <string>
#include <vector>

#include "window/window.h"

namespace isotope {

// A load that an answer takes in place of some of its window's.
struct Joined {
    std::vector<llvm::LoadInst *> loads;  // none: it is no load
    llvm::Value *pointer = nullptr;       // what its address is computed from
    llvm::Instruction *before = nullptr;  // where it is made
};

// The place before which the answer of a window of stores may stand, together with all its stores; null where there is none, and why.
// Values that an answer takes are before it. Loads are made there, or beside the last of those that they stand for where memory may be
// written in between.
llvm::Instruction *place_for(const Window &window, const std::vector<llvm::Value *> &taken, llvm::AAResults &aliases,
                             std::vector<Joined> *joined, std::string *why);

}  // namespace isotope
