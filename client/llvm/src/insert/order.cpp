#include "insert/order.h"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>

using namespace llvm;

namespace isotope {

namespace {

class Order {
  public:
    Order(const Window &window, AAResults &aliases) : window(window), aliases(aliases) {}

    // Whether what a load reads is the same where it stands and at `place`. Stores of the window are done later than the answer.
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

    // Whether a store may be done at `place`.
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

  private:
    const Window &window;
    AAResults &aliases;

    bool is_of_window(const Instruction *instruction) const {
        return std::find(window.stores.begin(), window.stores.end(), instruction) != window.stores.end();
    }
};

std::string obstacle(const Window &window, const std::vector<LoadInst *> &moved, const std::vector<Value *> &taken,
                     AAResults &aliases, Instruction *place) {
    Order order(window, aliases);
    for (const Value *value : taken) {
        const auto *instruction = dyn_cast<Instruction>(value);
        if (instruction && instruction->getParent() == window.block && !instruction->comesBefore(place)) {
            return "a value that it takes comes after its first store";
        }
    }
    for (LoadInst *load : moved) {
        if (!load->comesBefore(place)) {
            return "a value that it loads comes after its first store";
        }
        if (!order.is_same_memory(load, place)) {
            return "memory that it loads may be written before its place";
        }
    }
    for (StoreInst *store : window.stores) {
        if (store != place && !order.may_move(store, place)) {
            return "other accesses stand between its stores";
        }
    }
    return "";
}

}  // namespace

Instruction *place_for(const Window &window, const std::vector<LoadInst *> &moved, const std::vector<Value *> &taken,
                       AAResults &aliases, std::string *why) {
    std::vector<Instruction *> places;
    if (window.is_reduction()) {
        places.push_back(window.block->getTerminator());
    } else if (window.carried) {
        places.push_back(window.carried);
    } else {
        const auto [first, last] = std::minmax_element(window.stores.begin(), window.stores.end(),
                                                       [](auto *a, auto *b) { return a->comesBefore(b); });
        places = {*last, *first};
    }
    for (Instruction *place : places) {
        *why = obstacle(window, moved, taken, aliases, place);
        if (why->empty()) {
            return place;
        }
    }
    return nullptr;
}

}  // namespace isotope
