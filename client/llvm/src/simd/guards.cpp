#include "simd/guards.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "simd/structure.h"
#include "versions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// In the units of LLVM's cost tables, for one register: about as much as a test of a mask, a branch, and the share of it that is not
// foreseen.
constexpr int64_t kMostGuarded = 16;

// A side that lanes go round only to leave the loop is carried out in nearly every iteration: its branch would be for the last one.
constexpr int64_t kMostBeforeExit = 64;

}  // namespace

// The guarded side may have blocks of its own, but no way in from elsewhere:
//   head: br i1 %c, label %side, label %join          side: br label %join
std::optional<Triangle> triangle_of(BasicBlock &head) {
    auto *branch = dyn_cast<BranchInst>(head.getTerminator());
    if (!branch || branch->isUnconditional()) {
        return std::nullopt;
    }
    BasicBlock *yes = branch->getSuccessor(0), *no = branch->getSuccessor(1);
    const bool is_on_true = yes->getSinglePredecessor() == &head;
    BasicBlock *side = is_on_true ? yes : no, *join = is_on_true ? no : yes;
    if (side->getSinglePredecessor() != &head || join->getSinglePredecessor()) {
        return std::nullopt;
    }
    return Triangle{side, join, is_on_true};
}

Guards::Guards(Function &structured, const Shapes &shapes, const Variant &variant, FunctionAnalysisManager &analyses)
    : shapes(shapes), variant(variant), costs(analyses.getResult<TargetIRAnalysis>(structured)) {
    const LoopInfo &loops = analyses.getResult<LoopAnalysis>(structured);
    const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(structured);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
        const Block *latch = loop->getLoopLatch();
        const auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
        if (branch && branch->isConditional()) {
            find_exits(branch->getCondition(), branch->getSuccessor(0) == loop->getHeader(), dominators);
        }
    }
    // Inner guards come before those around them.
    for (Block *head : post_order(&structured)) {
        const std::optional<Triangle> triangle = triangle_of(*head);
        const Loop *loop = loops.getLoopFor(head);
        if (!triangle || !shapes.is_varying_branch(*head) || loops.getLoopFor(triangle->join) != loop) {
            continue;
        }
        const std::optional<int64_t> costs_all = cost(triangle->side, triangle->join);
        if (costs_all && *costs_all <= (exits.count(head) ? kMostBeforeExit : kMostGuarded)) {
            flat.insert(head);
        }
    }
}

// The latch is decided by such a phi, and lanes that go round the guard leave the loop:
//   %again = phi i1 [%more, %side], [false, %head]
//   br i1 %again, label %loop, label %exit
void Guards::find_exits(const Value *condition, bool goes_on, const DominatorTree &dominators) {
    SmallPtrSet<const Value *, 8> seen;
    for (const PHINode *phi; (phi = dyn_cast<PHINode>(condition)) && seen.insert(phi).second;) {
        const Block *head = dominators.getNode(phi->getParent())->getIDom()->getBlock();
        const int direct = phi->getBasicBlockIndex(head);
        if (phi->getNumIncomingValues() != 2 || direct < 0) {
            return;
        }
        const auto *round = dyn_cast<ConstantInt>(phi->getIncomingValue((unsigned)direct));
        if (round && round->isOne() != goes_on) {
            exits.insert(head);
        }
        condition = phi->getIncomingValue(1 - (unsigned)direct);
    }
}

std::optional<int64_t> Guards::cost(const Block *side, const Block *join) const {
    int64_t sum = 0;
    // A side that ends in an endless loop never comes to the join.
    SmallPtrSet<const Block *, 8> seen;
    for (const Block *block = side; block != join;) {
        if (!seen.insert(block).second) {
            return std::nullopt;
        }
        for (const Instruction &instruction : *block) {
            const std::optional<int64_t> one = instruction.isTerminator() ? 0 : cost(instruction);
            if (!one) {
                return std::nullopt;
            }
            sum += *one;
        }
        const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
        if (branch && branch->isUnconditional()) {
            block = branch->getSuccessor(0);
            continue;
        }
        // A guard within, which is flat itself: its side counts, then what is behind it.
        const std::optional<Triangle> within = flat.count(block) ? triangle_of(const_cast<Block &>(*block)) : std::nullopt;
        const std::optional<int64_t> inner = within ? cost(within->side, within->join) : std::nullopt;
        if (!inner) {
            return std::nullopt;
        }
        sum += *inner;
        block = within->join;
    }
    return sum;
}

// Values that all lanes share are computed as scalars, where a division or an access might fail with no lane that asks for it: `udiv` and
// `load` have to be guarded. `mul i32 %x, %y` costs what LLVM says of a vector of one register.
std::optional<int64_t> Guards::cost(const Instruction &instruction) const {
    if (isa<PHINode>(instruction)) {
        return 1;
    }
    if (instruction.mayReadOrWriteMemory() || instruction.isIntDivRem() || isa<FreezeInst>(instruction) ||
        (isa<CallBase>(instruction) && is_by_lane(cast<CallBase>(instruction)))) {
        return std::nullopt;
    }
    if (shapes.step(&instruction)) {
        return 1;
    }
    const unsigned bits = std::max(instruction.getType()->getScalarSizeInBits(), 32u);
    const unsigned lanes = std::min(variant.lanes, std::max(variant.set->bits / bits, 1u));
    Type *type = FixedVectorType::get(instruction.getType(), lanes);
    InstructionCost found = 1;
    if (isa<BinaryOperator>(instruction)) {
        found = costs.getArithmeticInstrCost(instruction.getOpcode(), type);
    } else if (const auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
        SmallVector<Type *, 4> types;
        for (const Value *argument : call->args()) {
            types.push_back(FixedVectorType::get(argument->getType(), lanes));
        }
        found = costs.getIntrinsicInstrCost(IntrinsicCostAttributes(call->getIntrinsicID(), type, types),
                                            TargetTransformInfo::TCK_RecipThroughput);
    }
    return number_of(found);
}

}  // namespace isotope::simd
