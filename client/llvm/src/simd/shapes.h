// How the lanes' values of each scalar value differ: not at all, by a constant step, or in any way.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/ADT/GenericUniformityInfo.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/SSAContext.h>

#include "simd/variants.h"

namespace isotope::simd {

class Shapes {
  public:
    Shapes(llvm::Function &structured, const Variant &variant, llvm::FunctionAnalysisManager &analyses);

    // All lanes that are on have one value.
    bool is_uniform(const llvm::Value *value) const { return step(value) == 0; }
    // Lane l's value is lane 0's and l steps more; a pointer's step is in bytes. Nothing where lanes differ in another way.
    std::optional<int64_t> step(const llvm::Value *value) const;
    // Lanes may go different ways.
    bool is_varying_branch(const llvm::BasicBlock &block) const;

  private:
    std::optional<int64_t> computed(const llvm::Instruction &instruction) const;

    llvm::Function &function;
    llvm::GenericUniformityAnalysisImpl<llvm::SSAContext> uniformity;
    llvm::DenseMap<const llvm::Value *, int64_t> steps;
};

}  // namespace isotope::simd
