// Where the loads of a window are, beside one another.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "window/window.h"

namespace isotope {

// How many bytes one load's address is from another's, where that is a number.
std::optional<int64_t> bytes_between(llvm::LoadInst *from, llvm::LoadInst *to, llvm::ScalarEvolution &evolution);

// The terms of a sum by the places of what they load, and how many bits an element of that has; 0 where no place is known, and the terms
// stay in their order.
unsigned sort_by_place(Bundle *terms, const llvm::BasicBlock &block, llvm::ScalarEvolution &evolution);

}  // namespace isotope
