// Loops over rows whose arrays may overlap, as far as LLVM can tell: a check in front of the loop, and a copy for arrays that do not.
//
// void average(uint8_t *to, intptr_t step, const uint8_t *a, const uint8_t *b, int rows) {
//     for (int y = 0; y < rows; y++, to += step, a += step, b += step)
//         for (int x = 0; x < 16; x++)
//             to[x] = (a[x] + b[x] + 1) >> 1;
// }
//
// LLVM unrolls the inner loop. Each of the sixteen stores may write what the next load reads, so they stay scalar: the loop vectoriser has
// checks for loops of one depth only, and the vectoriser of straight code has none.
#pragma once

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace isotope::apart {

class ApartPass : public llvm::PassInfoMixin<ApartPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses, llvm::LoopStandardAnalysisResults &results,
                                llvm::LPMUpdater &updater);
};

}  // namespace isotope::apart
