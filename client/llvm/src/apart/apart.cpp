#include "apart/apart.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "apart/arrays.h"
#include "frontend/variables.h"
#include "report/remarks.h"
#include "versions.h"

using namespace llvm;

namespace isotope::apart {

namespace {

// On both loops, which are not looked at again.
constexpr const char *kSeen = "isotope.apart";

// The bytes of an array in all iterations, as integers: [low, high).
struct Range {
    Value *low, *high;
};

class Versions {
  public:
    Versions(Loop &loop, const Arrays &arrays, LoopStandardAnalysisResults &results)
        : loop(loop), arrays(arrays), results(results), layout(loop.getHeader()->getModule()->getDataLayout()) {}

    // Whether what the check computes can be computed in front of the loop.
    bool can_check() {
        Expander expander(results.SE, layout);
        Instruction *at = loop.getLoopPreheader()->getTerminator();
        const auto is_safe = [&](const SCEV *value) { return expander.isSafeToExpandAt(value, at); };
        return is_safe(iterations()) && all_of(arrays.all, [&](const Array &array) { return is_safe(array.start) && is_safe(array.step); });
    }

    //     preheader                       check: br i1 %overlap, %old, %new
    //     loop: br %loop, %exit    ->     old: the loop as it was             new: its copy, where stores and loads do not alias
    //     exit                            exit
    Loop *make() {
        BasicBlock *check = loop.getLoopPreheader(), *exit = loop.getExitBlock();
        Value *overlap = checked(check->getTerminator());
        BasicBlock *preheader = SplitBlock(check, check->getTerminator(), &results.DT, &results.LI, nullptr, "apart.ph");
        ValueToValueMapTy map;
        SmallVector<BasicBlock *, 2> blocks;
        Loop *copy = cloneLoopWithPreheader(preheader, check, &loop, map, ".apart", &results.LI, &results.DT, blocks);
        remapInstructionsInBlocks(blocks, map);
        Instruction *branch = check->getTerminator();
        BranchInst::Create(loop.getLoopPreheader(), copy->getLoopPreheader(), overlap, branch->getIterator());
        branch->eraseFromParent();
        for (PHINode &phi : exit->phis()) {
            Value *value = phi.getIncomingValueForBlock(loop.getLoopLatch());
            const auto mapped = map.find(value);
            phi.addIncoming(mapped == map.end() ? value : (Value *)mapped->second, copy->getLoopLatch());
            // With one predecessor it was the value itself.
            results.SE.forgetValue(&phi);
        }
        results.DT.changeImmediateDominator(exit, check);
        annotate(*copy, map);
        for (Loop *one : {&loop, copy}) {
            formDedicatedExitBlocks(one, &results.DT, &results.LI, nullptr, true);
            addStringMetadataToLoop(one, kSeen);
        }
        // The loop vectoriser would check once more what is known to overlap.
        addStringMetadataToLoop(&loop, "llvm.loop.vectorize.width", 1);
        addStringMetadataToLoop(&loop, "llvm.loop.interleave.count", 1);
        results.SE.forgetLoop(&loop);
        results.SE.forgetBlockAndLoopDispositions();
        return copy;
    }

  private:
    Loop &loop;
    const Arrays &arrays;
    LoopStandardAnalysisResults &results;
    const DataLayout &layout;

    // Iterations but one.
    const SCEV *iterations() { return results.SE.getBackedgeTakenCount(&loop); }

    // Each access is one of its array's object in each iteration, and no object wraps around: so the first and the last iteration have the
    // least and the greatest address, whatever the sign of the step. Of bytes 0 to 15 at %p, which goes on by %step in %n + 1 iterations:
    //   %last = %p + %step * %n
    //   [umin(%p, %last), umax(%p, %last) + 16)
    Range range(Expander &expander, const Array &array, Instruction *at) {
        llvm::Type *index = layout.getIndexType(array.start->getType());
        Value *start = expander.expandCodeFor(array.start, array.start->getType(), at->getIterator());
        Value *step = expander.expandCodeFor(array.step, index, at->getIterator());
        Value *count = expander.expandCodeFor(results.SE.getTruncateOrZeroExtend(iterations(), index), index, at->getIterator());
        IRBuilder<> builder(at);
        Value *first = builder.CreatePtrToInt(start, index);
        Value *last = builder.CreateAdd(first, builder.CreateMul(step, count));
        Value *low = builder.CreateBinaryIntrinsic(Intrinsic::umin, first, last);
        Value *high = builder.CreateBinaryIntrinsic(Intrinsic::umax, first, last);
        const auto with = [&](Value *value, int64_t more) { return builder.CreateAdd(value, ConstantInt::getSigned(index, more)); };
        return {with(low, array.first()), with(high, array.end())};
    }

    // Whether two of the pairs overlap: `and (icmp ult %low0, %high1), (icmp ult %low1, %high0)` of each, joined by `or`.
    Value *checked(Instruction *at) {
        Expander expander(results.SE, layout);
        SmallVector<Range, 4> ranges;
        for (const Array &array : arrays.all) {
            ranges.push_back(range(expander, array, at));
        }
        IRBuilder<> builder(at);
        Value *any = nullptr;
        for (const auto &[left, right] : arrays.pairs) {
            Value *begins = builder.CreateICmpULT(ranges[left].low, ranges[right].high);
            Value *ends = builder.CreateICmpULT(ranges[right].low, ranges[left].high);
            Value *both = builder.CreateAnd(begins, ends);
            any = any ? builder.CreateOr(any, both) : both;
        }
        // An array that is poison here is poison in the loop, which has undefined behaviour then, but not before its first access.
        return builder.CreateFreeze(any);
    }

    // A scope for each array. Each access is in its own, and apart from those that were checked:
    //   store i8 %v, ptr %to     ->     store i8 %v, ptr %to, !alias.scope !{!to}, !noalias !{!a, !b}
    void annotate(Loop &copy, ValueToValueMapTy &map) {
        LLVMContext &context = copy.getHeader()->getContext();
        MDBuilder metadata(context);
        MDNode *domain = metadata.createAnonymousAliasScopeDomain("isotope.apart");
        SmallVector<MDNode *, 4> scopes;
        SmallVector<SmallVector<Metadata *, 4>, 4> others(arrays.all.size());
        IRBuilder<> builder(copy.getLoopPreheader()->getTerminator());
        for (size_t at = 0; at < arrays.all.size(); at++) {
            scopes.push_back(metadata.createAnonymousAliasScope(domain));
            builder.CreateNoAliasScopeDeclaration(MDNode::get(context, scopes.back()));
        }
        for (const auto &[left, right] : arrays.pairs) {
            others[left].push_back(scopes[right]);
            others[right].push_back(scopes[left]);
        }
        for (size_t at = 0; at < arrays.all.size(); at++) {
            for (const Access &access : arrays.all[at].accesses) {
                auto *made = cast<Instruction>((Value *)map[access.instruction]);
                const auto add = [&](unsigned kind, MDNode *node) {
                    made->setMetadata(kind, MDNode::concatenate(made->getMetadata(kind), node));
                };
                add(LLVMContext::MD_alias_scope, MDNode::get(context, scopes[at]));
                if (!others[at].empty()) {
                    add(LLVMContext::MD_noalias, MDNode::get(context, others[at]));
                }
            }
        }
    }
};

// Blocks one behind the other, of which the last goes back or leaves, and iterations that can be counted in front of the loop:
//   loop: ..  br %more      more: ..  br i1 %again, %loop, %exit
bool is_countable(const Loop &loop, ScalarEvolution &evolution) {
    const auto goes_on = [&](const BasicBlock *block) { return block == loop.getLoopLatch() || block->getSingleSuccessor(); };
    return loop.isInnermost() && loop.isLoopSimplifyForm() && loop.getExitBlock() && loop.isRotatedForm() &&
           all_of(loop.blocks(), goes_on) && !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)) &&
           !findOptionMDForLoop(&loop, kSeen);
}

}  // namespace

PreservedAnalyses ApartPass::run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    Function &function = *loop.getHeader()->getParent();
    if (is_switched_off("ISOTOPE_APART") || results.MSSA || function.hasOptSize() || !is_countable(loop, results.SE)) {
        return PreservedAnalyses::all();
    }
    const std::optional<Arrays> arrays = arrays_of(loop, results.SE, results.AA);
    if (!arrays) {
        return PreservedAnalyses::all();
    }
    Versions versions(loop, *arrays, results);
    if (!versions.can_check()) {
        return PreservedAnalyses::all();
    }
    Loop *copy = versions.make();
    updater.addSiblingLoops({copy});
    OptimizationRemarkEmitter(&function).emit([&] {
        OptimizationRemark remark(kRemarks, "Apart", loop.getStartLoc(), loop.getHeader());
        remark << "a copy of this loop for arrays that do not overlap, by " << std::to_string(arrays->pairs.size()) << " comparisons";
        return remark;
    });
    return getLoopPassPreservedAnalyses();
}

}  // namespace isotope::apart
