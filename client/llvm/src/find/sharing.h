// Stores that share what they are computed from, and may be results of one window.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "window/window.h"

namespace isotope {

// Stores to adjacent memory, by their addresses.
using Stores = llvm::SmallVector<llvm::StoreInst *, 4>;

// The values that are stored, side by side.
Bundle stored(const Stores &stores);

// Groups of two to kMostResults of the given results of one block, which are of one type and share work. A result is in one group at most.
//
// Both stores of a butterfly read the same loads and extensions:
//   %x = sext <16 x i16> %a to <16 x i32>
//   %y = sext <16 x i16> %b to <16 x i32>
//   store (trunc (add %x, %y)), ptr %sums
//   store (trunc (sub %x, %y)), ptr %differences
std::vector<std::vector<Stores>> sharing(const std::vector<Stores> &results);

}  // namespace isotope
