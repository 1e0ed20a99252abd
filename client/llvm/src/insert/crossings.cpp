#include "insert/crossings.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>

#include "insert/intrinsics.h"

using namespace llvm;

namespace isotope {

namespace {

using Crossing = std::vector<std::vector<unsigned>>;

Crossing same_lanes(size_t lanes) {
    Crossing own(lanes);
    for (size_t i = 0; i < lanes; i++) {
        own[i] = {(unsigned)i};
    }
    return own;
}

Crossing all_lanes(size_t lanes, unsigned from) {
    std::vector<unsigned> all(from);
    for (unsigned i = 0; i < from; i++) {
        all[i] = i;
    }
    return Crossing(lanes, all);
}

// Lanes of other sizes over the same bits.
Crossing over_bits(size_t lanes, unsigned from) {
    Crossing own(lanes);
    const size_t more = std::max(lanes, (size_t)from);
    for (size_t i = 0; i < more; i++) {
        own[i * lanes / more].push_back((unsigned)(i * from / more));
    }
    for (auto &each : own) {
        each.erase(std::unique(each.begin(), each.end()), each.end());
    }
    return own;
}

// The lanes in the same 128 bits.
Crossing of_blocks(size_t lanes, unsigned bits, const FixedVectorType &operand) {
    const unsigned from = operand.getNumElements(), from_bits = operand.getScalarSizeInBits();
    if (lanes * bits != (size_t)from * from_bits) {
        return all_lanes(lanes, from);
    }
    Crossing own(lanes);
    for (size_t i = 0; i < lanes; i++) {
        for (unsigned j = 0; j < from; j++) {
            if (i * bits / 128 == j * from_bits / 128) {
                own[i].push_back(j);
            }
        }
    }
    return own;
}

// In each 128 bits of the result two halves, one of them with the operand's lanes.
Crossing packed(size_t lanes, const FixedVectorType &operand, unsigned half_number) {
    const unsigned from = operand.getNumElements();
    const unsigned blocks = from * operand.getScalarSizeInBits() / 128;
    if (blocks == 0 || lanes != 2 * (size_t)from) {
        return all_lanes(lanes, from);
    }
    Crossing own(lanes);
    const unsigned half = from / blocks;
    for (unsigned i = 0; i < from; i++) {
        own[i / half * 2 * half + half_number * half + i % half] = {i};
    }
    return own;
}

// The lane of the operand that an index in a lane chooses, if it chooses one of them.
std::optional<unsigned> chosen(Depends::Choice choice, unsigned lane, uint64_t index, unsigned from) {
    const auto number = (unsigned)(index % from);
    const bool is_of_second = index / from % 2 == 1;
    switch (choice) {
        case Depends::kInBlock:
            return index & 0x80 ? std::optional<unsigned>() : (lane / 16 * 16 + (unsigned)(index & 15)) % from;
        case Depends::kOfFirst:
            return is_of_second ? std::nullopt : std::optional(number);
        case Depends::kOfSecond:
            return is_of_second ? std::optional(number) : std::nullopt;
        default:
            return number;
    }
}

// Nothing where the indices are not known.
std::optional<Crossing> permuted(size_t lanes, unsigned from, const Value *indices, Depends::Choice choice) {
    const auto *constant = dyn_cast<Constant>(indices);
    const auto *type = dyn_cast<FixedVectorType>(indices->getType());
    if (!constant || !type || type->getNumElements() != lanes) {
        return std::nullopt;
    }
    Crossing own(lanes);
    for (unsigned i = 0; i < lanes; i++) {
        const auto *index = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i));
        if (!index) {
            return std::nullopt;
        }
        if (const auto lane = chosen(choice, i, index->getZExtValue(), from)) {
            own[i] = {*lane};
        }
    }
    return own;
}

Crossing of_shuffle(const ShuffleVectorInst &shuffle, unsigned operand, size_t lanes) {
    Crossing own(lanes);
    const auto count = (int)cast<FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements();
    for (size_t i = 0; i < lanes; i++) {
        const int lane = shuffle.getMaskValue((unsigned)i) - (operand == 1 ? count : 0);
        if (shuffle.getMaskValue((unsigned)i) >= 0 && lane >= 0 && lane < count) {
            own[i] = {(unsigned)lane};
        }
    }
    return own;
}

Crossing of_intrinsic(const CallInst &call, unsigned operand, size_t lanes, unsigned from) {
    const auto *vector = dyn_cast<FixedVectorType>(call.getArgOperand(operand)->getType());
    if (!vector) {
        return Crossing(lanes, {0});
    }
    if (isa<IntrinsicInst>(call) && isTriviallyVectorizable(call.getIntrinsicID()) && from == lanes) {
        return same_lanes(lanes);
    }
    const Depends said = depends_on(call, operand);
    const unsigned bits = call.getType()->getScalarSizeInBits();
    if (said.choice != Depends::kNoChoice && vector->getScalarSizeInBits() == bits) {
        if (const auto own = permuted(lanes, from, call.getArgOperand(said.chosen_by), said.choice)) {
            return *own;
        }
    }
    switch (said.place) {
        case Depends::kSame:
            return over_bits(lanes, from);
        case Depends::kBlock:
            return of_blocks(lanes, bits, *vector);
        case Depends::kFirstHalf:
        case Depends::kSecondHalf:
            return packed(lanes, *vector, said.place == Depends::kSecondHalf);
        default:
            return all_lanes(lanes, from);
    }
}

}  // namespace

std::vector<std::vector<unsigned>> crossing(const Instruction &instruction, unsigned operand, size_t lanes) {
    const auto *vector = dyn_cast<FixedVectorType>(instruction.getOperand(operand)->getType());
    const unsigned from = vector ? vector->getNumElements() : 1;
    if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
        return of_shuffle(*shuffle, operand, lanes);
    }
    if (const auto *call = dyn_cast<CallInst>(&instruction)) {
        return operand < call->arg_size() ? of_intrinsic(*call, operand, lanes, from) : Crossing(lanes);
    }
    const auto *insert = dyn_cast<InsertElementInst>(&instruction);
    const auto *place = insert ? dyn_cast<ConstantInt>(insert->getOperand(2)) : nullptr;
    if (place && operand < 2) {
        Crossing own = operand == 0 ? same_lanes(lanes) : Crossing(lanes);
        if (place->getValue().ult(lanes)) {
            own[place->getZExtValue()] = operand == 0 ? std::vector<unsigned>() : std::vector<unsigned>{0};
        }
        return own;
    }
    const auto *extract = dyn_cast<ExtractElementInst>(&instruction);
    const auto *lane = extract ? dyn_cast<ConstantInt>(extract->getOperand(1)) : nullptr;
    if (lane && operand == 0 && lane->getValue().ult(from)) {
        return {{(unsigned)lane->getZExtValue()}};
    }
    if (isa<BitCastInst>(instruction)) {
        return over_bits(lanes, from);
    }
    const bool is_lanewise = isa<UnaryInstruction>(instruction) || isa<BinaryOperator>(instruction) ||
                             isa<CmpInst>(instruction) || isa<SelectInst>(instruction);
    if (is_lanewise && from == lanes && !extract) {
        return same_lanes(lanes);
    }
    return is_lanewise && from == 1 ? Crossing(lanes, {0}) : all_lanes(lanes, from);
}

unsigned factor_bytes(const Instruction &instruction, unsigned operand, unsigned *other) {
    if (instruction.getOpcode() == Instruction::Mul) {
        *other = 1 - operand;
        return std::max(1U, instruction.getType()->getScalarSizeInBits() / 8);
    }
    const auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || operand >= call->arg_size()) {
        return 0;
    }
    const Depends said = depends_on(*call, operand);
    *other = said.factor;
    return said.factor_bytes;
}

}  // namespace isotope
