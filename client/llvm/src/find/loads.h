// Where the loads of a window are, beside one another.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

#include "window/window.h"

namespace isotope {

// How many bytes one load's address is from another's, where that is a number: 16 from %p to getelementptr i8, ptr %p, i64 16.
std::optional<int64_t> bytes_between(llvm::LoadInst *from, llvm::LoadInst *to, llvm::ScalarEvolution &evolution);

// The load of each lane of a vector that is put together from loads of the block; empty for any other value. %y gives %a, %b:
//   %a = load i16, ptr %p
//   %b = load i16, ptr %q
//   %x = insertelement <2 x i16> poison, i16 %a, i64 0
//   %y = insertelement <2 x i16> %x, i16 %b, i64 1
std::vector<llvm::LoadInst *> put_together(llvm::Value *value, const llvm::BasicBlock &block);

// Sorts the terms of a sum by the places of what they load. Returns how many bits an element of that has, or 0 where no place is known, and
// the terms stay in their order. Here %x comes first, as it loads p[0..7], and the bits are 16:
//   %y = mul <8 x i32> (sext <8 x i16> %p8), %v         ; %p8 loads p[8..15]
//   %x = mul <8 x i32> (sext <8 x i16> %p0), %w
unsigned sort_by_place(Bundle *terms, const llvm::BasicBlock &block, llvm::ScalarEvolution &evolution);

}  // namespace isotope
