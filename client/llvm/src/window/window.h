// A piece of a function that one answer may compute: what it stores or adds up, and what stands for its leaves.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <map>
#include <string>
#include <vector>

#include "frontend/expression.h"

namespace isotope {

// Values of equal type that are side by side: lanes of the first, then lanes of the next.
using Bundle = llvm::SmallVector<llvm::Value *, 4>;

// Memory that a window loads from, at constant distances from one pointer.
struct Buffer {
    struct Piece {
        llvm::LoadInst *load;
        int64_t offset;  // of its first element from `pointer`
    };
    llvm::Value *pointer = nullptr;
    unsigned bits = 0;  // of an element
    std::vector<Piece> pieces;
};

// The loop's sums that an answer replaces by one accumulator.
struct Reduction {
    std::vector<llvm::PHINode *> phis;
    std::vector<llvm::Instruction *> updates;  // of each phi, in the loop
    llvm::Instruction *total = nullptr;        // vector.reduce.add of all of them, after the loop
    bool is_apart = false;                     // the loop adds what an answer computes: the accumulator is no leaf of it
};

struct Window {
    llvm::BasicBlock *block = nullptr;
    // One of these is what it computes: stores by their addresses, sums that are added up after the loop, one that is not, or a scalar.
    std::vector<llvm::StoreInst *> stores;
    size_t results = 1;  // equal parts of the stores, each of its own place in memory
    Reduction reduction;
    llvm::Instruction *carried = nullptr;  // the new value of what a loop adds to, lane by lane
    llvm::Instruction *across = nullptr;   // a scalar that the block makes of sums across lanes
    Expression expression;
    std::map<std::string, Bundle> leaves;   // several values are loads side by side
    std::map<std::string, unsigned> lanes;  // of a leaf's value, where the leaf is one of its lanes
    std::vector<Buffer> buffers;
    Question question;  // what is asked

    bool is_reduction() const { return reduction.total != nullptr; }
    // The value in whose place the answer stands; null where it is stored or added up after a loop.
    llvm::Instruction *value() const { return carried ? carried : across; }
    // How many values of LLVM's are side by side in what it computes.
    size_t width() const { return is_reduction() ? reduction.updates.size() : value() ? 1 : stores.size(); }
    // The stores of one result.
    llvm::ArrayRef<llvm::StoreInst *> stores_of(size_t result) const {
        const size_t each = stores.size() / results;
        return llvm::ArrayRef(stores).slice(result * each, each);
    }
    const llvm::Instruction &place() const { return is_reduction() ? *reduction.updates[0] : value() ? *value() : *stores[0]; }
    Type type() const { return expression.node(expression.root).type; }
};

// The accumulator of a reduction, among the leaves of its expression.
constexpr const char *kAccumulator = "acc";

// The window of a copy of its function.
Window copied(const Window &window, llvm::ValueToValueMapTy &to);

}  // namespace isotope
