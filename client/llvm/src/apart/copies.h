// Copies of loops behind a condition.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace isotope::apart {

// A loop that leaves by its last block alone may be copied, with the loops in it.
bool can_copy(const llvm::Loop &loop);

//     preheader                       check: br i1 %keeps, %old, %new
//     loop: br %loop, %exit    ->     old: the loop as it was             new: its copy
//     exit                            exit
//
// The result is the copy. `keeps` is computed at the end of the preheader.
llvm::Loop *copied(llvm::Loop &loop, llvm::Value *keeps, llvm::LoopStandardAnalysisResults &results, const char *name,
                   llvm::ValueToValueMapTy *map);

}  // namespace isotope::apart
