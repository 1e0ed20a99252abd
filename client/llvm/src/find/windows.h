// The windows of a function: what its blocks store, and what its loops add up.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <functional>
#include <string>
#include <vector>

#include "find/grow.h"

namespace isotope {

// The registers of a function's target that answers may use.
struct Registers {
    unsigned bits = 256;
};

// Why a place has no window; for remarks.
using Missed = std::function<void(const llvm::Instruction &place, const std::string &why)>;

// Adds the windows of a block's vector stores: each that fills a register, and those side by side that do together.
void find_stores(llvm::BasicBlock &block, const Known &known, const Registers &registers, const Missed &missed,
                 std::vector<Window> *windows);

// Adds the windows of the sums of a loop that is one block.
void find_reductions(llvm::Loop &loop, const Known &known, const Registers &registers, const Missed &missed, std::vector<Window> *windows);

// Adds the windows of a block's sums across the lanes of vectors.
void find_across(llvm::BasicBlock &block, const Known &known, const Missed &missed, std::vector<Window> *windows);

// The bytes that one iteration of a loop of one block stores side by side, at the most, where the next stores right behind; 0 where none
// of its stores is a window.
unsigned stored_in_a_row(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

// Whether a loop has sums that stay in lanes, and each iteration adds one product to each:
//   %u = add <8 x i32> %s, (mul <8 x i32> %a, %b)       ; %s is the phi, and no vector.reduce.add reads %u behind the loop
bool adds_single_terms(llvm::Loop &loop);

}  // namespace isotope
