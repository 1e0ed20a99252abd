// Copies of a module in which answers are tried.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "decide/asked.h"

namespace isotope {

// The name that the block of a candidate has in each copy.
std::string name_of(size_t candidate);

// The module with the functions of some candidates alone, whose blocks have names.
struct Copy {
    llvm::ValueToValueMapTy values;
    std::unique_ptr<llvm::Module> module;
    std::set<size_t> changed;     // candidates that have answers
    std::vector<size_t> present;  // candidates whose functions are here

    Copy(const llvm::Module &original, const std::vector<Candidate> &candidates, const std::set<const llvm::Function *> &functions);

    llvm::BasicBlock *block(const Candidate &candidate) { return llvm::cast<llvm::BasicBlock>(values[candidate.block]); }
};

// Names are kept while blocks are told apart by them.
class WithNames {
  public:
    explicit WithNames(llvm::LLVMContext &context) : context(context), discards(context.shouldDiscardValueNames()) {
        context.setDiscardValueNames(false);
    }
    ~WithNames() { context.setDiscardValueNames(discards); }

  private:
    llvm::LLVMContext &context;
    const bool discards;
};

}  // namespace isotope
