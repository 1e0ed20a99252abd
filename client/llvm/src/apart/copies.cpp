#include "apart/copies.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

using namespace llvm;

namespace isotope::apart {

bool can_copy(const Loop &loop) {
    return loop.isLoopSimplifyForm() && loop.getExitBlock() && loop.isRotatedForm() && loop.getExitingBlock() == loop.getLoopLatch() &&
           loop.isSafeToClone();
}

Loop *copied(Loop &loop, Value *keeps, LoopStandardAnalysisResults &results, const char *name, ValueToValueMapTy *map) {
    BasicBlock *check = loop.getLoopPreheader(), *exit = loop.getExitBlock();
    BasicBlock *preheader = SplitBlock(check, check->getTerminator(), &results.DT, &results.LI, nullptr, name + Twine(".ph"));
    SmallVector<BasicBlock *, 8> blocks;
    Loop *copy = cloneLoopWithPreheader(preheader, check, &loop, *map, Twine(".") + name, &results.LI, &results.DT, blocks);
    remapInstructionsInBlocks(blocks, *map);
    Instruction *branch = check->getTerminator();
    BranchInst::Create(loop.getLoopPreheader(), copy->getLoopPreheader(), keeps, branch->getIterator());
    branch->eraseFromParent();
    for (PHINode &phi : exit->phis()) {
        Value *value = phi.getIncomingValueForBlock(loop.getLoopLatch());
        const auto mapped = map->find(value);
        phi.addIncoming(mapped == map->end() ? value : (Value *)mapped->second, copy->getLoopLatch());
        // With one predecessor it was the value itself.
        results.SE.forgetValue(&phi);
    }
    results.DT.changeImmediateDominator(exit, check);
    for (Loop *one : {&loop, copy}) {
        formDedicatedExitBlocks(one, &results.DT, &results.LI, nullptr, true);
    }
    results.SE.forgetLoop(&loop);
    results.SE.forgetBlockAndLoopDispositions();
    return copy;
}

}  // namespace isotope::apart
