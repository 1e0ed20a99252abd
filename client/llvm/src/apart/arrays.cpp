#include "apart/arrays.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace isotope::apart {

namespace {

// Fewer neighbours fill no vector that is worth a check.
constexpr size_t kLeastNeighbours = 4;

// A check is three instructions a pair and six an array.
constexpr size_t kMostPairs = 8;

// The loop vectoriser writes no check for fewer iterations than 16, and does not vectorise what needs one.
constexpr unsigned kMostIterations = 15;

// With fewer neighbours a pair, the check takes longer than a few short rows save: x264's ssim_core compared eight for four sums.
constexpr size_t kNeighboursAPair = 2;
// Rows of a length that LLVM does not know cost more without a copy: a loop for each, which takes its branches anew.
constexpr size_t kRowsNeighboursAPair = 1;

// An access of an inner loop, at its first iteration, is one of the bytes of all of its iterations. Of a row of 8
//   load i8, ptr %a, where %a goes on by 2      is [0, 15) at the first %a
bool begin_of_row(const Row &row, ScalarEvolution &evolution, const SCEV **place, Access *access) {
    const auto *steps = dyn_cast<SCEVAddRecExpr>(*place);
    if (!steps || steps->getLoop() != row.loop) {
        return evolution.isLoopInvariant(*place, row.loop);
    }
    const auto *step = steps->isAffine() ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution)) : nullptr;
    if (!step || step->getAPInt().getSignificantBits() > 16) {
        return false;
    }
    const int64_t each = step->getAPInt().getSExtValue(), all = each * (int64_t)(row.iterations - 1);
    access->count = each == access->bytes ? row.iterations : 1;
    access->offset = std::min<int64_t>(all, 0);
    access->bytes += std::abs(all);
    *place = steps->getStart();
    return true;
}

// Adds an access to the array that is a constant distance from it, or to a new one. Of a loop in which %a goes on by %step
//   load i8, ptr %a, and load i8, ptr (getelementptr i8, %a, 1)      are [0, 1) and [1, 2) of the array with start %a
bool add(Instruction &instruction, const Loop &loop, const Row *row, ScalarEvolution &evolution, SmallVectorImpl<Array> *arrays) {
    Type *type = getLoadStoreType(&instruction);
    const DataLayout &layout = instruction.getModule()->getDataLayout();
    const TypeSize size = layout.getTypeStoreSize(type);
    const SCEV *place = evolution.getSCEV(getLoadStorePointerOperand(&instruction));
    Access access = {&instruction, 0, size.isScalable() ? 0 : (int64_t)size.getFixedValue(), 1};
    if (row && row->loop->contains(&instruction) && !begin_of_row(*row, evolution, &place, &access)) {
        return false;
    }
    const SCEV *start = place, *step = evolution.getZero(layout.getIndexType(place->getType()));
    if (const auto *steps = dyn_cast<SCEVAddRecExpr>(place)) {
        start = steps->getStart(), step = steps->getStepRecurrence(evolution);
        if (!steps->isAffine() || steps->getLoop() != &loop) {
            return false;
        }
    }
    if (size.isScalable() || !evolution.isLoopInvariant(start, &loop) || !evolution.isLoopInvariant(step, &loop)) {
        return false;
    }
    for (Array &array : *arrays) {
        const auto *offset = array.step == step ? dyn_cast<SCEVConstant>(evolution.getMinusSCEV(start, array.start)) : nullptr;
        if (offset && offset->getAPInt().getSignificantBits() <= 32) {
            access.offset += offset->getAPInt().getSExtValue();
            array.accesses.push_back(access);
            array.is_written |= isa<StoreInst>(instruction);
            return true;
        }
    }
    arrays->push_back({start, step, {access}, isa<StoreInst>(instruction)});
    return arrays->size() <= 2 * kMostPairs;
}

// False for an access that no check covers, and for what may leave the loop early.
bool add_of(Instruction &instruction, const Loop &loop, const Row *row, ScalarEvolution &evolution, SmallVectorImpl<Array> *arrays) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    const auto *store = dyn_cast<StoreInst>(&instruction);
    if (load || store) {
        return (load ? load->isSimple() : store->isSimple()) && add(instruction, loop, row, evolution, arrays);
    }
    return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow() && instruction.willReturn();
}

// How many values of one type and one operation are stored side by side at the most. It is 2 here:
//   store i8 (trunc i32 %x), ptr %to
//   store i8 (trunc i32 %y), ptr %to.1
//   store i8 %z, ptr %to.2                    ; where %z is no trunc
size_t longest_row(const Array &array) {
    SmallVector<Access, 16> stores;
    for (const Access &access : array.accesses) {
        if (isa<StoreInst>(access.instruction)) {
            stores.push_back(access);
        }
    }
    stable_sort(stores, [](const Access &left, const Access &right) { return left.offset < right.offset; });
    const auto value = [](const Access &access) { return cast<StoreInst>(access.instruction)->getValueOperand(); };
    size_t neighbours = stores.empty() ? 0 : stores[0].count, most = neighbours;
    for (size_t at = 1; at < stores.size(); at++) {
        const Access &before = stores[at - 1], &here = stores[at];
        const auto *left = dyn_cast<Instruction>(value(before)), *right = dyn_cast<Instruction>(value(here));
        const bool is_next = here.offset == before.offset + before.bytes && value(here)->getType() == value(before)->getType();
        const bool is_alike = left && right && left->getOpcode() == right->getOpcode() && !left->getType()->isVectorTy();
        neighbours = is_next && is_alike ? neighbours + here.count : here.count;
        most = std::max(most, neighbours);
    }
    return most;
}

// How many stores of all iterations of a short loop lie side by side. They are 8 in `for (x = 0; x < 8; x++) to[x] = .., to[x + 32] = ..;`
// A loop in a loop is unrolled soon, and is a row then.
size_t iterations_side_by_side(const Array &array, const Loop &loop, ScalarEvolution &evolution) {
    const auto *step = dyn_cast<SCEVConstant>(array.step);
    const auto is_next = [&](const Access &access) {
        return isa<StoreInst>(access.instruction) && step->getAPInt().getSExtValue() == access.bytes;
    };
    const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
    return step && loop.isOutermost() && iterations <= kMostIterations && any_of(array.accesses, is_next) ? iterations : 0;
}

// Rows of one object, as two that are written in one iteration, overlap as wholes: no check tells %to from %to + %stride.
bool are_of_one(const Array &left, const Array &right) {
    const auto object = [](const Array &array) {
        return getUnderlyingObject(getLoadStorePointerOperand(array.accesses.front().instruction), 0);
    };
    return object(left) == object(right);
}

// store i8 %v, ptr %to and load i8, ptr %a may overlap, unless one of both pointers is noalias. Two arrays that are only read may not.
bool may_overlap(const Array &left, const Array &right, AAResults &aliases) {
    // Without metadata, which are one access's own: what holds for it need not hold for its neighbours.
    const auto place = [](const Array &array) {
        return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(array.accesses.front().instruction));
    };
    return (left.is_written || right.is_written) && !are_of_one(left, right) && !aliases.isNoAlias(place(left), place(right));
}

}  // namespace

int64_t Array::first() const {
    return std::min_element(accesses.begin(), accesses.end(),
                            [](const Access &left, const Access &right) { return left.offset < right.offset; })
        ->offset;
}

int64_t Array::end() const {
    int64_t end = accesses.front().offset;
    for (const Access &access : accesses) {
        end = std::max(end, access.offset + access.bytes);
    }
    return end;
}

std::optional<Arrays> arrays_of(const Loop &loop, const Row *row, ScalarEvolution &evolution, AAResults &aliases) {
    Arrays found;
    for (BasicBlock *block : loop.blocks()) {
        for (Instruction &instruction : *block) {
            if (!add_of(instruction, loop, row, evolution, &found.all)) {
                return std::nullopt;
            }
        }
    }
    size_t most = 0, neighbours = 0;
    for (const Array &array : found.all) {
        const size_t longest = std::max(longest_row(array), iterations_side_by_side(array, loop, evolution));
        most = std::max(most, longest);
        neighbours += longest;
    }
    if (most < kLeastNeighbours) {
        return std::nullopt;
    }
    for (unsigned left = 0; left < found.all.size(); left++) {
        for (unsigned right = left + 1; right < found.all.size(); right++) {
            if (may_overlap(found.all[left], found.all[right], aliases)) {
                found.pairs.emplace_back(left, right);
            }
        }
    }
    const size_t least = found.pairs.size() * (row ? kRowsNeighboursAPair : kNeighboursAPair);
    const bool is_worth = found.pairs.size() <= kMostPairs && least <= neighbours;
    return is_worth ? std::optional(found) : std::nullopt;
}

}  // namespace isotope::apart
