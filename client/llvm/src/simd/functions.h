// The passes that make bodies for functions with `_ZGV...` attributes. Where a module has none they do nothing.
#pragma once

#include <llvm/IR/PassManager.h>

namespace isotope::simd {

// At the start: such a function keeps its arguments and its calls until its bodies are made.
class KeepPass : public llvm::PassInfoMixin<KeepPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return false; }
};

// Before the vectorisers: bodies, the ABI's names, calls that are mapped to bodies.
class BodiesPass : public llvm::PassInfoMixin<BodiesPass> {
  public:
    // Bodies that are printed stay as they were shown; others are optimised.
    explicit BodiesPass(bool is_printed = false) : is_printed(is_printed) {}
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return false; }

  private:
    bool is_printed;
};

// At the end: masks get registers.
class MasksPass : public llvm::PassInfoMixin<MasksPass> {
  public:
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return false; }
};

// The attribute of functions that this made.
constexpr const char *kMade = "isotope-simd-body";

}  // namespace isotope::simd
