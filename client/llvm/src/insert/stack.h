// Arrays on the stack of a function with answers.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

namespace isotope {

// Has the arrays begin at a line of the cache that vectors of a line or half of one are loaded from and stored to at multiples of their
// size.
// LLVM gives an array the alignment of its elements, and most of those vectors would cross lines. Where some are loaded from between
// their multiples, as stencils do, lines are crossed anyway: those arrays stay where they are.
void align_arrays(llvm::Function &function, llvm::ScalarEvolution &evolution);

}  // namespace isotope
