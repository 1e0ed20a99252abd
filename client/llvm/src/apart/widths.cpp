#include "apart/widths.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>

#include "apart/arrays.h"
#include "apart/checks.h"
#include "apart/copies.h"
#include "frontend/variables.h"
#include "report/remarks.h"

using namespace llvm;

namespace isotope::apart {

namespace {

// On loops that are not looked at again.
constexpr const char *kSeen = "isotope.widths";

// The widths of blocks that codecs of pictures work on. A row of 32 bytes is a whole register.
constexpr unsigned kWidths[] = {16, 8, 4};

// Instructions of a row's loop, and of the loop over rows: each is there four times afterwards.
constexpr size_t kMostInRow = 64;
constexpr size_t kMostInRows = 128;

// Wider elements fill registers at fewer iterations.
constexpr uint64_t kMostBytes = 2;

size_t size_of(const Loop &loop) {
    size_t size = 0;
    for (const BasicBlock *block : loop.blocks()) {
        size += block->size();
    }
    return size;
}

// A loop over a row: one block that stores neighbours, of one or two bytes each, in its iterations.
bool is_row(const Loop &loop, ScalarEvolution &evolution) {
    if (!loop.isLoopSimplifyForm() || loop.getNumBlocks() != 1 || loop.getHeader()->size() > kMostInRow) {
        return false;
    }
    bool stores = false;
    for (const Instruction &instruction : *loop.getHeader()) {
        const auto *store = dyn_cast<StoreInst>(&instruction);
        const auto *load = dyn_cast<LoadInst>(&instruction);
        if ((load && !load->isSimple()) || (!load && !store && instruction.mayReadOrWriteMemory())) {
            return false;
        }
        if (!store) {
            continue;
        }
        const TypeSize size = instruction.getModule()->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
        const auto *place = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(store->getPointerOperand())));
        const auto *step = place && place->getLoop() == &loop ? dyn_cast<SCEVConstant>(place->getStepRecurrence(evolution)) : nullptr;
        if (!store->isSimple() || size.isScalable() || size.getFixedValue() > kMostBytes || !step ||
            step->getAPInt() != size.getFixedValue()) {
            return false;
        }
        stores = true;
    }
    return stores;
}

// The one value of which a number of iterations is made; none where there are several.
const SCEVUnknown *variable_of(const SCEV *iterations) {
    struct Finder {
        const SCEVUnknown *found = nullptr;
        bool is_one = true;
        bool follow(const SCEV *each) {
            const auto *unknown = dyn_cast<SCEVUnknown>(each);
            is_one = is_one && !isa<SCEVAddRecExpr>(each) && (!unknown || !found || unknown == found);
            found = unknown ? unknown : found;
            return is_one;
        }
        bool isDone() const { return !is_one; }
    } finder;
    visitAll(iterations, finder);
    return finder.is_one ? finder.found : nullptr;
}

// Numbers that follow where a value is one number.
class Known {
  public:
    Known(Value *value, unsigned number, ScalarEvolution &evolution) : evolution(evolution) {
        replaced[value] = evolution.getConstant(value->getType(), number);
    }

    // -1 + zext i32 %width is 15 where %width is 16.
    const SCEVConstant *constant(const SCEV *from) {
        return dyn_cast<SCEVConstant>(SCEVParameterRewriter::rewrite(from, evolution, replaced));
    }

    // In a copy, each operand from outside of the loop that is a constant there is that.
    void replace(Loop &original, Loop &copy) {
        for (BasicBlock *block : copy.blocks()) {
            for (Instruction &instruction : *block) {
                for (Use &operand : instruction.operands()) {
                    Value *value = operand.get();
                    const bool is_outer = isa<Argument>(value) || (isa<Instruction>(value) && !copy.contains(cast<Instruction>(value)));
                    if (!is_outer || !value->getType()->isIntegerTy() || !evolution.isSCEVable(value->getType())) {
                        continue;
                    }
                    const SCEV *form = evolution.getSCEV(value);
                    if (const SCEVConstant *known = evolution.isLoopInvariant(form, &original) ? constant(form) : nullptr) {
                        operand.set(known->getValue());
                    }
                }
            }
        }
    }

  private:
    ScalarEvolution &evolution;
    ValueToSCEVMapTy replaced;
};

// Whether each block but the latches goes on to one other: what one iteration accesses, all do.
bool is_straight(const Loop &loop, const Loop &row) {
    const auto goes_on = [&](const BasicBlock *block) {
        return block == loop.getLoopLatch() || block == row.getLoopLatch() || block->getSingleSuccessor();
    };
    return all_of(loop.blocks(), goes_on);
}

// The width of the rows of a loop, a value from before it.
Value *width_of(const Loop &loop, ScalarEvolution &evolution) {
    if (!can_copy(loop) || loop.getSubLoops().size() != 1 || findOptionMDForLoop(&loop, kSeen) || size_of(loop) > kMostInRows) {
        return nullptr;
    }
    Loop &row = *loop.getSubLoops()[0];
    const bool is_counted = !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
    if (!row.isInnermost() || !is_row(row, evolution) || !is_straight(loop, row) || !is_counted) {
        return nullptr;
    }
    const SCEV *iterations = evolution.getBackedgeTakenCount(&row);
    const SCEVUnknown *variable = isa<SCEVCouldNotCompute>(iterations) ? nullptr : variable_of(iterations);
    if (!variable || !variable->getType()->isIntegerTy() || !evolution.isLoopInvariant(variable, &loop)) {
        return nullptr;
    }
    for (unsigned width : kWidths) {
        const SCEVConstant *known = Known(variable->getValue(), width, evolution).constant(iterations);
        if (!known || known->getAPInt() != width - 1) {
            return nullptr;
        }
    }
    return variable->getValue();
}

// Has a copy begin only where no arrays overlap:
//     check: br %copy     ->     check: br i1 %overlap, %other, %copy
void guard(Loop &copy, BasicBlock *other, Checks &checks, LoopStandardAnalysisResults &results) {
    BasicBlock *check = copy.getLoopPreheader();
    Value *overlap = checks.overlap(check->getTerminator());
    BasicBlock *begin = SplitBlock(check, check->getTerminator(), &results.DT, &results.LI, nullptr, "width.apart");
    Instruction *branch = check->getTerminator();
    BranchInst::Create(other, begin, overlap, branch->getIterator());
    branch->eraseFromParent();
}

class Copies : public PassInfoMixin<Copies> {
  public:
    PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &results, LPMUpdater &updater) {
        Value *width = width_of(loop, results.SE);
        if (!width) {
            return PreservedAnalyses::all();
        }
        SmallVector<Loop *, 3> copies;
        std::string made;
        for (unsigned number : kWidths) {
            if (Loop *copy = make(loop, width, number, results)) {
                addStringMetadataToLoop(copy, kSeen);
                copies.push_back(copy);
                made += (made.empty() ? "" : ", ") + std::to_string(number);
            }
        }
        addStringMetadataToLoop(&loop, kSeen);
        if (copies.empty()) {
            return PreservedAnalyses::all();
        }
        updater.addSiblingLoops(copies);
        OptimizationRemarkEmitter(loop.getHeader()->getParent()).emit([&] {
            OptimizationRemark remark(kRemarks, "Widths", loop.getStartLoc(), loop.getHeader());
            remark << "a copy of this loop for rows of " << made << " elements";
            return remark;
        });
        return getLoopPassPreservedAnalyses();
    }

  private:
    // Nothing where the loop vectoriser could do no more with it than with the loop itself.
    static Loop *make(Loop &loop, Value *width, unsigned number, LoopStandardAnalysisResults &results) {
        const Row row = {loop.getSubLoops()[0], number};
        const std::optional<Arrays> arrays = arrays_of(loop, &row, results.SE, results.AA);
        if (!arrays) {
            return nullptr;
        }
        Checks checks(loop, *arrays, results);
        if (!arrays->pairs.empty() && !checks.can_check()) {
            return nullptr;
        }
        IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
        // A width that is poison here is poison in the loop, which may not read it before it ends.
        Value *is_other = builder.CreateFreeze(builder.CreateICmpNE(width, ConstantInt::get(width->getType(), number)));
        ValueToValueMapTy map;
        Loop *copy = copied(loop, is_other, results, "width", &map);
        Known(width, number, results.SE).replace(loop, *copy);
        if (!arrays->pairs.empty()) {
            guard(*copy, loop.getLoopPreheader(), checks, results);
            checks.annotate(*copy, map);
        }
        return copy;
    }
};

}  // namespace

PreservedAnalyses WidthsPass::run(Function &function, FunctionAnalysisManager &analyses) {
    const auto &loops = analyses.getResult<LoopAnalysis>(function);
    const auto is_nest = [](const Loop *loop) { return !loop->isInnermost(); };
    if (is_switched_off("ISOTOPE_APART") || function.hasOptSize() || none_of(loops.getLoopsInPreorder(), is_nest)) {
        return PreservedAnalyses::all();
    }
    return createFunctionToLoopPassAdaptor(Copies()).run(function, analyses);
}

}  // namespace isotope::apart
