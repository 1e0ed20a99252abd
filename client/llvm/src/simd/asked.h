// `isotope-simd-functions<f;16>`: a body of so many lanes for one function, whether or not it has attributes.
// `<f;16;znver4;+gfni:-avx512f>` names the processor in the place of the one that the function names.
#pragma once

#include <llvm/IR/PassManager.h>

#include <optional>
#include <string>

namespace isotope::simd {

class AskedPass : public llvm::PassInfoMixin<AskedPass> {
  public:
    AskedPass(std::string function, unsigned lanes, std::string cpu, std::string features)
        : function(std::move(function)), lanes(lanes), cpu(std::move(cpu)), features(std::move(features)) {}
    // The pass that such a word of a pipeline names.
    static std::optional<AskedPass> named(llvm::StringRef word);
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
    static bool isRequired() { return true; }

  private:
    std::string function;
    unsigned lanes;
    std::string cpu, features;
};

}  // namespace isotope::simd
