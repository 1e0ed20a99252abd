// Loops of which one iteration is less than a register: several iterations become one, as LLVM unrolls them.
#pragma once

#include <llvm/IR/PassManager.h>

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "find/windows.h"

namespace isotope {

// Functions with unrolled loops, which may be taken back.
class Iterations {
  public:
    explicit Iterations(llvm::FunctionAnalysisManager &analyses) : analyses(analyses) {}
    ~Iterations();

    // Unrolls a function's loops of one block and a known count that store or add up less than a register in an iteration.
    void join(llvm::Function &function, const Registers &registers);

    // Makes functions again what they were, but for loops that are kept. False where all are.
    bool take_back(const std::function<bool(const llvm::BasicBlock *)> &is_kept);

  private:
    struct Joined {
        llvm::Function *body = nullptr;  // what it was
        llvm::DISubprogram *subprogram = nullptr;
        std::vector<llvm::BasicBlock *> loops;
    };
    llvm::FunctionAnalysisManager &analyses;
    std::map<llvm::Function *, Joined> joined;
    // Loops that stay as they are, by their place among those of their function that could be joined.
    std::map<llvm::Function *, std::set<size_t>> left;

    void park(llvm::Function &function);
    void restore(llvm::Function &function);
};

}  // namespace isotope
