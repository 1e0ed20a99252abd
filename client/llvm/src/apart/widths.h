// Loops over rows whose length is not known: copies for rows of 16, 8 and 4 elements, in which it is, and in which arrays do not overlap.
//
// void average(uint8_t *to, intptr_t step, const uint8_t *a, const uint8_t *b, int width, int rows) {
//     for (int y = 0; y < rows; y++, to += step, a += step, b += step)
//         for (int x = 0; x < width; x++)
//             to[x] = (a[x] + b[x] + 1) >> 1;
// }
//
// The loop vectoriser writes a loop of whole registers of 32 or 64 bytes, which such rows never enter, and scalar code for what is left. In
// each row it checks anew whether arrays overlap. In a copy the row is one vector.
#pragma once

#include <llvm/IR/PassManager.h>

namespace isotope::apart {

// Behind all inlining: where a caller knows the length of its rows, no copies are made.
class WidthsPass : public llvm::PassInfoMixin<WidthsPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace isotope::apart
