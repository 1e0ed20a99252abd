// `isotope-simd-pair<f;f.simd.N8vv;N8vv>`: whether a vector function that the module has does in each lane what a scalar one does.
#pragma once

#include <llvm/IR/PassManager.h>

#include <optional>
#include <string>

namespace isotope::simd {

class PairPass : public llvm::PassInfoMixin<PairPass> {
  public:
    PairPass(std::string scalar, std::string vector, std::string shape)
        : scalar(std::move(scalar)), vector(std::move(vector)), shape(std::move(shape)) {}
    // The pass that such a word of a pipeline names.
    static std::optional<PairPass> named(llvm::StringRef word);
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return true; }

  private:
    std::string scalar, vector, shape;
};

}  // namespace isotope::simd
