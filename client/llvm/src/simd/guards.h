// Guarded sides that cost less than the question whether a lane goes there: they are carried out always.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>

#include "simd/shapes.h"

namespace isotope::simd {

class Guards {
  public:
    Guards(llvm::Function &structured, const Shapes &shapes, const Variant &variant, llvm::FunctionAnalysisManager &analyses);

    // The side that this block guards is entered without a branch, also with no lane on.
    bool is_flat(const llvm::BasicBlock &head) const { return flat.count(&head); }

  private:
    using Block = llvm::BasicBlock;

    const Shapes &shapes;
    const Variant &variant;
    const llvm::TargetTransformInfo &costs;
    llvm::DenseSet<const Block *> flat;
    llvm::DenseSet<const Block *> exits;  // heads from which lanes that go round the guard leave their loop

    void find_exits(const llvm::Value *condition, bool goes_on, const llvm::DominatorTree &dominators);
    // The cost of the side from its first block to the join; nothing where it has to be guarded.
    std::optional<int64_t> cost(const Block *side, const Block *join) const;
    std::optional<int64_t> cost(const llvm::Instruction &instruction) const;
};

// The guarded side of a head and the join behind it; nothing where the branch is no triangle.
struct Triangle {
    llvm::BasicBlock *side, *join;
    bool is_on_true;
};
std::optional<Triangle> triangle_of(llvm::BasicBlock &head);

}  // namespace isotope::simd
