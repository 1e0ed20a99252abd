#include "find/grow.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// Shuffles between a value and what reads its lanes.
constexpr unsigned kMostShuffles = 2;

bool is_read_with_sign(const Bundle &values, unsigned shuffles) {
    for (const Value *value : values) {
        for (const User *user : value->users()) {
            if (shuffles > 0 && isa<ShuffleVectorInst>(user) && is_read_with_sign({const_cast<User *>(user)}, shuffles - 1)) {
                return true;
            }
            const auto *compare = dyn_cast<ICmpInst>(user);
            const auto *call = dyn_cast<IntrinsicInst>(user);
            const auto *binary = dyn_cast<BinaryOperator>(user);
            const bool is_signed_call =
                call && (call->getIntrinsicID() == Intrinsic::smin || call->getIntrinsicID() == Intrinsic::smax ||
                         call->getIntrinsicID() == Intrinsic::abs || call->getIntrinsicID() == Intrinsic::sadd_sat ||
                         call->getIntrinsicID() == Intrinsic::ssub_sat);
            if (isa<SExtInst>(user) || (compare && compare->isSigned()) || is_signed_call ||
                (binary && binary->getOpcode() == Instruction::AShr)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

bool is_read_with_sign(const Bundle &values) {
    return is_read_with_sign(values, kMostShuffles);
}

unsigned Grower::fail(const std::string &reason) {
    if (why.empty()) {
        why = reason;
    }
    return 0;
}

unsigned Grower::operation(const std::string &op, Type type, std::vector<unsigned> args) {
    if (window.expression.size() >= kMostNodes) {
        return fail("the window has more than " + std::to_string(kMostNodes) + " nodes (kMostNodes)");
    }
    counted++;
    return why.empty() ? window.expression.operation(op, type, std::move(args)) : 0;
}

unsigned Grower::operand(const Bundle &values, unsigned number) {
    Bundle operands;
    for (Value *value : values) {
        operands.push_back(cast<Instruction>(value)->getOperand(number));
    }
    return node(operands);
}

unsigned Grower::node(const Bundle &values) {
    const std::vector<Value *> key(values.begin(), values.end());
    const auto known_node = done.find(key);
    if (known_node != done.end()) {
        return known_node->second;
    }
    if (!why.empty()) {
        return 0;
    }
    if (depth >= kMostDepth) {
        return fail("the window is deeper than " + std::to_string(kMostDepth) + " operations (kMostDepth)");
    }
    depth++;
    const unsigned number = made(values);
    depth--;
    return done[key] = number;
}

unsigned Grower::made(const Bundle &values) {
    if (values[0]->getType()->isIntegerTy()) {
        return values.size() == 1 ? of_scalar(values[0]) : of_row(values);
    }
    const auto *vector = dyn_cast<FixedVectorType>(values[0]->getType());
    if (!vector || !vector->getElementType()->isIntegerTy()) {
        return fail("a value is no vector of integers");
    }
    const Type type = {false, vector->getScalarSizeInBits(), vector->getNumElements() * (unsigned)values.size()};
    if (!has_bits(type.bits)) {
        return fail("a value has lanes of " + std::to_string(type.bits) + " bits");
    }
    if (type.lanes < 2 || type.lanes > kMostLanes) {
        return fail("a value has " + std::to_string(type.lanes) + " lanes (kMostLanes)");
    }
    bool are_equal = true, are_typed = true;
    for (Value *value : values) {
        are_equal = are_equal && value == values[0];
        are_typed = are_typed && value->getType() == values[0]->getType();
    }
    if (!are_typed) {
        return fail("values of several types are side by side");
    }
    const auto *constant = dyn_cast<Constant>(values[0]);
    if (constant && (values.size() == 1 || (are_equal && constant->getSplatValue()))) {
        return of_constant(*constant, type);
    }
    if (const auto splat = are_equal ? splat_of(*values[0], *window.block) : std::nullopt) {
        return of_splat(*splat, type);
    }
    if (are_equal && widening(*values[0]) && splat_of(*widening(*values[0])->getOperand(0), *window.block)) {
        return of_cast(values, type);
    }
    if (is_interleaved && isa<InsertElementInst>(values[0])) {
        return of_put_together(values, type);
    }
    if (values.size() == 1 || (are_alike(values, *window.block) && (!isa<LoadInst>(values[0]) || are_adjacent_loads(values)))) {
        return one_operation(values, type);
    }
    return side_by_side(values);
}

size_t Grower::together(const Bundle &values) const {
    if (!are_alike(values, *window.block) || !isa<LoadInst>(values[0])) {
        return 1;
    }
    for (size_t size = values.size() / 2; size > 1; size /= 2) {
        bool are_adjacent = values.size() % size == 0;
        for (size_t begin = 0; are_adjacent && begin < values.size(); begin += size) {
            are_adjacent = are_adjacent_loads(Bundle(values.begin() + begin, values.begin() + begin + size));
        }
        if (are_adjacent) {
            return size;
        }
    }
    return 1;
}

// Values that no one operation computes stand beside one another:
//   store (add <16 x i8> %a, %b), ptr %p
//   store (sub <16 x i8> %a, %b), ptr %p.16       ->  concat_vectors(a + b, a - b)
unsigned Grower::side_by_side(const Bundle &values) {
    if (is_interleaved) {
        return fail("values with interleaved lanes are no one operation");
    }
    const size_t size = together(values);
    std::vector<unsigned> args;
    for (size_t begin = 0; begin < values.size(); begin += size) {
        args.push_back(node(Bundle(values.begin() + begin, values.begin() + begin + size)));
    }
    return concatenated(std::move(args));
}

unsigned Grower::node(const std::vector<Bundle> &results) {
    std::vector<unsigned> args;
    for (const Bundle &result : results) {
        args.push_back(node(result));
    }
    return concatenated(std::move(args));
}

unsigned Grower::concatenated(std::vector<unsigned> args) {
    if (!why.empty()) {
        return 0;
    }
    Type type = window.expression.node(args[0]).type;
    for (unsigned &arg : args) {
        arg = window.expression.as(arg, type.is_signed);
    }
    type.lanes *= (unsigned)args.size();
    return operation("concat_vectors", type, args);
}

unsigned Grower::one_operation(const Bundle &values, Type type) {
    auto *first = dyn_cast<Instruction>(values[0]);
    if (!first || first->getParent() != window.block || isa<PHINode>(first)) {
        return opaque(values[0], type);
    }
    for (Value *value : values) {
        const Lanewise each = lanewise(*cast<Instruction>(value), known.query);
        if (each.name == nullptr && lanewise(*first, known.query).name) {
            return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
        }
    }
    const bool is_sum = values.size() == 1 && first->getOpcode() == Instruction::Add;
    if (const auto sum = is_sum ? of_neighbours(first) : std::nullopt) {
        return *sum;
    }
    if (const Lanewise operation = lanewise(*first, known.query); operation.name) {
        return of_lanewise(values, operation, type);
    }
    switch (first->getOpcode()) {
        case Instruction::Load:
            return of_loads(values, type);
        case Instruction::ZExt:
        case Instruction::SExt:
        case Instruction::Trunc:
            return of_cast(values, type);
        case Instruction::ICmp:
            return of_compare(values, type);
        case Instruction::Select:
            return of_select(values, type);
        case Instruction::Call:
            return of_rotate(values, type);
        case Instruction::ShuffleVector:
            return of_shuffle(*cast<ShuffleVectorInst>(first), type);
        case Instruction::BitCast:
            return of_bitcast(values, type);
        case Instruction::InsertElement:
            if (const auto gathered = values.size() == 1 ? of_gathered(values[0], type) : std::nullopt) {
                return *gathered;
            }
            return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
        default:
            return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
    }
}

// splat (i16 3)                         x8((uint16)3)
// <2 x i16> <i16 3, i16 undef>          lanes 3, 0
unsigned Grower::of_constant(const Constant &constant, Type type) {
    const auto count = cast<FixedVectorType>(constant.getType())->getNumElements();
    std::vector<uint64_t> lanes;
    for (unsigned i = 0; i < count; i++) {
        const Constant *lane = constant.getAggregateElement(i);
        const auto *number = dyn_cast_or_null<ConstantInt>(lane);
        if (!number && !(lane && isa<UndefValue>(lane))) {
            return fail("a constant is not known yet");
        }
        // Any value is one of an undefined lane's.
        lanes.push_back(number ? number->getZExtValue() : 0);
    }
    bool are_equal = true;
    for (uint64_t lane : lanes) {
        are_equal = are_equal && lane == lanes[0];
    }
    if (are_equal) {
        lanes.resize(1);
    }
    return window.expression.constant(type, lanes);
}

// One operation of several values is one operation of all of their lanes, where %a and %c load neighbours, and %b and %d do:
//   %x = add <8 x i16> %a, %b
//   %y = add <8 x i16> %c, %d             ->  d0 + d1, both of type uint16x16
unsigned Grower::of_lanewise(const Bundle &values, const Lanewise &what, Type type) {
    std::vector<unsigned> args;
    for (unsigned i = 0; i < what.operands; i++) {
        args.push_back(operand(values, i));
    }
    if (!why.empty()) {
        return 0;
    }
    bool sign = what.sign == Lanewise::kSigned;
    if (what.sign == Lanewise::kOfOperands && type.bits > 1) {
        sign = is_signed(args[0]) || (args.size() > 1 && !what.unsigned_second && is_signed(args[1]));
    }
    for (unsigned i = 0; i < args.size(); i++) {
        args[i] = window.expression.as(args[i], sign && !(i == 1 && what.unsigned_second));
    }
    return operation(what.name, type.with_sign(sign && !what.unsigned_result), args);
}

// %x = phi <8 x i16> [..], [..]         let v0 : uint16x8
unsigned Grower::opaque(Value *value, Type type) {
    const std::string name = "v" + std::to_string(window.leaves.size());
    window.leaves[name] = {value};
    return window.expression.leaf({name, type.with_sign(is_read_with_sign({value})).given(), {}, {}});
}

bool Grower::are_adjacent_loads(const Bundle &values) const {
    auto &evolution = known.evolution;
    const auto *first = cast<LoadInst>(values[0]);
    const auto &layout = first->getModule()->getDataLayout();
    const auto size = (int64_t)layout.getTypeStoreSize(first->getType()).getFixedValue();
    const unsigned bits = first->getType()->getScalarSizeInBits();
    if (bits < 8 || size * (int64_t)values.size() * 8 > (int64_t)kMostAnswerBits) {
        return false;
    }
    const SCEV *begin = evolution.getSCEV(const_cast<Value *>(first->getPointerOperand()));
    for (size_t i = 0; i < values.size(); i++) {
        auto *load = cast<LoadInst>(values[i]);
        if (!load->isSimple() || load->getPointerAddressSpace() != 0) {
            return false;
        }
        const auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(evolution.getSCEV(load->getPointerOperand()), begin));
        if (!distance || distance->getAPInt().getSExtValue() != (int64_t)i * size) {
            return false;
        }
    }
    return true;
}

// Loads at a constant distance from one another are of one buffer:
//   load <16 x i8>, ptr %p                B0, 0 elements from its pointer
//   load <16 x i8>, ptr %p.16             B0, 16, where %p.16 = getelementptr i8, ptr %p, i64 16
//   load <16 x i8>, ptr %q                B1, 0
bool Grower::place_in_buffer(LoadInst *load, Place *place) {
    auto &evolution = known.evolution;
    const unsigned bits = load->getType()->getScalarSizeInBits();
    const SCEV *begin = evolution.getSCEV(load->getPointerOperand());
    for (size_t i = 0; i < window.buffers.size(); i++) {
        Buffer &buffer = window.buffers[i];
        const auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(begin, evolution.getSCEV(buffer.pointer)));
        if (!distance || buffer.bits != bits || distance->getAPInt().getSignificantBits() > 32) {
            continue;
        }
        const int64_t bytes = distance->getAPInt().getSExtValue();
        if (bytes % (bits / 8) == 0) {
            *place = {(unsigned)i, bytes / (int64_t)(bits / 8)};
            buffer.pieces.push_back({load, place->offset});
            return true;
        }
    }
    if (window.buffers.size() >= kMostBuffers) {
        fail("the window loads from more than " + std::to_string(kMostBuffers) + " places (kMostBuffers)");
        return false;
    }
    *place = {(unsigned)window.buffers.size(), 0};
    window.buffers.push_back({load->getPointerOperand(), bits, {{load, 0}}});
    return true;
}

// Neighbours in memory are one leaf:
//   %a = load <16 x i8>, ptr %p
//   %b = load <16 x i8>, ptr %p.16        ->  let d0 : uint8x32 = load B0[t0, stride 1]
unsigned Grower::of_loads(const Bundle &values, Type type) {
    const auto *first = cast<LoadInst>(values[0]);
    if (is_interleaved) {
        return fail("the lanes of loads are not interleaved");
    }
    if (!first->isSimple() || first->getPointerAddressSpace() != 0 || type.bits < 8) {
        return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
    }
    Place begin;
    for (size_t i = 0; i < values.size(); i++) {
        Place place;
        if (!place_in_buffer(cast<LoadInst>(values[i]), &place)) {
            return 0;
        }
        begin = i == 0 ? place : begin;
    }
    const std::string name = "d" + std::to_string(window.leaves.size());
    window.leaves[name] = values;
    const Address address = {Expression::buffer_name(begin.buffer), Expression::base_name(begin.buffer), begin.offset, 1};
    return window.expression.leaf({name, type.with_sign(is_read_with_sign(values)).given(), address, {}});
}

}  // namespace isotope
