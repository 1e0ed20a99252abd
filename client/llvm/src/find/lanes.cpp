// Lanes that stand beside one another in memory and in several values: vectors that a loop puts together from scalars, and their sums.
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <optional>

#include "bounds.h"
#include "find/grow.h"
#include "find/loads.h"

using namespace llvm;

namespace isotope {

namespace {

// The first vector on the way to the leaves of a value that is put together from loads.
std::vector<LoadInst *> first_put_together(Value *value, const BasicBlock &block, unsigned depth) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != &block || isa<PHINode>(instruction) || depth == 0) {
        return {};
    }
    if (isa<InsertElementInst>(instruction)) {
        return put_together(instruction, block);
    }
    for (Value *operand : instruction->operands()) {
        std::vector<LoadInst *> found = first_put_together(operand, block, depth - 1);
        if (!found.empty()) {
            return found;
        }
    }
    return {};
}

// The terms of a sum: those of add (add %a, %b), %c are %c, %b, %a. An inner sum that something else reads, too, is one term.
std::vector<Value *> terms_of(Value *sum, const BasicBlock &block) {
    std::vector<Value *> left = {sum}, terms;
    while (!left.empty() && terms.size() <= kMostTerms) {
        Value *value = left.back();
        left.pop_back();
        auto *add = dyn_cast<BinaryOperator>(value);
        const bool is_inner = add && add->getOpcode() == Instruction::Add && add->getParent() == &block;
        if (is_inner && (value == sum || value->hasOneUse())) {
            left.push_back(add->getOperand(0));
            left.push_back(add->getOperand(1));
        } else {
            terms.push_back(value);
        }
    }
    return terms;
}

}  // namespace

// Each lane of the sum adds neighbours in memory, where %even is put together from p[0], p[2], p[4], p[6], and %odd from p[1], p[3], ..:
//   add <4 x i16> %even, %odd             ->  let d0 : uint16x8 = load B0[t0, stride 1]
//                                             (uint16x4)vector_reduce_add(d0)
std::optional<unsigned> Grower::of_neighbours(Value *sum) {
    std::vector<Value *> terms = terms_of(sum, *window.block);
    if (is_interleaved || terms.size() < 2 || terms.size() > kMostTerms || (terms.size() & (terms.size() - 1)) != 0) {
        return {};
    }
    // Terms by the places of their loads: sums have no order.
    std::vector<std::pair<int64_t, Value *>> placed;
    LoadInst *first = nullptr;
    for (Value *term : terms) {
        const std::vector<LoadInst *> loads = first_put_together(term, *window.block, kMostTermDepth);
        const auto bytes = loads.empty() ? std::nullopt : bytes_between(first ? first : loads[0], loads[0], known.evolution);
        if (!bytes) {
            return {};
        }
        first = first ? first : loads[0];
        placed.push_back({*bytes, term});
    }
    std::stable_sort(placed.begin(), placed.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    Bundle values;
    for (const auto &[bytes, term] : placed) {
        values.push_back(term);
    }
    return added_up(values);
}

std::optional<unsigned> Grower::added_up(const Bundle &values) {
    const Window window_before = window;
    const auto done_before = done;
    const auto scalars_before = scalars;
    const size_t counted_before = counted;
    done.clear();
    is_interleaved = true;
    const unsigned all = node(values);
    is_interleaved = false;
    done = done_before;
    if (!why.empty()) {
        why.clear();
        window = window_before;
        scalars = scalars_before;
        counted = counted_before;
        return {};
    }
    const Type type = window.expression.node(all).type;
    return operation("vector_reduce_add", type.with_lanes(type.lanes / (unsigned)values.size()), {all});
}

// Lanes that are put together one by one are one load, if they are interleaved: <p[0], p[2]> and <p[1], p[3]> of i16 become
//   let d0 : uint16x4 = load B0[t0, stride 1]
unsigned Grower::of_put_together(const Bundle &values, Type type) {
    LoadInst *first = nullptr;
    Place begin;
    Bundle all;
    std::vector<std::vector<LoadInst *>> loads;
    for (Value *value : values) {
        loads.push_back(put_together(value, *window.block));
        if (loads.back().size() * values.size() != type.lanes || type.bits < 8) {
            return fail("its lanes are not put together from loads");
        }
    }
    for (unsigned i = 0; i < type.lanes; i++) {
        LoadInst *load = loads[i % values.size()][i / values.size()];
        first = first ? first : load;
        const auto bytes = bytes_between(first, load, known.evolution);
        Place place;
        if (!bytes || *bytes != (int64_t)i * (type.bits / 8)) {
            return fail("its lanes are not side by side in memory");
        }
        if (!place_in_buffer(load, &place)) {
            return 0;
        }
        begin = i == 0 ? place : begin;
        all.push_back(load);
    }
    const std::string name = "d" + std::to_string(window.leaves.size());
    window.leaves[name] = all;
    const Address address = {Expression::buffer_name(begin.buffer), Expression::base_name(begin.buffer), begin.offset, 1};
    return window.expression.leaf({name, type.with_sign(is_read_with_sign(values)).given(), address, {}});
}

}  // namespace isotope
