#include "insert/crossings.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <functional>
#include <optional>

using namespace llvm;

namespace isotope {

namespace {

using Crossing = std::vector<std::vector<unsigned>>;

// Target intrinsics whose lanes depend on the same lanes of their operands, by the beginning of what follows "llvm.x86.*.".
const char *const kVertical[] = {"pavg.", "pmulh", "pmul.hr", "psign.", "psllv", "psrlv", "psrav", "pslli", "psrli",
                                 "psrai", "pternlog", "vpmadd52"};

// Those that add up what stands beside one another: as many lanes of an operand as there are more of them.
const char *const kNeighbours[] = {"pmadd.", "pmaddw", "pmaddubs", "psad.bw", "vpdpbu", "vpdpws"};

const char *const kPacks[] = {"packss", "packus"};

bool is_any(StringRef name, ArrayRef<const char *> all) {
    return std::any_of(all.begin(), all.end(), [&](const char *begin) { return name.starts_with(begin); });
}

// "pavg.b" of "llvm.x86.avx2.pavg.b".
StringRef short_name(const CallInst &call) {
    StringRef name = call.getCalledFunction() ? call.getCalledFunction()->getName() : "";
    if (!name.consume_front("llvm.x86.")) {
        return "";
    }
    return name.split('.').second;
}

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

// vpack*: in each 128 bits the lanes of the first operand, then those of the second.
Crossing packed(size_t lanes, const FixedVectorType &operand, unsigned number) {
    const unsigned from = operand.getNumElements();
    const unsigned blocks = from * operand.getScalarSizeInBits() / 128;
    if (blocks == 0 || lanes != 2 * (size_t)from || number > 1) {
        return all_lanes(lanes, from);
    }
    Crossing own(lanes);
    const unsigned half = from / blocks;
    for (unsigned i = 0; i < from; i++) {
        own[i / half * 2 * half + number * half + i % half] = {i};
    }
    return own;
}

// A permutation by a constant: for a result's lane the lane of operand `number`, or none.
using Chosen = std::function<std::optional<unsigned>(unsigned lane, uint64_t index)>;

Crossing permuted(size_t lanes, unsigned from, const Value *indices, const Chosen &chosen) {
    const auto *constant = dyn_cast<Constant>(indices);
    if (!constant || cast<FixedVectorType>(indices->getType())->getNumElements() != lanes) {
        return all_lanes(lanes, from);
    }
    Crossing own(lanes);
    for (unsigned i = 0; i < lanes; i++) {
        const auto *index = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i));
        if (!index) {
            return all_lanes(lanes, from);
        }
        if (const auto lane = chosen(i, index->getZExtValue())) {
            own[i] = {*lane % from};
        }
    }
    return own;
}

Crossing of_permutation(const CallInst &call, StringRef name, unsigned operand, size_t lanes, unsigned from) {
    if (name.starts_with("pshuf.b") && operand == 0) {
        return permuted(lanes, from, call.getArgOperand(1), [](unsigned lane, uint64_t index) {
            return index & 0x80 ? std::optional<unsigned>() : lane / 16 * 16 + (unsigned)(index & 15);
        });
    }
    if ((name.starts_with("permvar.") || name == "permd") && operand == 0) {
        return permuted(lanes, from, call.getArgOperand(1), [](unsigned, uint64_t index) {
            return std::optional<unsigned>((unsigned)index);
        });
    }
    if (name.starts_with("vpermi2var.") && operand != 1) {
        return permuted(lanes, from, call.getArgOperand(1), [&](unsigned, uint64_t index) {
            const bool is_second = index / from % 2 == 1;
            return is_second == (operand == 2) ? std::optional<unsigned>((unsigned)(index % from)) : std::nullopt;
        });
    }
    return all_lanes(lanes, from);
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
    const StringRef name = short_name(call);
    if (!vector) {
        return Crossing(lanes, {0});
    }
    if (isa<IntrinsicInst>(call) && isTriviallyVectorizable(call.getIntrinsicID()) && from == lanes) {
        return same_lanes(lanes);
    }
    if (name.empty()) {
        return all_lanes(lanes, from);
    }
    if (is_any(name, kPacks)) {
        return packed(lanes, *vector, operand);
    }
    const bool has_fewer = is_any(name, kNeighbours) && from >= lanes && from % lanes == 0;
    if (has_fewer || (is_any(name, kVertical) && from == lanes)) {
        return over_bits(lanes, from);
    }
    return of_permutation(call, name, operand, lanes, from);
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
    const StringRef name = call ? short_name(*call) : "";
    if (name.starts_with("vpdpbu") || name.starts_with("vpdpws")) {
        *other = 3 - operand;
        return operand == 0 || operand > 2 ? 0 : name.starts_with("vpdpbu") ? 1 : 2;
    }
    *other = 1 - operand;
    if (operand > 1) {
        return 0;
    }
    const std::pair<const char *, unsigned> products[] = {{"pmadd.ub", 1}, {"pmaddubs", 1}, {"pmadd.wd", 2},
                                                          {"pmaddw", 2},   {"pmulh", 2},    {"pmul.hr", 2}};
    for (const auto &[begin, bytes] : products) {
        if (name.starts_with(begin)) {
            return bytes;
        }
    }
    return 0;
}

}  // namespace isotope
