#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "bounds.h"
#include "find/sharing.h"
#include "find/windows.h"

using namespace llvm;

namespace isotope {

namespace {

// Stores at constant distances from one another, by their distances.
struct Row {
    struct Place {
        int64_t bytes;
        StoreInst *store;
    };
    std::vector<Place> places;
    int64_t size = 0;  // of each in bytes
};

// store <16 x i8> %x, ptr %p is a candidate; a volatile store, and one of <16 x float> or of a constant, are none.
bool is_candidate(const StoreInst &store) {
    const Value *value = store.getValueOperand();
    const auto *vector = dyn_cast<FixedVectorType>(value->getType());
    return store.isSimple() && store.getPointerAddressSpace() == 0 && vector && isa<Instruction>(value) &&
           vector->getElementType()->isIntegerTy() && vector->getScalarSizeInBits() >= 8 && has_bits(vector->getScalarSizeInBits()) &&
           vector->getNumElements() >= 2;
}

std::vector<StoreInst *> candidates(BasicBlock &block) {
    std::vector<StoreInst *> found;
    for (Instruction &instruction : block) {
        auto *store = dyn_cast<StoreInst>(&instruction);
        if (store && is_candidate(*store) && found.size() < kMostStores) {
            found.push_back(store);
        }
    }
    return found;
}

std::optional<int64_t> distance(StoreInst *from, StoreInst *to, ScalarEvolution &evolution) {
    const SCEV *difference =
        evolution.getMinusSCEV(evolution.getSCEV(to->getPointerOperand()), evolution.getSCEV(from->getPointerOperand()));
    const auto *constant = dyn_cast<SCEVConstant>(difference);
    if (!constant || constant->getAPInt().getSignificantBits() > 32) {
        return {};
    }
    return constant->getAPInt().getSExtValue();
}

// Stores of <16 x i8> to %p + 16, %q and %p are two rows, {%p, %p + 16} and {%q}, where LLVM knows no distance from %p to %q.
std::vector<Row> rows(const std::vector<StoreInst *> &stores, ScalarEvolution &evolution) {
    std::vector<Row> found;
    for (StoreInst *store : stores) {
        bool is_placed = false;
        for (Row &row : found) {
            StoreInst *first = row.places[0].store;
            if (first->getValueOperand()->getType() != store->getValueOperand()->getType()) {
                continue;
            }
            if (const auto bytes = distance(first, store, evolution)) {
                row.places.push_back({*bytes, store});
                is_placed = true;
                break;
            }
        }
        if (!is_placed) {
            const auto &layout = store->getModule()->getDataLayout();
            const auto size = layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
            found.push_back({{{0, store}}, (int64_t)size});
        }
    }
    for (Row &row : found) {
        std::stable_sort(row.places.begin(), row.places.end(), [](const auto &a, const auto &b) { return a.bytes < b.bytes; });
    }
    return found;
}

std::string lanes_text(const StoreInst &store, size_t count) {
    const auto *vector = cast<FixedVectorType>(store.getValueOperand()->getType());
    const std::string one = std::to_string(vector->getNumElements()) + " lanes of i" + std::to_string(vector->getScalarSizeInBits());
    return count == 1 ? "store of " + one : std::to_string(count) + " stores of " + one;
}

void add(const std::vector<Stores> &results, const Known &known, const Missed &missed, std::vector<Window> *windows) {
    Window window;
    std::vector<Bundle> values;
    for (const Stores &result : results) {
        values.push_back(stored(result));
        window.stores.insert(window.stores.end(), result.begin(), result.end());
    }
    const StoreInst &first = *window.stores[0];
    window.block = window.stores[0]->getParent();
    window.results = results.size();
    const std::string each = lanes_text(first, results[0].size());
    window.question.place = results.size() == 1 ? each : std::to_string(results.size()) + " results: " + each + " each";
    Grower grower(window, known);
    window.expression.root = results.size() > 1 ? grower.node(values) : grower.node(values[0]);
    if (!grower.failure().empty()) {
        missed(first, grower.failure());
    } else if (grower.operations() < 2) {
        missed(first, "it is no more than one operation");
    } else if (!window.expression.ask(&window.question)) {
        missed(first, window.question.why);
    } else if (windows->size() < kMostWindows) {
        windows->push_back(std::move(window));
    }
}

}  // namespace

// With registers of 256 bits this is one window of both stores, and one of each:
//   store <16 x i8> %x, ptr %p
//   store <16 x i8> %y, ptr %p.16
void find_stores(BasicBlock &block, const Known &known, const Registers &registers, const Missed &missed, std::vector<Window> *windows) {
    const int64_t least = registers.bits / 8, most = least * 2;
    std::vector<Stores> single;  // what fills no more than a register
    const auto add_part = [&](const Row &row, size_t begin, size_t count) {
        Stores stores;
        for (size_t i = begin; i < begin + count; i++) {
            stores.push_back(row.places[i].store);
        }
        add({stores}, known, missed, windows);
        if (row.size * (int64_t)count <= least) {
            single.push_back(std::move(stores));
        }
    };
    for (const Row &row : rows(candidates(block), known.evolution)) {
        const size_t count = row.places.size();
        bool is_whole = false;  // some together fill a register
        for (size_t part = 8; part >= 2; part /= 2) {
            const int64_t bytes = row.size * (int64_t)part;
            if (bytes > most || bytes < std::min(least, (int64_t)32)) {
                continue;
            }
            for (size_t begin = 0; begin + part <= count; begin += part) {
                bool are_adjacent = true;
                for (size_t i = 1; i < part; i++) {
                    const int64_t from_first = row.places[begin + i].bytes - row.places[begin].bytes;
                    are_adjacent = are_adjacent && from_first == (int64_t)i * row.size;
                }
                if (are_adjacent) {
                    add_part(row, begin, part);
                    is_whole = true;
                }
            }
        }
        for (size_t i = 0; i < count && (!is_whole || row.size >= std::min(least, (int64_t)16)); i++) {
            add_part(row, i, 1);
        }
    }
    for (const std::vector<Stores> &results : sharing(single)) {
        add(results, known, missed, windows);
    }
}

// The result is 16 for stores of <8 x i8> to %p and %p + 8, where %p goes on by 16 bytes in each iteration.
unsigned stored_in_a_row(const Loop &loop, ScalarEvolution &evolution) {
    int64_t most = 0;
    for (const Row &row : rows(candidates(*loop.getHeader()), evolution)) {
        int64_t bytes = 0;
        while (bytes / row.size < (int64_t)row.places.size() &&
               row.places[(size_t)(bytes / row.size)].bytes == row.places[0].bytes + bytes) {
            bytes += row.size;
        }
        const auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(row.places[0].store->getPointerOperand()));
        const auto *step = address && address->getLoop() == &loop && address->isAffine()
                               ? dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution))
                               : nullptr;
        if (step && step->getAPInt() == (uint64_t)bytes) {
            most = std::max(most, bytes);
        }
    }
    return (unsigned)most;
}

}  // namespace isotope
