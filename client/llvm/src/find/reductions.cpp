#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>

#include "find/windows.h"
#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// An accumulator: what the loop adds to it in each turn.
struct Sum {
    PHINode *phi = nullptr;
    Instruction *update = nullptr;
    std::vector<Value *> addends;
};

// The addends between a phi and its update: a chain of sums that nothing else reads.
bool read_chain(Sum *sum, const BasicBlock *block) {
    Instruction *at = sum->phi;
    while (at != sum->update) {
        auto *add = dyn_cast<BinaryOperator>(*at->user_begin());
        if (!at->hasOneUse() || !add || add->getOpcode() != Instruction::Add || add->getParent() != block ||
            sum->addends.size() >= kMostTree || add->getOperand(0) == add->getOperand(1)) {
            return false;
        }
        sum->addends.push_back(add->getOperand(add->getOperand(0) == at ? 1 : 0));
        at = add;
    }
    return true;
}

bool is_sum(PHINode &phi, Loop &loop, Sum *sum) {
    const auto *vector = dyn_cast<FixedVectorType>(phi.getType());
    if (!vector || !vector->getElementType()->isIntegerTy() || !has_bits(vector->getScalarSizeInBits()) ||
        vector->getScalarSizeInBits() < 8 || !phi.hasOneUse() || phi.getNumIncomingValues() != 2) {
        return false;
    }
    sum->phi = &phi;
    sum->update = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getHeader()));
    if (!sum->update || sum->update == &phi || !read_chain(sum, loop.getHeader())) {
        return false;
    }
    for (const User *user : sum->update->users()) {
        const auto *reader = cast<Instruction>(user);
        if (reader != &phi && loop.contains(reader)) {
            return false;
        }
    }
    return true;
}

// What is added up after the loop: each update once, and nothing else, by sums that only lead to `total`.
class Tree {
  public:
    bool read(Instruction *total, std::set<const Instruction *> *updates_found, const std::set<Instruction *> &updates) {
        std::vector<std::pair<Value *, Instruction *>> left = {{total->getOperand(0), total}};
        size_t steps = 0;
        while (!left.empty()) {
            auto [value, reader] = left.back();
            left.pop_back();
            auto *instruction = dyn_cast<Instruction>(value);
            if (!instruction || ++steps > kMostTree) {
                return false;
            }
            if (updates.count(instruction)) {
                if (!updates_found->insert(instruction).second) {
                    return false;
                }
                readers.insert(reader);
                continue;
            }
            if (!instruction->hasOneUse()) {
                return false;
            }
            auto *phi = dyn_cast<PHINode>(instruction);
            const bool is_copy = phi && phi->getNumIncomingValues() == 1;
            if (is_copy) {
                left.push_back({phi->getIncomingValue(0), instruction});
            } else if (instruction->getOpcode() == Instruction::Add) {
                left.push_back({instruction->getOperand(0), instruction});
                left.push_back({instruction->getOperand(1), instruction});
            } else {
                return false;
            }
        }
        return true;
    }

    std::set<const Instruction *> readers;  // of updates
};

// The vector.reduce.add that an update leads to after its loop.
Instruction *total_after(Instruction *update, const Loop &loop) {
    Instruction *at = update;
    for (size_t steps = 0; steps < kMostTree; steps++) {
        Instruction *next = nullptr;
        for (User *user : at->users()) {
            auto *reader = cast<Instruction>(user);
            if (loop.contains(reader)) {
                continue;
            }
            if (next) {
                return nullptr;
            }
            next = reader;
        }
        const auto *call = dyn_cast_or_null<IntrinsicInst>(next);
        if (call && call->getIntrinsicID() == Intrinsic::vector_reduce_add) {
            return next;
        }
        if (!next) {
            return nullptr;
        }
        at = next;
    }
    return nullptr;
}

// All accumulators that one total adds up, or none.
bool belong_together(const std::vector<Sum> &sums, Instruction *total) {
    std::set<Instruction *> updates;
    for (const Sum &sum : sums) {
        updates.insert(sum.update);
    }
    Tree tree;
    std::set<const Instruction *> found;
    if (!tree.read(total, &found, updates) || found.size() != updates.size()) {
        return false;
    }
    for (const Sum &sum : sums) {
        for (const User *user : sum.update->users()) {
            if (user != sum.phi && !tree.readers.count(cast<Instruction>(user))) {
                return false;
            }
        }
    }
    return true;
}

// One window: the accumulator with `lanes` lanes, and the sum of all addends in as many.
void add(const std::vector<Sum> &sums, Instruction *total, unsigned lanes, const Known &known, const Missed &missed,
         std::vector<Window> *windows) {
    Window window;
    window.block = sums[0].update->getParent();
    window.reduction.total = total;
    Bundle values;
    for (const Sum &sum : sums) {
        window.reduction.phis.push_back(sum.phi);
        window.reduction.updates.push_back(sum.update);
        values.append(sum.addends.begin(), sum.addends.end());
    }
    Grower grower(window, known);
    unsigned added = grower.node(values);
    if (!grower.failure().empty()) {
        missed(*sums[0].update, grower.failure());
        return;
    }
    auto &expression = window.expression;
    const Type all = expression.node(added).type;
    if (all.lanes % lanes != 0 || grower.operations() < 1 || windows->size() >= kMostWindows) {
        return;
    }
    const Type type = all.with_lanes(lanes);
    if (all.lanes > lanes) {
        added = expression.operation("vector_reduce_add", type, {added});
    }
    const unsigned accumulator = expression.leaf({kAccumulator, type.given(), {}, {}});
    expression.root = expression.operation("add", type, {accumulator, added});
    window.question.place = "sum in " + std::to_string(lanes) + " lanes of i" + std::to_string(type.bits);
    if (!expression.ask(&window.question)) {
        missed(*sums[0].update, window.question.why);
        return;
    }
    windows->push_back(std::move(window));
}

}  // namespace

void find_reductions(Loop &loop, const Known &known, const Registers &registers, const Missed &missed,
                     std::vector<Window> *windows) {
    BasicBlock *block = loop.getHeader();
    if (loop.getNumBlocks() != 1 || !loop.getUniqueExitBlock()) {
        return;
    }
    std::map<Instruction *, std::vector<Sum>> by_total;
    std::vector<Instruction *> order;
    size_t phis = 0;
    for (PHINode &phi : block->phis()) {
        Sum sum;
        if (++phis > kMostPhis || !is_sum(phi, loop, &sum)) {
            continue;
        }
        Instruction *total = total_after(sum.update, loop);
        if (!total) {
            missed(*sum.update, "a sum of the loop is read in other ways than added up after it");
            continue;
        }
        auto &sums = by_total[total];
        if (sums.empty()) {
            order.push_back(total);
        }
        sums.push_back(sum);
    }
    for (Instruction *total : order) {
        const std::vector<Sum> &sums = by_total[total];
        const auto *vector = cast<FixedVectorType>(sums[0].phi->getType());
        if (!belong_together(sums, total)) {
            missed(*sums[0].update, "a sum of the loop is read in other ways than added up after it");
            continue;
        }
        const unsigned in_register = registers.bits / vector->getScalarSizeInBits();
        const unsigned in_all = vector->getNumElements() * (unsigned)sums.size();
        add(sums, total, std::min(in_register, in_all), known, missed, windows);
        if (in_all >= 2 * in_register) {
            add(sums, total, 2 * in_register, known, missed, windows);
        }
    }
}

}  // namespace isotope
