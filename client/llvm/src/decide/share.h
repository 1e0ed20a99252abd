// Which part of its function's time a block takes, by LLVM's guess of how often each block runs.
#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/PassManager.h>

#include <map>

namespace isotope {

// Which share of its function's time an answer has to save where vectors are spilled: less is lost among spills that move in other
// blocks.
constexpr double kLeastShare = 0.001;

class Shares {
  public:
    explicit Shares(llvm::FunctionAnalysisManager &analyses) : analyses(analyses) {}

    // The share of so many cycles, each time that the block runs.
    double of(const llvm::BasicBlock &block, double cycles);

    // The share of the whole block.
    double of(const llvm::BasicBlock &block);

  private:
    llvm::FunctionAnalysisManager &analyses;
    std::map<const llvm::Function *, double> all;  // in the unit of frequencies
};

}  // namespace isotope
