// C widens a scalar before it computes with it, and LLVM hoists, joins and splats it then. Instructions
// multiply what it was, so that a window has the narrow scalar as its leaf and does the rest itself: the plan
// sees ranges, and that two weights are of one scalar.
//
//     %w = zext i8 %alpha to i32                     leaf s0 : uint8
//     %v = xor i32 %w, 255                           cast, broadcast, bitwise_xor
//     %a = splat %w, %b = splat %v
//
//     %c = load <4 x i16>, ptr %weights              leaf s0 : int16, lane 2 of %c
//     %d = sext <4 x i16> %c to <4 x i32>            broadcast, cast
//     %e = shufflevector <4 x i32> %d, poison, <2, 2, ...>
#include "find/splats.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>

#include "find/grow.h"
#include "find/intervals.h"

using namespace llvm;

namespace isotope {

namespace {

// Operations with constants between a splat and the scalar that was widened for them.
constexpr unsigned kMostScalarOperations = 4;

// The operand of a sum, a difference or an exclusive or with a constant: %w of xor i32 %w, 255.
Value *with_constant(const Value &value) {
    const auto *binary = dyn_cast<BinaryOperator>(&value);
    const unsigned opcode = binary ? binary->getOpcode() : 0;
    if (opcode != Instruction::Add && opcode != Instruction::Sub && opcode != Instruction::Xor) {
        return nullptr;
    }
    const bool is_left = isa<ConstantInt>(binary->getOperand(0));
    return is_left || isa<ConstantInt>(binary->getOperand(1)) ? binary->getOperand(is_left ? 1 : 0) : nullptr;
}

// Whether a scalar is made, by operations that a window may do, from one that was widened or whose bounds are known:
//   xor i32 (zext i8 %alpha to i32), 255        add i32 (and i32 (freeze i32 %n), 15), 1
bool is_of_bounded(const Value &value, const Known &known, unsigned operations) {
    Value *operand = operations > 0 ? with_constant(value) : nullptr;
    return operand && (widening(*operand) || natural_bounds_of({operand}, known) || is_of_bounded(*operand, known, operations - 1));
}

// The scalar that was widened, %alpha of zext i8 %alpha to i32; of a lane of a vector that was widened, the lane that it was.
std::optional<Scalar> narrower(const Scalar &scalar) {
    const CastInst *cast = widening(*scalar.value);
    const unsigned bits = cast ? cast->getSrcTy()->getScalarSizeInBits() : 0;
    return bits >= 8 && has_bits(bits) ? std::optional(Scalar{cast->getOperand(0), scalar.lane}) : std::nullopt;
}

}  // namespace

const CastInst *widening(const Value &value) {
    return isa<ZExtInst>(value) || isa<SExtInst>(value) ? cast<CastInst>(&value) : nullptr;
}

std::optional<Scalar> splat_of(Value &value, const BasicBlock &block) {
    if (Value *scalar = getSplatValue(&value)) {
        return scalar->getType()->isIntegerTy() && !isa<Constant>(scalar) ? std::optional(Scalar{scalar}) : std::nullopt;
    }
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(&value);
    const int lane = shuffle ? getSplatIndex(shuffle->getShuffleMask()) : -1;
    const auto *from = shuffle ? dyn_cast<FixedVectorType>(shuffle->getOperand(0)->getType()) : nullptr;
    if (lane < 0 || !from || lane >= (int)from->getNumElements() || !from->getElementType()->isIntegerTy()) {
        return {};
    }
    Value *vector = shuffle->getOperand(0);
    auto *made = dyn_cast<Instruction>(vector);
    // The lane is taken out behind the vector.
    const bool is_outside = made ? made->getParent() != &block && made->getInsertionPointAfterDef() : isa<Argument>(vector);
    return is_outside ? std::optional(Scalar{vector, (unsigned)lane}) : std::nullopt;
}

unsigned Grower::of_splat(const Scalar &scalar, Type type) {
    if (const auto narrow = narrower(scalar)) {
        const bool sign = isa<SExtInst>(scalar.value);
        const unsigned had = narrow->value->getType()->getScalarSizeInBits();
        const unsigned node = of_splat(*narrow, {sign, had, type.lanes});
        return operation("cast", type.with_sign(sign), {window.expression.as(node, sign)});
    }
    if (const auto made = of_splat_operation(scalar, type)) {
        return *made;
    }
    const auto place = scalars.find(scalar);
    const unsigned leaf = place != scalars.end() ? place->second : of_scalar_leaf(scalar, type);
    scalars[scalar] = leaf;
    return operation("broadcast", type, {leaf});
}

// xor i32 (zext i8 %alpha to i32), 255 in 8 lanes     ->     let s0 : uint8
//                                                            bitwise_xor(uint32x8(x8((uint8)s0)), x8((uint32)255))
std::optional<unsigned> Grower::of_splat_operation(const Scalar &scalar, Type type) {
    if (scalar.lane || !is_of_bounded(*scalar.value, known, kMostScalarOperations)) {
        return {};
    }
    const auto *binary = cast<BinaryOperator>(scalar.value);
    // Sums and differences of what was widened are `int` in C, and exact there. Bits have no sign.
    const unsigned opcode = binary->getOpcode();
    const char *const name = opcode == Instruction::Xor ? "bitwise_xor" : opcode == Instruction::Add ? "add" : "sub";
    const bool sign = opcode != Instruction::Xor;
    std::vector<unsigned> args;
    for (Value *operand : binary->operands()) {
        const auto *constant = dyn_cast<ConstantInt>(operand);
        const unsigned arg = constant ? window.expression.constant(type, {constant->getZExtValue()}) : of_splat({operand}, type);
        args.push_back(window.expression.as(arg, sign));
    }
    return operation(name, type.with_sign(sign), args);
}

unsigned Grower::of_scalar_leaf(const Scalar &scalar, Type type) {
    const std::string name = "s" + std::to_string(window.leaves.size());
    window.leaves[name] = {scalar.value};
    Leaf leaf = {name, type.with_lanes(1).given(), {}, {}};
    if (scalar.lane) {
        window.lanes[name] = *scalar.lane;
    }
    leaf.range = natural_bounds_of(scalar, known);
    return window.expression.leaf(leaf);
}

}  // namespace isotope
