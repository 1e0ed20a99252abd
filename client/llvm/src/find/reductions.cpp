#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <set>

#include "bounds.h"
#include "find/loads.h"
#include "find/windows.h"

using namespace llvm;

namespace isotope {

namespace {

// The operations of the least sum that is asked for lane by lane: what adds one widened load has two, and no better code.
constexpr size_t kLeastCarried = 3;

// An accumulator: what the loop adds to it in each iteration.
struct Sum {
    PHINode *phi = nullptr;
    Instruction *update = nullptr;
    std::vector<Value *> addends;
};

// Reads the addends between a phi and its update, a chain of sums that nothing else reads; here they are %a and %b:
//   %s = phi <8 x i32> [zeroinitializer, %before], [%u, %loop]
//   %t = add <8 x i32> %s, %a
//   %u = add <8 x i32> %t, %b
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

// Whether a phi is an accumulator, as %s above is: the chain to its update alone reads it, and the loop reads the update nowhere else.
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

// Sums after the loop add up each update once, and nothing else, and lead to `total` alone. Both updates of this are found:
//   %both = add <8 x i32> %u0, %u1
//   %total = call i32 @llvm.vector.reduce.add.v8i32(%both)
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

// The vector.reduce.add that an update leads to after its loop: %total above of %u0, and of %u1.
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

// The sum of all terms in so many lanes. Which lane a term goes to is free: of the terms that are loaded into one register each lane has
// those that are neighbours in memory, and what further registers load is added to it. Registers of 256 bits make 8 lanes of these:
//   %x = mul <8 x i32> (sext %a), (sext %b)       ; of <8 x i16> from p[0..7] and q[0..7]
//   %y = mul <8 x i32> (sext %c), (sext %d)       ; from p[8..15] and q[8..15]
//   ->  (int32x8)vector_reduce_add(int32x16(d0) * int32x16(d1))
unsigned added_up(const Bundle &terms, unsigned loaded_bits, unsigned lanes, const Registers &registers, Window &window, Grower &grower) {
    auto &expression = window.expression;
    const auto *vector = cast<FixedVectorType>(terms[0]->getType());
    const unsigned all = vector->getNumElements() * (unsigned)terms.size();
    const unsigned in_register = registers.bits / vector->getScalarSizeInBits();
    const unsigned loaded = loaded_bits == 0 ? all : registers.bits / loaded_bits * std::max(lanes / in_register, 1U);
    size_t parts = loaded < all && all % loaded == 0 ? all / loaded : 1;
    parts = terms.size() % parts == 0 && loaded % lanes == 0 ? parts : 1;
    unsigned sum = 0;
    for (size_t part = 0; part < parts && grower.failure().empty(); part++) {
        const size_t size = terms.size() / parts;
        unsigned added = grower.node(Bundle(terms.begin() + part * size, terms.begin() + (part + 1) * size));
        if (!grower.failure().empty() || expression.node(added).type.lanes % lanes != 0) {
            return 0;
        }
        const Type type = expression.node(added).type;
        if (type.lanes > lanes) {
            added = expression.operation("vector_reduce_add", type.with_lanes(lanes), {added});
        }
        const Type own = expression.node(part == 0 ? added : sum).type;
        sum = part == 0 ? added : expression.operation("add", own, {sum, expression.as(added, own.is_signed)});
    }
    return sum;
}

// One window: the accumulator with `lanes` lanes, and the sum of all addends in as many, acc + (int32x8)vector_reduce_add(..). Apart, it is
// that sum alone: instructions that add products to an accumulator take longer than an addition from one iteration to the next.
void add(const std::vector<Sum> &sums, Instruction *total, unsigned lanes, bool is_apart, const Known &known, const Registers &registers,
         const Missed &missed, std::vector<Window> *windows) {
    Window window;
    window.block = sums[0].update->getParent();
    window.reduction.total = total;
    window.reduction.is_apart = is_apart;
    Bundle values;
    for (const Sum &sum : sums) {
        window.reduction.phis.push_back(sum.phi);
        window.reduction.updates.push_back(sum.update);
        values.append(sum.addends.begin(), sum.addends.end());
    }
    const unsigned loaded_bits = sort_by_place(&values, *window.block, known.evolution);
    Grower grower(window, known);
    const unsigned added = added_up(values, loaded_bits, lanes, registers, window, grower);
    if (!grower.failure().empty()) {
        missed(*sums[0].update, grower.failure());
        return;
    }
    auto &expression = window.expression;
    const Type type = expression.size() > 0 ? expression.node(added).type : Type();
    if (type.lanes != lanes || grower.operations() < 1 || windows->size() >= kMostWindows) {
        return;
    }
    expression.root = added;
    if (!is_apart) {
        const unsigned accumulator = expression.leaf({kAccumulator, type.given(), {}, {}});
        expression.root = expression.operation("add", type, {accumulator, added});
    }
    window.question.place = is_apart ? "terms of a sum in " : "sum in ";
    window.question.place += std::to_string(lanes) + " lanes of i" + std::to_string(type.bits);
    if (!expression.ask(&window.question)) {
        missed(*sums[0].update, window.question.why);
        return;
    }
    windows->push_back(std::move(window));
}

// A sum that is read otherwise than added up after its loop: its lanes stay apart. Where the loop's %u is stored behind it:
//   %u = add <8 x i32> %phi, (mul (sext <8 x i16> %a), (sext <8 x i16> %b))
//   ->  int32x8(v0) + int32x8(d1) * int32x8(d2)
void add_carried(Instruction &update, const Known &known, const Missed &missed, std::vector<Window> *windows) {
    Window window;
    window.block = update.getParent();
    window.carried = &update;
    const auto *vector = cast<FixedVectorType>(update.getType());
    window.question.place =
        "carried sum of " + std::to_string(vector->getNumElements()) + " lanes of i" + std::to_string(vector->getScalarSizeInBits());
    Grower grower(window, known);
    window.expression.root = grower.node({&update});
    if (!grower.failure().empty()) {
        missed(update, grower.failure());
    } else if (grower.operations() < kLeastCarried) {
        missed(update, "it is no more than one operation");
    } else if (!window.expression.ask(&window.question)) {
        missed(update, window.question.why);
    } else if (windows->size() < kMostWindows) {
        windows->push_back(std::move(window));
    }
}

}  // namespace

void find_reductions(Loop &loop, const Known &known, const Registers &registers, const Missed &missed, std::vector<Window> *windows) {
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
            add_carried(*sum.update, known, missed, windows);
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
            for (const Sum &sum : sums) {
                add_carried(*sum.update, known, missed, windows);
            }
            continue;
        }
        const unsigned in_register = registers.bits / vector->getScalarSizeInBits();
        const unsigned in_all = vector->getNumElements() * (unsigned)sums.size();
        const unsigned in_one = std::min(in_register, in_all);
        add(sums, total, in_one, false, known, registers, missed, windows);
        if (in_all >= 2 * in_register) {
            add(sums, total, 2 * in_register, false, known, registers, missed, windows);
        }
        add(sums, total, in_one, true, known, registers, missed, windows);
    }
}

bool adds_single_terms(Loop &loop) {
    bool has_some = false;
    for (PHINode &phi : loop.getHeader()->phis()) {
        Sum sum;
        if (!phi.getType()->isVectorTy()) {
            continue;
        }
        const auto *term = is_sum(phi, loop, &sum) && sum.addends.size() == 1 ? dyn_cast<Instruction>(sum.addends[0]) : nullptr;
        if (!term || term->getOpcode() != Instruction::Mul || total_after(sum.update, loop)) {
            return false;
        }
        has_some = true;
    }
    return has_some;
}

}  // namespace isotope
