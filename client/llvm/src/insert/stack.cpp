#include "insert/stack.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

using namespace llvm;

namespace isotope {

namespace {

constexpr uint64_t kLineBytes = 64;

// Whether an address is a multiple of so many bytes, a power of two, from where an array begins: 64 of %a + 64 * %i, and not of %a + 16.
bool is_at_multiple(Value *pointer, AllocaInst *array, uint64_t bytes, ScalarEvolution &evolution) {
    const SCEV *distance = evolution.getMinusSCEV(evolution.getSCEV(pointer), evolution.getSCEV(array));
    return !isa<SCEVCouldNotCompute>(distance) &&
           (distance->isZero() || 1ULL << std::min(evolution.getMinTrailingZeros(distance), 63U) >= bytes);
}

}  // namespace

void align_arrays(Function &function, ScalarEvolution &evolution) {
    if (function.hasFnAttribute("no-realign-stack")) {
        return;
    }
    const DataLayout &layout = function.getParent()->getDataLayout();
    std::map<AllocaInst *, bool> arrays;  // and whether all of their wide vectors are at such places
    for (BasicBlock &block : function) {
        for (Instruction &instruction : block) {
            Value *pointer = getLoadStorePointerOperand(&instruction);
            auto *array = pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(pointer)) : nullptr;
            const auto *vector = array ? dyn_cast<FixedVectorType>(getLoadStoreType(&instruction)) : nullptr;
            const uint64_t bytes = vector ? layout.getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue() : 0;
            if (bytes >= kLineBytes / 2 && array->isStaticAlloca()) {
                const bool is_good = is_at_multiple(pointer, array, std::min(bytes, kLineBytes), evolution);
                arrays.try_emplace(array, true).first->second &= is_good;
            }
        }
    }
    for (const auto &[array, is_good] : arrays) {
        if (is_good) {
            array->setAlignment(std::max(array->getAlign(), Align(kLineBytes)));
        }
    }
}

}  // namespace isotope
