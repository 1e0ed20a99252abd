#include "find/loads.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// The first load of a vector on the way to the leaves of a value: %a of mul (zext %a), (zext %b), where both are loads.
LoadInst *first_load(Value *value, const BasicBlock &block, unsigned depth) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != &block || isa<PHINode>(instruction) || depth == 0) {
        return nullptr;
    }
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
        return load->getType()->isVectorTy() ? load : nullptr;
    }
    for (Value *operand : instruction->operands()) {
        if (LoadInst *found = first_load(operand, block, depth - 1)) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace

std::vector<LoadInst *> put_together(Value *value, const BasicBlock &block) {
    const auto *vector = dyn_cast<FixedVectorType>(value->getType());
    std::vector<LoadInst *> lanes(vector ? vector->getNumElements() : 0);
    auto *at = dyn_cast<InsertElementInst>(value);
    for (size_t steps = 0; at && steps < lanes.size(); steps++) {
        const auto *place = dyn_cast<ConstantInt>(at->getOperand(2));
        auto *load = dyn_cast<LoadInst>(at->getOperand(1));
        if (!place || place->getValue().uge(lanes.size()) || !load || !load->isSimple() || load->getParent() != &block ||
            load->getPointerAddressSpace() != 0) {
            return {};
        }
        LoadInst *&lane = lanes[place->getZExtValue()];
        // The chain is read from its end: what is put into a lane last counts.
        lane = lane ? lane : load;
        at = dyn_cast<InsertElementInst>(at->getOperand(0));
    }
    return is_contained(lanes, nullptr) ? std::vector<LoadInst *>() : lanes;
}

std::optional<int64_t> bytes_between(LoadInst *from, LoadInst *to, ScalarEvolution &evolution) {
    const auto *distance = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(to->getPointerOperand()), evolution.getSCEV(from->getPointerOperand())));
    if (!distance || distance->getAPInt().getSignificantBits() > 32) {
        return {};
    }
    return distance->getAPInt().getSExtValue();
}

unsigned sort_by_place(Bundle *terms, const BasicBlock &block, ScalarEvolution &evolution) {
    std::vector<std::pair<int64_t, Value *>> placed;
    LoadInst *first = nullptr;
    for (Value *term : *terms) {
        LoadInst *load = first_load(term, block, kMostTermDepth);
        first = first ? first : load;
        const auto bytes = load && load->getType() == first->getType() ? bytes_between(first, load, evolution) : std::nullopt;
        if (!bytes) {
            return 0;
        }
        placed.push_back({*bytes, term});
    }
    std::stable_sort(placed.begin(), placed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t i = 0; i < placed.size(); i++) {
        (*terms)[i] = placed[i].second;
    }
    return first ? first->getType()->getScalarSizeInBits() : 0;
}

}  // namespace isotope
