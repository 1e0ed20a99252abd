#include "simd/widths.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <map>

#include "bounds.h"
#include "simd/registers.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// A register: a vector of numbers, and where the processor has no registers for masks, a mask.
bool takes_register(const Value &value, bool has_mask_registers) {
    const auto *type = dyn_cast<FixedVectorType>(value.getType());
    const bool is_mask = type && type->getElementType()->isIntegerTy(1);
    return type && !isa<Constant>(value) && !(is_mask && has_mask_registers);
}

// Values that live at once within a loop: the most of all places in it.
class Pressure {
  public:
    Pressure(const Function &body, bool has_mask_registers) : body(body), has_mask_registers(has_mask_registers) {}

    size_t most() {
        solve();
        SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> back;
        FindFunctionBackedges(body, back);
        size_t most = 0;
        for (const BasicBlock &block : body) {
            // Without a loop all of it counts.
            if (back.empty() || is_within(block, back)) {
                most = std::max(most, walk(block, nullptr));
            }
        }
        return most;
    }

  private:
    using Values = SmallPtrSet<const Value *, 16>;

    const Function &body;
    const bool has_mask_registers;
    std::map<const BasicBlock *, Values> in;

    static bool is_within(const BasicBlock &block, ArrayRef<std::pair<const BasicBlock *, const BasicBlock *>> back) {
        return any_of(back, [&](const auto &edge) {
            return isPotentiallyReachable(edge.second, &block) && isPotentiallyReachable(&block, edge.first);
        });
    }

    // Backwards: what lives behind the block, then each operation.
    size_t walk(const BasicBlock &block, Values *entry) {
        Values live;
        for (const BasicBlock *next : successors(&block)) {
            live.insert(in[next].begin(), in[next].end());
            for (const PHINode &phi : next->phis()) {
                live.erase(&phi);
                add(*phi.getIncomingValueForBlock(&block), &live);
            }
        }
        size_t most = live.size();
        for (const Instruction &instruction : reverse(block)) {
            if (isa<PHINode>(instruction)) {
                break;
            }
            live.erase(&instruction);
            for (const Value *operand : instruction.operand_values()) {
                add(*operand, &live);
            }
            most = std::max<size_t>(most, live.size());
        }
        if (entry) {
            *entry = live;
        }
        return most;
    }

    void add(const Value &value, Values *live) const {
        if (takes_register(value, has_mask_registers)) {
            live->insert(&value);
        }
    }

    void solve() {
        for (bool is_stable = false; !is_stable;) {
            is_stable = true;
            for (const BasicBlock *block : post_order(&body)) {
                Values entry;
                walk(*block, &entry);
                is_stable &= entry.size() == in[block].size();
                in[block] = entry;
            }
        }
    }
};

}  // namespace

// One unit computes divisions and roots of floats, one after the other: fdiv and @llvm.sqrt.
static bool takes_divider(const Instruction &instruction) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return instruction.getOpcode() == Instruction::FDiv || (call && call->getIntrinsicID() == Intrinsic::sqrt);
}

unsigned registers_of(const Function &body) {
    const bool has_many = register_bits(body) == 512;
    const size_t live = Pressure(body, has_many).most(), there = has_many ? 32 : 16;
    // Two registers a value pay also where some are spilled, as the tests of masks are halved; four where nearly all fit. Among AVX2's 16
    // are masks, which live the shortest, so half as many again pay, unless values wait for a divider that is busy all the time.
    const size_t most_of_four = has_many ? 9 : any_of(instructions(body), takes_divider) ? 4 : 7;
    if (live <= most_of_four) {
        return 4;
    }
    return 2 * 2 * live <= 5 * there ? 2 : 1;
}

std::vector<Variant> wider(const Function &scalar, const std::vector<Variant> &variants, unsigned registers) {
    std::vector<Variant> made;
    const unsigned lanes = register_lanes(scalar) * registers;
    const auto is_named = [&](const Variant &variant) { return variant.lanes != variants.front().lanes; };
    // With `simdlen` all instruction sets have as many lanes.
    if (variants.size() < 2 || none_of(variants, is_named) || lanes > kMostSimdLanes) {
        return made;
    }
    for (const Variant &variant : variants) {
        const auto is_known = [&](const Variant &other) { return other.is_masked == variant.is_masked && other.lanes >= lanes; };
        if (variant.set->bits != register_bits(scalar) || any_of(variants, is_known) || any_of(made, is_known)) {
            continue;
        }
        made.push_back(variant);
        made.back().lanes = lanes;
        made.back().name.clear();
        made.back().shape = variant.shape[0] + std::to_string(lanes) + StringRef(variant.shape).drop_front().ltrim("0123456789").str();
    }
    return made;
}

unsigned common_width(const Loop &loop, const Widths &widths, unsigned most) {
    SmallVector<unsigned, 4> common;
    bool is_first = true;
    for (BasicBlock *block : loop.blocks()) {
        for (Instruction &instruction : *block) {
            auto *call = dyn_cast<CallInst>(&instruction);
            const auto found = call && call->getCalledFunction() ? widths.find(call->getCalledFunction()) : widths.end();
            if (found == widths.end()) {
                continue;
            }
            if (is_first) {
                common = found->second;
            }
            is_first = false;
            erase_if(common, [&](unsigned lanes) { return !is_contained(found->second, lanes); });
        }
    }
    erase_if(common, [&](unsigned lanes) { return lanes > most; });
    return common.empty() ? 0 : *std::max_element(common.begin(), common.end());
}

namespace {

bool says_something(const Loop &loop) {
    return any_of(ArrayRef<const char *>{"llvm.loop.vectorize.width", "llvm.loop.isvectorized", "llvm.loop.vectorize.predicate.enable"},
                  [&](const char *name) { return findOptionMDForLoop(&loop, name) != nullptr; });
}

}  // namespace

bool are_long(Function &function, unsigned lanes, FunctionAnalysisManager &analyses) {
    return all_of(function.users(), [&](User *user) {
        auto *call = dyn_cast<CallInst>(user);
        if (!call || call->getCalledFunction() != &function || has_variants(*call->getFunction())) {
            return !call && isa<Constant>(user);
        }
        Function &caller = *call->getFunction();
        const Loop *loop = analyses.getResult<LoopAnalysis>(caller).getLoopFor(call->getParent());
        if (!loop || !loop->isInnermost() || says_something(*loop)) {
            return false;
        }
        const auto calls_another = [&](const Instruction &instruction) {
            const auto *other = dyn_cast<CallBase>(&instruction);
            const Function *called = other ? other->getCalledFunction() : nullptr;
            return called && called != &function && has_variants(*called);
        };
        const unsigned iterations = analyses.getResult<ScalarEvolutionAnalysis>(caller).getSmallConstantTripCount(loop);
        return (iterations == 0 || iterations >= lanes) &&
               none_of(loop->blocks(), [&](const BasicBlock *block) { return any_of(*block, calls_another); });
    });
}

void say_widths(Function &caller, const Widths &widths, FunctionAnalysisManager &analyses) {
    for (Loop *loop : analyses.getResult<LoopAnalysis>(caller).getLoopsInPreorder()) {
        if (!loop->isInnermost() || says_something(*loop)) {
            continue;
        }
        // A loop with fewer iterations than lanes would call no body.
        const unsigned iterations = analyses.getResult<ScalarEvolutionAnalysis>(caller).getSmallConstantTripCount(loop);
        if (const unsigned lanes = common_width(*loop, widths, iterations ? iterations : kMostSimdLanes)) {
            addStringMetadataToLoop(loop, "llvm.loop.vectorize.width", lanes);
        }
    }
}

}  // namespace isotope::simd
