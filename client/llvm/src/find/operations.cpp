#include "find/operations.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>

#include "versions.h"

using namespace llvm;

namespace isotope {

namespace {

// Whether every lane of an amount is less than the bits of a lane, as of splat (i16 3), or of and (freeze %n), splat (i16 15). Another
// amount makes its own lane undefined, but a choice between lanes may hide that, so none is let through.
bool is_small_amount(const Value *amount, const SimplifyQuery &query) {
    const unsigned bits = amount->getType()->getScalarSizeInBits();
    if (const auto *number = dyn_cast<ConstantInt>(amount)) {
        return number->getValue().ult(bits);
    }
    if (const auto *constant = dyn_cast<Constant>(amount); constant && amount->getType()->isVectorTy()) {
        const auto lanes = cast<FixedVectorType>(amount->getType())->getNumElements();
        for (unsigned i = 0; i < lanes; i++) {
            const auto *lane = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i));
            if (!lane || lane->getValue().uge(bits)) {
                return false;
            }
        }
        return true;
    }
    return isGuaranteedNotToBeUndefOrPoison(amount, query.AC, query.CxtI, query.DT) && known_bits(*amount, query).getMaxValue().ult(bits);
}

// A constant such as splat (i16 10). LLVM defines no quotient by 0, and none of the least value by -1.
bool is_good_divisor(const Value *divisor) {
    const auto *constant = dyn_cast<Constant>(divisor);
    const auto *lane = constant ? dyn_cast_or_null<ConstantInt>(constant->getSplatValue()) : nullptr;
    return lane && !lane->isZero() && !lane->isMinusOne();
}

// @llvm.umin.v16i8(%a, %b)              min((uint8x16)a, (uint8x16)b)
// @llvm.abs.v8i16(%x, false)            abs((int16x8)x), of type uint16x8
Lanewise of_intrinsic(const IntrinsicInst &call) {
    switch (call.getIntrinsicID()) {
        case Intrinsic::umin:
            return {"min", Lanewise::kUnsigned};
        case Intrinsic::umax:
            return {"max", Lanewise::kUnsigned};
        case Intrinsic::smin:
            return {"min", Lanewise::kSigned};
        case Intrinsic::smax:
            return {"max", Lanewise::kSigned};
        case Intrinsic::uadd_sat:
            return {"saturating_add", Lanewise::kUnsigned};
        case Intrinsic::sadd_sat:
            return {"saturating_add", Lanewise::kSigned};
        case Intrinsic::usub_sat:
            return {"saturating_sub", Lanewise::kUnsigned};
        case Intrinsic::ssub_sat:
            return {"saturating_sub", Lanewise::kSigned};
        case Intrinsic::abs:
            return {"abs", Lanewise::kSigned, 1, false, true};
        case Intrinsic::ctpop:
            return {"popcount", Lanewise::kUnsigned, 1};
        case Intrinsic::ctlz:
            return {"count_leading_zeros", Lanewise::kUnsigned, 1};
        case Intrinsic::cttz:
            return {"count_trailing_zeros", Lanewise::kUnsigned, 1};
        default:
            return {};
    }
}

// mul <8 x i16> %a, %b                  a * b, with a sign where an operand has one
// ashr <8 x i16> %x, splat (i16 3)      shift_right((int16x8)x, x8((uint16)3))
// udiv <8 x i16> %x, splat (i16 10)     div_round_to_zero((uint16x8)x, x8((uint16)10))
Lanewise of_opcode(const Instruction &instruction, const SimplifyQuery &query) {
    const auto when = [](bool holds, Lanewise operation) { return holds ? operation : Lanewise{}; };
    switch (instruction.getOpcode()) {
        case Instruction::Add:
            return {"add"};
        case Instruction::Sub:
            return {"sub"};
        case Instruction::Mul:
            return {"mul"};
        case Instruction::And:
            return {"bitwise_and"};
        case Instruction::Or:
            return {"bitwise_or"};
        case Instruction::Xor:
            return {"bitwise_xor"};
        case Instruction::Shl:
            return when(is_small_amount(instruction.getOperand(1), query), {"shift_left", Lanewise::kOfOperands, 2, true});
        case Instruction::LShr:
            return when(is_small_amount(instruction.getOperand(1), query), {"shift_right", Lanewise::kUnsigned, 2, true});
        case Instruction::AShr:
            return when(is_small_amount(instruction.getOperand(1), query), {"shift_right", Lanewise::kSigned, 2, true});
        case Instruction::UDiv:
            return when(is_good_divisor(instruction.getOperand(1)), {"div_round_to_zero", Lanewise::kUnsigned});
        case Instruction::SDiv:
            return when(is_good_divisor(instruction.getOperand(1)), {"div_round_to_zero", Lanewise::kSigned});
        default:
            return {};
    }
}

}  // namespace

bool has_bits(unsigned bits) {
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

Lanewise lanewise(const Instruction &instruction, const SimplifyQuery &query) {
    const bool is_bool = instruction.getType()->getScalarSizeInBits() == 1;
    if (const auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
        return is_bool ? Lanewise{} : of_intrinsic(*call);
    }
    const Lanewise operation = of_opcode(instruction, query);
    const bool is_logic = instruction.isBitwiseLogicOp();
    return is_bool && !is_logic ? Lanewise{} : operation;
}

bool are_alike(const Bundle &values, const BasicBlock &block) {
    const auto *first = dyn_cast<Instruction>(values[0]);
    if (!first) {
        return false;
    }
    for (const Value *value : values) {
        const auto *other = dyn_cast<Instruction>(value);
        if (!other || other->getParent() != &block || other->getOpcode() != first->getOpcode() || other->getType() != first->getType() ||
            other->getNumOperands() != first->getNumOperands()) {
            return false;
        }
        for (unsigned i = 0; i < first->getNumOperands(); i++) {
            if (other->getOperand(i)->getType() != first->getOperand(i)->getType()) {
                return false;
            }
        }
        const auto *compare = dyn_cast<ICmpInst>(other);
        if (compare && compare->getPredicate() != cast<ICmpInst>(first)->getPredicate()) {
            return false;
        }
        if (isa<CallInst>(other)) {
            const auto *mine = dyn_cast<IntrinsicInst>(first), *its = dyn_cast<IntrinsicInst>(other);
            if (!mine || !its || mine->getIntrinsicID() != its->getIntrinsicID()) {
                return false;
            }
        }
    }
    if (isa<SelectInst>(first)) {
        return first->getOperand(0)->getType()->isVectorTy();
    }
    return isa<BinaryOperator>(first) || isa<ICmpInst>(first) || isa<ZExtInst>(first) || isa<SExtInst>(first) || isa<TruncInst>(first) ||
           isa<LoadInst>(first) || isa<IntrinsicInst>(first);
}

}  // namespace isotope
