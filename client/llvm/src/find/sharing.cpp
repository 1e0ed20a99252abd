#include "find/sharing.h"

#include <algorithm>
#include <set>

#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// Operations of a block, and what its loads read from. LLVM's vectoriser loads anew what another store does not change.
struct Computed {
    std::set<const Value *> operations, loaded;
};

// The vectors of their block that stores are computed from, up to its loads and phis. Addresses are no part of it. Of
//   store (trunc (add (sext %a), (sext %b))), ptr %p
// the operations are trunc, add and both sext, and the pointers of %a and %b are loaded.
Computed computed_from(const Stores &stores) {
    Computed found;
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

size_t common(const std::set<const Value *> &a, const std::set<const Value *> &b) {
    return (size_t)std::count_if(a.begin(), a.end(), [&](const Value *value) { return b.count(value) > 0; });
}

// Whether two have an operation in common, or two loads: one load is there once, whoever reads it.
bool share_work(const Computed &a, const Computed &b) {
    return common(a.operations, b.operations) > 0 || common(a.loaded, b.loaded) > 1;
}

size_t lanes(const Stores &stores) {
    return stores.size() * cast<FixedVectorType>(stores[0]->getValueOperand()->getType())->getNumElements();
}

bool are_alike(const Stores &a, const Stores &b) {
    return a.size() == b.size() && a[0]->getValueOperand()->getType() == b[0]->getValueOperand()->getType();
}

// How many results like this one may be one value.
size_t most_like(const Stores &stores) {
    const size_t bits = lanes(stores) * stores[0]->getValueOperand()->getType()->getScalarSizeInBits();
    return std::min({kMostResults, kMostLanes / lanes(stores), kMostResults * kMostAnswerBits / bits});
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
    std::vector<std::vector<Stores>> groups;
    std::vector<bool> is_taken(results.size());
    for (size_t first = 0; first < results.size(); first++) {
        std::vector<size_t> group = {first};
        const auto goes_with_group = [&](size_t i) {
            return !is_taken[i] && are_alike(results[first], results[i]) &&
                   std::any_of(group.begin(), group.end(), [&](size_t j) { return share_work(computed[i], computed[j]); });
        };
        for (size_t i = first + 1; !is_taken[first] && i < results.size() && group.size() < most_like(results[first]); i++) {
            if (goes_with_group(i)) {
                group.push_back(i);
            }
        }
        if (group.size() < 2) {
            continue;
        }
        std::vector<Stores> members;
        for (size_t i : group) {
            is_taken[i] = true;
            members.push_back(results[i]);
        }
        groups.push_back(std::move(members));
    }
    return groups;
}

}  // namespace isotope
