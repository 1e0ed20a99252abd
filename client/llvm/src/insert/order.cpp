#include "insert/order.h"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>

using namespace llvm;

namespace isotope {

namespace {

// Whether a value that the block of an instruction takes is computed before it: %x is before the store, and %y is not.
//   %x = load <16 x i8>, ptr %p
//   store <16 x i8> %v, ptr %q
//   %y = load <16 x i8>, ptr %r
bool is_there(const Value *value, const Instruction *before) {
    const auto *instruction = dyn_cast<Instruction>(value);
    return !instruction || instruction->getParent() != before->getParent() || instruction->comesBefore(before);
}

class Order {
  public:
    Order(const Window &window, AAResults &aliases) : window(window), aliases(aliases) {}

    // Whether what a load reads is the same where it stands and at `place`. Stores of the window are done later than the answer.
    //   %x = load <16 x i8>, ptr %p
    //   store i8 0, ptr %r                        ; not the same behind this, where %r may be in %p's bytes
    bool is_same_memory(LoadInst *load, Instruction *place) {
        const MemoryLocation location = MemoryLocation::get(load);
        const bool is_before = load->comesBefore(place);
        Instruction *at = is_before ? load : place;
        Instruction *end = is_before ? place : load;
        for (; at != end; at = at->getNextNode()) {
            if (is_before && is_of_window(at)) {
                continue;
            }
            if (at->mayWriteToMemory() && isModSet(aliases.getModRefInfo(at, location))) {
                return false;
            }
        }
        return true;
    }

    // Whether a store may be done at `place`. The first store may not be done at the second one where %r may be in %p's bytes:
    //   store <16 x i8> %x, ptr %p
    //   %v = load i8, ptr %r
    //   store <16 x i8> %y, ptr %p.16
    bool may_move(StoreInst *store, Instruction *place) {
        const MemoryLocation location = MemoryLocation::get(store);
        const bool is_before = store->comesBefore(place);
        Instruction *at = is_before ? store->getNextNode() : place;
        Instruction *end = is_before ? place : store;
        for (; at != end; at = at->getNextNode()) {
            if (is_of_window(at)) {
                continue;
            }
            if (!isGuaranteedToTransferExecutionToSuccessor(at)) {
                return false;
            }
            if (at->mayReadOrWriteMemory() && isModOrRefSet(aliases.getModRefInfo(at, location))) {
                return false;
            }
        }
        return true;
    }

    // Whether the results may be stored one after the other, each at once, in the order of their first stores. Results of one store each
    // keep their order. Of several, this order would leave %y at %q, and not %z, where %q may be %p.16:
    //   store %x, ptr %p                ; of the first result, as is %z
    //   store %y, ptr %q                ; of the second, as is %w
    //   store %z, ptr %p.16
    //   store %w, ptr %q.16
    bool keeps_results_apart() {
        const size_t each = window.stores.size() / window.results;
        for (size_t i = 0; each > 1 && i < window.stores.size(); i++) {
            for (size_t j = 0; j < i; j++) {
                const auto first = MemoryLocation::get(window.stores[j]), second = MemoryLocation::get(window.stores[i]);
                if (i / each != j / each && !aliases.isNoAlias(first, second)) {
                    return false;
                }
            }
        }
        return true;
    }

  private:
    const Window &window;
    AAResults &aliases;

    bool is_of_window(const Instruction *instruction) const {
        return std::find(window.stores.begin(), window.stores.end(), instruction) != window.stores.end();
    }
};

// Where what several loads read can be loaded at once: in front of a place, else behind the last of them; null where there is neither.
//   %a = load <16 x i8>, ptr %p
//   %b = load <16 x i8>, ptr %p.16            ; <32 x i8> is loaded behind this, as the next store may change it
//   store <16 x i8> %v, ptr %r
Instruction *place_to_load(const Joined &joined, Order &order, Instruction *place) {
    Instruction *last = *std::max_element(joined.loads.begin(), joined.loads.end(), [](auto *a, auto *b) { return a->comesBefore(b); });
    for (Instruction *before : {place, last->getNextNode()}) {
        const auto is_same = [&](LoadInst *load) { return order.is_same_memory(load, before); };
        if (is_there(joined.pointer, before) && std::all_of(joined.loads.begin(), joined.loads.end(), is_same)) {
            return before;
        }
    }
    return nullptr;
}

std::string obstacle(const Window &window, const std::vector<Value *> &taken, AAResults &aliases, Instruction *place,
                     std::vector<Joined> *joined) {
    Order order(window, aliases);
    if (!std::all_of(taken.begin(), taken.end(), [&](const Value *value) { return is_there(value, place); })) {
        return "a value that it takes comes after its first store";
    }
    for (Joined &each : *joined) {
        const auto is_early = [&](LoadInst *load) { return load->comesBefore(place); };
        if (!std::all_of(each.loads.begin(), each.loads.end(), is_early)) {
            return "a value that it loads comes after its first store";
        }
        each.before = each.loads.empty() ? nullptr : place_to_load(each, order, place);
        if (!each.loads.empty() && !each.before) {
            return "memory that it loads may be written before its place";
        }
    }
    for (StoreInst *store : window.stores) {
        if (store != place && !order.may_move(store, place)) {
            return "other accesses stand between its stores";
        }
    }
    return order.keeps_results_apart() ? "" : "its results may overlap in memory";
}

}  // namespace

Instruction *place_for(const Window &window, const std::vector<Value *> &taken, AAResults &aliases, std::vector<Joined> *joined,
                       std::string *why) {
    std::vector<Instruction *> places;
    if (window.is_reduction()) {
        places.push_back(window.block->getTerminator());
    } else if (window.value()) {
        places.push_back(window.value());
    } else {
        const auto [first, last] =
            std::minmax_element(window.stores.begin(), window.stores.end(), [](auto *a, auto *b) { return a->comesBefore(b); });
        places = {*last, *first};
    }
    for (Instruction *place : places) {
        *why = obstacle(window, taken, aliases, place, joined);
        if (why->empty()) {
            return place;
        }
    }
    return nullptr;
}

}  // namespace isotope
