// Arrays of a function on the stack: one for each lane in the vector body.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "simd/variants.h"

namespace isotope::simd {

// Where each lane's array lies.
struct Lying {
    // The bytes of an element where lanes lie side by side: element i of lane l at `(i * lanes + l) * element`. 0 where each lane's array
    // is whole, behind that of the lane before.
    uint64_t element;
    // From lane to lane.
    uint64_t step;
    uint64_t bytes;  // of all lanes
    llvm::Align align;
};

// Why an array has no form for lanes; empty where it has one.
std::string why_not_laid(const llvm::AllocaInst &array);

Lying laid(const llvm::AllocaInst &array, unsigned lanes);

// The array whose element a pointer is, where its lanes lie side by side; null elsewhere.
const llvm::AllocaInst *side_by_side(const llvm::Value *pointer);

// For the proof: bytes, how even their address is, and the bytes of an element where lanes lie side by side.
std::string words_of(const llvm::AllocaInst &array);

// memset and memcpy of a few bytes, which stores and loads do as well.
bool is_short(const llvm::IntrinsicInst &call);
void write_out(llvm::IntrinsicInst &call);

}  // namespace isotope::simd
