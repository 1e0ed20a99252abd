// The pass over a module: what its loops store and add up is computed by answers where they are better.
#pragma once

#include <llvm/IR/PassManager.h>

namespace isotope {

class SelectPass : public llvm::PassInfoMixin<SelectPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return false; }
};

}  // namespace isotope
