// Calls of bodies in the place of a loop: for whole groups of iterations, and masked for the rest.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "simd/iterations.h"

namespace isotope::simd {

class Groups {
  public:
    Groups(const Iteration &iteration, llvm::ScalarEvolution &evolution, unsigned lanes)
        : iteration(iteration), evolution(evolution), lanes(lanes) {}

    const Iteration &iteration;
    llvm::ScalarEvolution &evolution;
    unsigned lanes;  // of a group

    // Which of both bodies are called: all of a known number of iterations may be in whole groups.
    bool has_whole() const { return !known() || *known() >= lanes - 1; }
    bool has_rest() const { return !known() || (*known() + 1) % lanes != 0; }

    // Writes the calls, and takes the loop away.
    void write(llvm::Function *whole, llvm::Function *rest);

  private:
    // The number of iterations behind the first of a group, and the counters' values in that.
    struct State {
        llvm::Value *left = nullptr;
        llvm::SmallVector<llvm::Value *, 4> counters;
    };

    llvm::IRBuilder<> builder{evolution.getContext()};

    std::optional<uint64_t> known() const;
    State met(const State &state, llvm::BasicBlock *from);
    static void close(const State &phis, const State &state, llvm::BasicBlock *from);
    State moved(const State &state);
    llvm::Constant *numbers(llvm::Type *type) const;
    void call(llvm::Function &body, const State &state, llvm::Value *mask);
    void leave(llvm::ArrayRef<llvm::Value *> results, llvm::BasicBlock *done);
};

}  // namespace isotope::simd
