// Scalars: what is made of sums across lanes, and vectors that are put together from loaded scalars.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>

#include "bounds.h"
#include "find/grow.h"
#include "find/loads.h"

using namespace llvm;

namespace isotope {

namespace {

// Elements that one leaf has of a row of loads, at the most.
constexpr size_t kMostOfRow = 16;

}  // namespace

// %s = call i32 @llvm.vector.reduce.add.v4i32(%v)     (uint32x1)vector_reduce_add(v)
// %r = lshr i32 %s, 16                                shift_right(s, (uint32)16)
unsigned Grower::of_scalar(Value *value) {
    const Type type = {false, value->getType()->getIntegerBitWidth(), 1};
    if (!has_bits(type.bits) || type.bits < 8) {
        return fail("a scalar has " + std::to_string(type.bits) + " bits");
    }
    if (const auto *constant = dyn_cast<ConstantInt>(value)) {
        return window.expression.constant(type, {constant->getZExtValue()});
    }
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != window.block) {
        return fail("a scalar is not of its block");
    }
    const auto *call = dyn_cast<IntrinsicInst>(instruction);
    if (call && call->getIntrinsicID() == Intrinsic::vector_reduce_add) {
        const unsigned all = node({call->getArgOperand(0)});
        return why.empty() ? operation("vector_reduce_add", window.expression.node(all).type.with_lanes(1), {all}) : 0;
    }
    if (isa<ZExtInst>(instruction) || isa<SExtInst>(instruction) || isa<TruncInst>(instruction)) {
        return of_cast({value}, type);
    }
    const Lanewise operation = lanewise(*instruction, known.query);
    return operation.name ? of_lanewise({value}, operation, type) : fail("a scalar is no operation on sums");
}

// The loads of the block that read elements beside those of one load, that load among them, from the lowest address on: as many as one leaf
// has. Empty where there is no row of two.
const std::vector<LoadInst *> &Grower::row_of(LoadInst *load) {
    const auto [known_row, is_new] = rows.try_emplace(load);
    if (!is_new) {
        return known_row->second;
    }
    std::map<int64_t, LoadInst *> places;
    const auto size = (int64_t)load->getType()->getScalarSizeInBits() / 8;
    for (Instruction &instruction : *window.block) {
        auto *other = dyn_cast<LoadInst>(&instruction);
        if (!other || !other->isSimple() || other->getType() != load->getType() ||
            other->getPointerAddressSpace() != load->getPointerAddressSpace()) {
            continue;
        }
        const auto bytes = bytes_between(load, other, known.evolution);
        if (bytes && *bytes % size == 0) {
            places.emplace(*bytes / size, other);
        }
    }
    int64_t begin = 0;
    while (places.count(begin - 1)) {
        begin--;
    }
    std::vector<LoadInst *> row;
    for (int64_t at = begin; places.count(at); at++) {
        row.push_back(places.at(at));
    }
    // Rows of one length are leaves of one type: powers of two, from the first element on.
    size_t most = 1;
    while (2 * most <= std::min(row.size(), kMostOfRow)) {
        most *= 2;
    }
    const size_t first = (size_t)-begin / most * most;
    if (most < 2 || first + most > row.size()) {
        return known_row->second;
    }
    const std::vector<LoadInst *> part(row.begin() + (long)first, row.begin() + (long)(first + most));
    for (LoadInst *other : part) {
        rows[other] = part;
    }
    return rows[load];
}

// Lanes that are put together one by one are lanes of what lies beside each in memory, where that is loaded as well:
//   %v = <p[0], q[0]>, %w = <p[1], q[1]>      let d0 : uint8x2 = load B0[t0, stride 1], let d1 : uint8x2 = load B1[t1, stride 1]
//                                             v is shuffle(d0, d1, 0, 2), w is shuffle(d0, d1, 1, 3)
// Nothing where some lane is no load, or stands alone in memory.
std::optional<unsigned> Grower::of_gathered(Value *value, Type type) {
    const std::vector<LoadInst *> lanes = put_together(value, *window.block);
    if (lanes.size() != type.lanes || type.bits < 8) {
        return {};
    }
    std::vector<std::vector<LoadInst *>> found;
    std::vector<uint64_t> numbers;
    for (LoadInst *lane : lanes) {
        const std::vector<LoadInst *> &row = row_of(lane);
        const auto number = (size_t)(std::find(found.begin(), found.end(), row) - found.begin());
        if (row.empty() || row.size() != (found.empty() ? row : found[0]).size()) {
            return {};
        }
        if (number == found.size()) {
            found.push_back(row);
        }
        numbers.push_back(number * row.size() + (size_t)(std::find(row.begin(), row.end(), lane) - row.begin()));
    }
    // As a leaf it needs no buffers, of which a window has so many.
    if (window.buffers.size() + found.size() > kMostBuffers) {
        return {};
    }
    std::vector<unsigned> args;
    for (const std::vector<LoadInst *> &row : found) {
        args.push_back(node(Bundle(row.begin(), row.end())));
    }
    if (!why.empty()) {
        return 0;
    }
    for (unsigned &arg : args) {
        arg = window.expression.as(arg, false);
    }
    counted++;
    return window.expression.shuffle(type, args, numbers);
}

// The leaf of scalar loads side by side in memory.
unsigned Grower::of_row(const Bundle &row) {
    const Type type = {false, row[0]->getType()->getIntegerBitWidth(), (unsigned)row.size()};
    Place begin;
    for (size_t i = 0; i < row.size(); i++) {
        Place place;
        if (!place_in_buffer(cast<LoadInst>(row[i]), &place)) {
            return 0;
        }
        begin = i == 0 ? place : begin;
    }
    const std::string name = "d" + std::to_string(window.leaves.size());
    window.leaves[name] = row;
    const Address address = {Expression::buffer_name(begin.buffer), Expression::base_name(begin.buffer), begin.offset, 1};
    return window.expression.leaf({name, type.given(), address, {}});
}

}  // namespace isotope
