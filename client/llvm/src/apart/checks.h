// Whether the arrays of a loop overlap, computed in front of it, and what LLVM may know of a copy where they do not.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "apart/arrays.h"

namespace isotope::apart {

class Checks {
  public:
    Checks(llvm::Loop &loop, const Arrays &arrays, llvm::LoopStandardAnalysisResults &results)
        : loop(loop), arrays(arrays), results(results), layout(loop.getHeader()->getModule()->getDataLayout()) {}

    // Whether what the check computes can be computed in front of the loop.
    bool can_check();

    // Whether two of the arrays overlap, computed at a place that the loop's preheader dominates.
    llvm::Value *overlap(llvm::Instruction *at);

    // A scope for each array. Each access of the copy is in its own, and apart from those that were checked:
    //   store i8 %v, ptr %to     ->     store i8 %v, ptr %to, !alias.scope !{!to}, !noalias !{!a, !b}
    void annotate(llvm::Loop &copy, llvm::ValueToValueMapTy &map);

  private:
    llvm::Loop &loop;
    const Arrays &arrays;
    llvm::LoopStandardAnalysisResults &results;
    const llvm::DataLayout &layout;

    // Iterations but one.
    const llvm::SCEV *iterations() { return results.SE.getBackedgeTakenCount(&loop); }
};

}  // namespace isotope::apart
