#include "apart/apart.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "apart/arrays.h"
#include "apart/checks.h"
#include "apart/copies.h"
#include "frontend/variables.h"
#include "report/remarks.h"

using namespace llvm;

namespace isotope::apart {

namespace {

// On both loops, which are not looked at again.
constexpr const char *kSeen = "isotope.apart";

// Blocks one behind the other, of which the last goes back or leaves, and iterations that can be counted in front of the loop:
//   loop: ..  br %more      more: ..  br i1 %again, %loop, %exit
bool is_countable(const Loop &loop, ScalarEvolution &evolution) {
    const auto goes_on = [&](const BasicBlock *block) { return block == loop.getLoopLatch() || block->getSingleSuccessor(); };
    return loop.isInnermost() && can_copy(loop) && all_of(loop.blocks(), goes_on) &&
           !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)) && !findOptionMDForLoop(&loop, kSeen);
}

// The copy, whose stores and loads do not alias, is carried out where no arrays overlap.
Loop *make(Loop &loop, Checks &checks, LoopStandardAnalysisResults &results) {
    ValueToValueMapTy map;
    Loop *copy = copied(loop, checks.overlap(loop.getLoopPreheader()->getTerminator()), results, "apart", &map);
    checks.annotate(*copy, map);
    for (Loop *one : {&loop, copy}) {
        addStringMetadataToLoop(one, kSeen);
    }
    // The loop vectoriser would check once more what is known to overlap.
    addStringMetadataToLoop(&loop, "llvm.loop.vectorize.width", 1);
    addStringMetadataToLoop(&loop, "llvm.loop.interleave.count", 1);
    return copy;
}

}  // namespace

PreservedAnalyses ApartPass::run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    Function &function = *loop.getHeader()->getParent();
    if (is_switched_off("ISOTOPE_APART") || results.MSSA || function.hasOptSize() || !is_countable(loop, results.SE)) {
        return PreservedAnalyses::all();
    }
    const std::optional<Arrays> arrays = arrays_of(loop, nullptr, results.SE, results.AA);
    if (!arrays || arrays->pairs.empty()) {
        return PreservedAnalyses::all();
    }
    Checks checks(loop, *arrays, results);
    if (!checks.can_check()) {
        return PreservedAnalyses::all();
    }
    updater.addSiblingLoops({make(loop, checks, results)});
    OptimizationRemarkEmitter(&function).emit([&] {
        OptimizationRemark remark(kRemarks, "Apart", loop.getStartLoc(), loop.getHeader());
        remark << "a copy of this loop for arrays that do not overlap, by " << std::to_string(arrays->pairs.size()) << " comparisons";
        return remark;
    });
    return getLoopPassPreservedAnalyses();
}

}  // namespace isotope::apart
