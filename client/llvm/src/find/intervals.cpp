#include "find/intervals.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "find/grow.h"

using namespace llvm;

namespace isotope {

namespace {

// Operations between a scalar and what LLVM knows bounds of.
constexpr unsigned kMostOperations = 8;

// Steps back from a lane to what was put there.
constexpr unsigned kMostLanesFollowed = 64;

// Wider sums and products of bounds do not fit 64 bits.
constexpr unsigned kMostBits = 32;

// From the least to the greatest, with a sign.
struct Interval {
    int64_t least, greatest;
};

// The range that LLVM knows of a scalar, or of all lanes of a vector, if it is neither undefined nor poison.
std::optional<ConstantRange> range_of(Value &scalar, bool is_signed, const Known &known) {
    const SimplifyQuery &query = known.query;
    if (scalar.getType()->getScalarSizeInBits() == 1 || !isGuaranteedNotToBeUndefOrPoison(&scalar, query.AC, query.CxtI, query.DT)) {
        return {};
    }
    const ConstantRange range = computeConstantRange(&scalar, is_signed, true, query.AC, query.CxtI, query.DT);
    return range.isFullSet() || range.isEmptySet() ? std::nullopt : std::optional(range);
}

bool fits(const Interval &interval, unsigned bits) {
    return interval.least >= -(1LL << (bits - 1)) && interval.greatest < 1LL << (bits - 1);
}

// The sum, difference or product of two numbers; a shift to the left by a constant is a product. One that overflows its type has no bounds,
// so that the flags of others make no poison.
std::optional<Interval> of_arithmetic(const BinaryOperator &operation, const Interval &left, const Interval &right) {
    Interval made{};
    switch (operation.getOpcode()) {
        case Instruction::Add:
            made = {left.least + right.least, left.greatest + right.greatest};
            break;
        case Instruction::Sub:
            made = {left.least - right.greatest, left.greatest - right.least};
            break;
        default: {
            const auto [least, greatest] = std::minmax(
                {left.least * right.least, left.least * right.greatest, left.greatest * right.least, left.greatest * right.greatest});
            made = {least, greatest};
        }
    }
    const bool are_natural = left.least >= 0 && right.least >= 0 && made.least >= 0;
    const bool is_poison = operation.hasNoUnsignedWrap() && !are_natural;
    return fits(made, operation.getType()->getScalarSizeInBits()) && !is_poison ? std::optional(made) : std::nullopt;
}

std::optional<Interval> of(const Scalar &scalar, const Known &known, unsigned operations);

std::optional<Interval> of_operation(BinaryOperator &operation, std::optional<unsigned> lane, const Known &known, unsigned operations) {
    const auto left = of({operation.getOperand(0), lane}, known, operations),
               right = of({operation.getOperand(1), lane}, known, operations);
    if (!left || !right) {
        return {};
    }
    const bool is_shift = right->least == right->greatest && right->least >= 0 && right->least < kMostBits - 1;
    switch (operation.getOpcode()) {
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Mul:
            return of_arithmetic(operation, *left, *right);
        case Instruction::Shl:
            return is_shift ? of_arithmetic(operation, *left, {1LL << right->least, 1LL << right->least}) : std::nullopt;
        case Instruction::LShr:
        case Instruction::AShr:
            if (is_shift && left->least >= 0 && !operation.isExact()) {
                return Interval{left->least >> right->least, left->greatest >> right->least};
            }
            return {};
        default:
            return {};
    }
}

// A lane of a vector that was put together or shuffled is what it was before: lane 1 of
//   insertelement <4 x i32> %v, i32 %x, i64 1                     is %x
//   shufflevector <4 x i32> %v, <4 x i32> poison, <2, 0, 3, 1>    is lane 0 of %v
Scalar followed(Scalar scalar, unsigned steps) {
    for (; scalar.lane && steps > 0; steps--) {
        if (const auto *insert = dyn_cast<InsertElementInst>(scalar.value)) {
            const auto *number = dyn_cast<ConstantInt>(insert->getOperand(2));
            if (!number) {
                return scalar;
            }
            const bool is_it = number->equalsInt(*scalar.lane);
            scalar = is_it ? Scalar{insert->getOperand(1)} : Scalar{insert->getOperand(0), scalar.lane};
        } else if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(scalar.value)) {
            const int from = shuffle->getMaskValue(*scalar.lane);
            const unsigned width = cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
            if (from < 0) {
                return scalar;
            }
            const bool is_left = (unsigned)from < width;
            scalar = {shuffle->getOperand(is_left ? 0 : 1), (unsigned)from - (is_left ? 0 : width)};
        } else {
            const auto *constant = dyn_cast<Constant>(scalar.value);
            Constant *element = constant ? constant->getAggregateElement(*scalar.lane) : nullptr;
            return element ? Scalar{element} : scalar;
        }
    }
    return scalar;
}

std::optional<Interval> of(const Scalar &from, const Known &known, unsigned operations) {
    const Scalar scalar = followed(from, kMostLanesFollowed);
    Value *value = scalar.value;
    const unsigned bits = value->getType()->getScalarSizeInBits();
    if (!value->getType()->isIntOrIntVectorTy() || bits < 2 || bits > kMostBits) {
        return {};
    }
    if (const auto *number = dyn_cast<ConstantInt>(value)) {
        return Interval{number->getSExtValue(), number->getSExtValue()};
    }
    if (const auto range = range_of(*value, true, known)) {
        return Interval{range->getSignedMin().getSExtValue(), range->getSignedMax().getSExtValue()};
    }
    if (operations == 0) {
        return {};
    }
    if (auto *operation = dyn_cast<BinaryOperator>(value)) {
        return of_operation(*operation, scalar.lane, known, operations - 1);
    }
    auto *conversion = dyn_cast<CastInst>(value);
    const bool is_widening = conversion && (isa<ZExtInst>(conversion) || isa<SExtInst>(conversion));
    const auto narrow = is_widening ? of({conversion->getOperand(0), scalar.lane}, known, operations - 1) : std::nullopt;
    return narrow && (narrow->least >= 0 || isa<SExtInst>(conversion)) ? narrow : std::nullopt;
}

}  // namespace

std::optional<std::pair<int64_t, int64_t>> natural_bounds_of(const Scalar &scalar, const Known &known) {
    const auto range = scalar.lane ? std::nullopt : range_of(*scalar.value, false, known);
    if (range && range->getUnsignedMax().getActiveBits() < 64) {
        return std::pair((int64_t)range->getUnsignedMin().getZExtValue(), (int64_t)range->getUnsignedMax().getZExtValue());
    }
    const auto bounds = of(scalar, known, kMostOperations);
    return bounds && bounds->least >= 0 ? std::optional(std::pair(bounds->least, bounds->greatest)) : std::nullopt;
}

}  // namespace isotope
