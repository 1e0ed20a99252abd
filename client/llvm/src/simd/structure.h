// A scalar function in the form that bodies are made from, and why a function has none.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>

#include <optional>
#include <string>

namespace isotope::simd {

struct Refusal {
    std::string why;
    llvm::DebugLoc place;
};

// Where a function begins; nothing without debug information.
llvm::DebugLoc line_of(const llvm::Function &function);

// Why no body is made of a function: its first instruction that has no vector form.
std::optional<Refusal> refused(const llvm::Function &function);

// A call that each lane makes for itself: of a function, or of an operation of LLVM's own without a vector form.
bool is_by_lane(const llvm::CallBase &call);

// A private copy of the function without switches, debug information and undef, whose control flow is as it was.
//   add i32 %x, undef     ->     add i32 %x, 0
llvm::Function *copied(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

// In place: each conditional branch becomes a triangle (head, guarded side, join) or the one latch of a loop.
//   head: br %c, %then, %else              head: br (not %c), %else, %flow
//   then: br %join                  ->     else: br %flow
//   else: br %join                         flow: br (phi [false, %else], [true, %head]), %then, %join
//   join: phi [%a, %then], [%b, %else]     then: br %join
void structure(llvm::Function &copy, llvm::FunctionAnalysisManager &analyses);

}  // namespace isotope::simd
