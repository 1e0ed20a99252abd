// One iteration of a loop as a function.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

#include "simd/structure.h"

namespace isotope::simd {

struct Iteration {
    llvm::Loop *loop = nullptr;
    llvm::BasicBlock *exit = nullptr;
    const llvm::SCEV *last = nullptr;  // the number of the last iteration, from 0 on
    struct Counter {
        llvm::PHINode *phi;
        int64_t step;    // of a pointer, bytes
        bool is_linear;  // it does not wrap around; else it is a vector argument
    };
    std::vector<Counter> counters;         // linear arguments
    std::vector<llvm::Value *> shared;     // uniform arguments
    std::vector<llvm::Instruction *> own;  // arrays on the stack that no other code reads, and addresses in them from before the loop
    struct Result {
        llvm::PHINode *phi;
        const llvm::SCEV *value;
    };
    std::vector<Result> results;  // behind the loop
};

// Reads a loop; nothing, and why, where iterations cannot be told apart.
std::optional<Iteration> iteration_of(llvm::Loop &loop, llvm::ScalarEvolution &evolution, std::optional<Refusal> *why);

// void @f.loop(counters, shared): the loop's blocks, which end where the next iteration would begin.
//   loop: %i = phi i64 [0, %before], [%next, %loop]      define internal void @f.loop(i64 %i, ptr %p, float %x) {
//         store float %x, ptr (gep %p, %i)          ->   loop: store float %x, ptr (gep %p, %i)
//         br i1 %again, label %loop, label %exit               br label %end
llvm::Function *outlined(const Iteration &iteration);

}  // namespace isotope::simd
