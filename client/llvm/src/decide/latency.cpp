#include "decide/latency.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>

using namespace llvm;

namespace isotope {

namespace {

// In cycles; of what is not listed one.
uint64_t latency(const Instruction &instruction) {
    if (const auto *call = dyn_cast<CallInst>(&instruction)) {
        const StringRef name = call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
        const std::pair<const char *, uint64_t> slow[] = {{"vpdp", 4}, {"pmadd", 4}, {"pmul", 4}, {"psad", 3},
                                                          {"perm", 3}, {"phadd", 3}, {"mpsad", 4}};
        for (const auto &[part, cycles] : slow) {
            if (name.contains(part)) {
                return cycles;
            }
        }
        return 1;
    }
    switch (instruction.getOpcode()) {
        case Instruction::Mul:
            return instruction.getType()->getScalarSizeInBits() <= 16 ? 4 : 8;
        case Instruction::BitCast:
        case Instruction::Freeze:
            return 0;
        default:
            return 1;
    }
}

// From the phi to each instruction of the block that depends on it.
uint64_t longest(const PHINode &phi, const BasicBlock &loop) {
    std::map<const Value *, uint64_t> after = {{&phi, 0}};
    for (const Instruction &instruction : loop) {
        if (isa<PHINode>(instruction)) {
            continue;
        }
        for (const Value *operand : instruction.operands()) {
            const auto place = after.find(operand);
            if (place != after.end()) {
                uint64_t &own = after[&instruction];
                own = std::max(own, place->second + latency(instruction));
            }
        }
    }
    const int from = phi.getBasicBlockIndex(&loop);
    const auto place = from < 0 ? after.end() : after.find(phi.getIncomingValue((unsigned)from));
    return place == after.end() ? 0 : place->second;
}

}  // namespace

uint64_t carried_latency(const BasicBlock &loop) {
    uint64_t most = 0;
    for (const PHINode &phi : loop.phis()) {
        if (phi.getType()->isVectorTy()) {
            most = std::max(most, longest(phi, loop));
        }
    }
    return most * kCycle;
}

}  // namespace isotope
