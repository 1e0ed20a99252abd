#include "find/sharing.h"

#include "bounds.h"
#include "frontend/sharing.h"

using namespace llvm;

namespace isotope {

namespace {

// The vectors of their block that stores are computed from, up to its loads and phis. Addresses are no part of it. Of
//   store (trunc (add (sext %a), (sext %b))), ptr %p
// the operations are trunc, add and both sext, and the pointers of %a and %b are loaded: LLVM's vectoriser loads anew what another store
// does not change.
Computed computed_from(const Stores &stores) {
    Computed found;
    const auto *type = cast<FixedVectorType>(stores[0]->getValueOperand()->getType());
    found.lanes = stores.size() * type->getNumElements();
    found.bits = found.lanes * type->getScalarSizeInBits();
    std::vector<const Value *> open;
    for (const StoreInst *store : stores) {
        open.push_back(store->getValueOperand());
    }
    while (!open.empty() && found.operations.size() < kMostNodes) {
        const auto *instruction = dyn_cast<Instruction>(open.back());
        open.pop_back();
        const bool is_own = instruction && instruction->getParent() == stores[0]->getParent() && !isa<PHINode>(instruction);
        if (!is_own || !isa<VectorType>(instruction->getType())) {
            continue;
        }
        if (const auto *load = dyn_cast<LoadInst>(instruction)) {
            found.loaded.insert(load->getPointerOperand());
        } else if (found.operations.insert(instruction).second) {
            open.insert(open.end(), instruction->op_begin(), instruction->op_end());
        }
    }
    return found;
}

bool are_alike(const Stores &a, const Stores &b) {
    return a.size() == b.size() && a[0]->getValueOperand()->getType() == b[0]->getValueOperand()->getType();
}

}  // namespace

Bundle stored(const Stores &stores) {
    Bundle values;
    for (StoreInst *store : stores) {
        values.push_back(store->getValueOperand());
    }
    return values;
}

std::vector<std::vector<Stores>> sharing(const std::vector<Stores> &results) {
    std::vector<Computed> computed;
    for (const Stores &result : results) {
        computed.push_back(computed_from(result));
    }
    const auto alike = [&](size_t first, size_t next) { return are_alike(results[first], results[next]); };
    std::vector<std::vector<Stores>> groups;
    for (const std::vector<size_t> &group : sharing(computed, alike, kMostResults * kMostAnswerBits)) {
        groups.emplace_back();
        for (size_t member : group) {
            groups.back().push_back(results[member]);
        }
    }
    return groups;
}

}  // namespace isotope
