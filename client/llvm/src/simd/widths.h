// How many registers a value of a body takes, and loops that call bodies of such widths.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

#include <optional>

#include "simd/variants.h"

namespace isotope::simd {

// How many registers a value may take in a wider body, by one that has one register a value: as many as the values that live at once in a
// loop leave room for. More lanes share the tests of masks, and fill the time in which a chain of operations waits.
unsigned registers_of(const llvm::Function &body);

constexpr unsigned kMostRegisters = 4;

// Each call of the function is in an innermost loop of more iterations than so many lanes, or of an unknown number, which calls no other
// function with variants and names no width.
bool are_long(llvm::Function &function, unsigned lanes, llvm::FunctionAnalysisManager &analyses);

// Where the caller has not named a number of lanes, one of these is wider: so many registers a value. Nothing where none would be.
std::vector<Variant> wider(const llvm::Function &scalar, const std::vector<Variant> &variants, unsigned registers);

// Lanes of the bodies that calls of a function are mapped to, from the widest on.
using Widths = llvm::MapVector<llvm::Function *, llvm::SmallVector<unsigned, 4>>;

// The most lanes, up to a number, that bodies of all these functions that the loop calls have; 0 where there are none.
unsigned common_width(const llvm::Loop &loop, const Widths &widths, unsigned most);

// LLVM takes one register a value where a loop says nothing. Loops that call these functions get the lanes of their bodies:
//   br i1 %again, label %loop, label %exit     ->     the same with !llvm.loop !{.., !{!"llvm.loop.vectorize.width", i32 16}}
void say_widths(llvm::Function &caller, const Widths &widths, llvm::FunctionAnalysisManager &analyses);

}  // namespace isotope::simd
