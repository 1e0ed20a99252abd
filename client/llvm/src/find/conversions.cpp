// Conversions, choices and lanes, as the language has them.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "bounds.h"
#include "find/grow.h"

using namespace llvm;

namespace isotope {

// zext <8 x i8> %x to <8 x i16>         uint16x8((uint8x8)x)
// sext <8 x i1> %c to <8 x i16>         select(c, x8((int16)-1), x8((int16)0))
// trunc <8 x i16> %x to <8 x i8>        uint8x8((uint16x8)x)
// trunc <8 x i16> %x to <8 x i1>        bitwise_and(x, x8((uint16)1)) != x8((uint16)0)
unsigned Grower::of_cast(const Bundle &values, Type type) {
    const unsigned opcode = cast<Instruction>(values[0])->getOpcode();
    unsigned from = operand(values, 0);
    if (!why.empty()) {
        return 0;
    }
    auto &expression = window.expression;
    const Type had = expression.node(from).type;
    if (had.bits == 1 && opcode == Instruction::SExt) {
        const Type to = type.with_sign(true);
        const unsigned ones = expression.constant(to, {~0ULL >> (64 - to.bits)});
        return operation("select", to, {from, ones, expression.constant(to, {0})});
    }
    if (type.bits == 1) {
        const Type whole = had.with_sign(false);
        const unsigned lowest = operation("bitwise_and", whole, {expression.as(from, false), expression.constant(whole, {1})});
        return operation("ne", type, {lowest, expression.constant(whole, {0})});
    }
    if (opcode == Instruction::Trunc) {
        return operation("cast", type.with_sign(had.is_signed), {from});
    }
    const bool sign = opcode == Instruction::SExt;
    from = had.bits == 1 ? from : expression.as(from, sign);
    return operation("cast", type.with_sign(sign), {from});
}

// icmp slt <8 x i16> %x, %y             (int16x8)x < (int16x8)y
// icmp eq <8 x i16> %x, %y              x == y, both with the sign that x has
unsigned Grower::of_compare(const Bundle &values, Type type) {
    const auto *compare = cast<ICmpInst>(values[0]);
    const auto *operands = dyn_cast<FixedVectorType>(compare->getOperand(0)->getType());
    if (!operands || !operands->getElementType()->isIntegerTy() || operands->getScalarSizeInBits() == 1) {
        return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
    }
    unsigned left = operand(values, 0), right = operand(values, 1);
    if (!why.empty()) {
        return 0;
    }
    const bool sign = compare->isEquality() ? is_signed(left) : compare->isSigned();
    const char *op = "ge";
    switch (compare->getPredicate()) {
        case CmpInst::ICMP_EQ:
            op = "eq";
            break;
        case CmpInst::ICMP_NE:
            op = "ne";
            break;
        case CmpInst::ICMP_ULT:
        case CmpInst::ICMP_SLT:
            op = "lt";
            break;
        case CmpInst::ICMP_ULE:
        case CmpInst::ICMP_SLE:
            op = "le";
            break;
        case CmpInst::ICMP_UGT:
        case CmpInst::ICMP_SGT:
            op = "gt";
            break;
        default:
            break;
    }
    left = window.expression.as(left, sign);
    right = window.expression.as(right, sign);
    return operation(op, type, {left, right});
}

//   %c = icmp ult <8 x i8> %a, %b
//   %x = sub <8 x i16> (zext %b), (zext %a)
//   %y = sub <8 x i16> (zext %a), (zext %b)
//   select %c, %x, %y                     ->  uint16x8(absd((uint8x8)a, (uint8x8)b))
std::optional<unsigned> Grower::of_difference(const Bundle &values, Type type) {
    using namespace PatternMatch;
    Bundle left, right;
    for (Value *value : values) {
        const auto *choice = cast<SelectInst>(value);
        const auto *compare = dyn_cast<ICmpInst>(choice->getCondition());
        Value *c, *d, *e, *f;
        if (!compare || !match(choice->getTrueValue(), m_Sub(m_ZExt(m_Value(c)), m_ZExt(m_Value(d)))) ||
            !match(choice->getFalseValue(), m_Sub(m_ZExt(m_Value(e)), m_ZExt(m_Value(f))))) {
            return {};
        }
        Value *const a = compare->getOperand(0), *const b = compare->getOperand(1);
        const auto predicate = compare->getPredicate();
        const bool is_less = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE;
        const bool is_more = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_UGE;
        // The greater one less the smaller one, on both sides.
        const bool is_it = c == f && d == e && ((is_less && c == b && d == a) || (is_more && c == a && d == b));
        if (!is_it || a->getType() != b->getType()) {
            return {};
        }
        left.push_back(a);
        right.push_back(b);
    }
    if (left[0]->getType()->getScalarSizeInBits() < 8) {
        return {};
    }
    unsigned a = node(left), b = node(right);
    if (!why.empty()) {
        return 0;
    }
    a = window.expression.as(a, false);
    b = window.expression.as(b, false);
    const unsigned difference = operation("absd", window.expression.node(a).type, {a, b});
    return operation("cast", type, {difference});
}

// select <8 x i1> %c, %x, %y            select(c, x, y), with a sign where x or y has one
unsigned Grower::of_select(const Bundle &values, Type type) {
    if (!cast<Instruction>(values[0])->getOperand(0)->getType()->isVectorTy() || type.bits == 1) {
        return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
    }
    if (const auto difference = of_difference(values, type)) {
        return *difference;
    }
    const unsigned condition = operand(values, 0);
    const unsigned yes = operand(values, 1), no = operand(values, 2);
    if (!why.empty()) {
        return 0;
    }
    const bool sign = is_signed(yes) || is_signed(no);
    auto &expression = window.expression;
    return operation("select", type.with_sign(sign), {condition, expression.as(yes, sign), expression.as(no, sign)});
}

// shufflevector <4 x i16> %a, %b, <0, 4, 1, 5>           shuffle(a, b, 0, 4, 1, 5)
// shufflevector <4 x i16> %a, %b, <4, 6, poison, 4>      shuffle(b, 0, 2, 2, 0)
unsigned Grower::of_shuffle(const ShuffleVectorInst &shuffle, Type type) {
    const auto *from = cast<FixedVectorType>(shuffle.getOperand(0)->getType());
    const int count = (int)from->getNumElements();
    const auto mask = shuffle.getShuffleMask();
    const bool first = std::any_of(mask.begin(), mask.end(), [&](int m) { return m >= 0 && m < count; });
    const bool second = std::any_of(mask.begin(), mask.end(), [&](int m) { return m >= count; });
    if (count < 2 || (!first && !second)) {
        return opaque(const_cast<ShuffleVectorInst *>(&shuffle), type);
    }
    std::vector<unsigned> args;
    if (first) {
        args.push_back(node({shuffle.getOperand(0)}));
    }
    if (second) {
        args.push_back(node({shuffle.getOperand(1)}));
    }
    if (!why.empty()) {
        return 0;
    }
    const bool sign = is_signed(args[0]);
    for (unsigned &arg : args) {
        arg = window.expression.as(arg, sign);
    }
    std::vector<uint64_t> lanes;
    for (size_t i = 0; i < mask.size(); i++) {
        // Any lane is one of an undefined lane's.
        const int lane = mask[i] < 0 ? (int)std::min<size_t>(i, (size_t)count - 1) : mask[i] - (first ? 0 : count);
        lanes.push_back((uint64_t)lane);
    }
    counted++;
    return window.expression.shuffle(type.with_sign(sign), args, lanes);
}

// bitcast <4 x i32> %x to <16 x i8>     (uint8x16)reinterpret(x)
unsigned Grower::of_bitcast(const Bundle &values, Type type) {
    const auto *from = dyn_cast<FixedVectorType>(cast<Instruction>(values[0])->getOperand(0)->getType());
    if (values.size() > 1 || !from || !from->getElementType()->isIntegerTy() || from->getNumElements() < 2 ||
        from->getScalarSizeInBits() < 8 || type.bits < 8) {
        return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
    }
    const unsigned arg = operand(values, 0);
    return operation("reinterpret", type, {arg});
}

// A funnel shift by a constant, of which a rotation is one, becomes two shifts, as the language has no operation for it:
//   @llvm.fshl.v8i32(%x, %x, splat (i32 5))     ->  bitwise_or(shift_left(x, x8(5)), shift_right(x, x8(27)))
unsigned Grower::of_rotate(const Bundle &values, Type type) {
    const auto *call = dyn_cast<IntrinsicInst>(values[0]);
    const bool left = call && call->getIntrinsicID() == Intrinsic::fshl;
    const bool right = call && call->getIntrinsicID() == Intrinsic::fshr;
    const auto *amounts = left || right ? dyn_cast<Constant>(call->getArgOperand(2)) : nullptr;
    const auto *amount = amounts ? dyn_cast_or_null<ConstantInt>(amounts->getSplatValue()) : nullptr;
    bool are_same = amount && type.bits > 1;
    for (const Value *value : values) {
        are_same = are_same && cast<IntrinsicInst>(value)->getArgOperand(2) == amounts;
    }
    const unsigned by = are_same ? (unsigned)amount->getValue().urem(type.bits) : 0;
    if (by == 0) {
        return values.size() == 1 ? opaque(values[0], type) : side_by_side(values);
    }
    unsigned high = operand(values, 0), low = operand(values, 1);
    if (!why.empty()) {
        return 0;
    }
    auto &expression = window.expression;
    high = expression.as(high, false);
    low = expression.as(low, false);
    const unsigned up = left ? by : type.bits - by;
    const unsigned above = operation("shift_left", type, {high, expression.constant(type, {up})});
    const unsigned below = operation("shift_right", type, {low, expression.constant(type, {type.bits - up})});
    return operation("bitwise_or", type, {above, below});
}

}  // namespace isotope
