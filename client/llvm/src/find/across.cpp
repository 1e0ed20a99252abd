// Sums across the lanes of a vector that a block computes, with the scalars that it makes of them.
#include <llvm/IR/IntrinsicInst.h>

#include <set>

#include "bounds.h"
#include "find/windows.h"

using namespace llvm;

namespace isotope {

namespace {

// Operations of vectors below the least sum that is asked for: of one that is loaded and extended LLVM's own sum is as good as any.
constexpr size_t kLeastAcross = 4;

bool is_sum(const Instruction &instruction) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == Intrinsic::vector_reduce_add;
}

bool is_scalar_operation(const Instruction &instruction) {
    const llvm::Type *type = instruction.getType();
    if (!type->isIntegerTy() || type->getIntegerBitWidth() < 8 || !has_bits(type->getIntegerBitWidth())) {
        return false;
    }
    switch (instruction.getOpcode()) {
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Mul:
        case Instruction::And:
        case Instruction::Or:
        case Instruction::Xor:
        case Instruction::ZExt:
        case Instruction::SExt:
        case Instruction::Trunc:
            return true;
        case Instruction::Shl:
        case Instruction::LShr:
        case Instruction::AShr:
            return isa<ConstantInt>(instruction.getOperand(1));
        default:
            return false;
    }
}

// The sums of a block, and the scalars that depend on sums and constants alone. Here it is %s, %t, %u and %r:
//   %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
//   %t = and i32 %s, 65535
//   %u = lshr i32 %s, 16
//   %r = add i32 %t, %u
std::set<const Value *> of_sums_alone(BasicBlock &block) {
    std::set<const Value *> found;
    for (Instruction &instruction : block) {
        const auto is_known = [&](const Value *operand) { return isa<ConstantInt>(operand) || found.count(operand) > 0; };
        const bool follows = is_scalar_operation(instruction) && all_of(instruction.operand_values(), is_known);
        if (follows || (is_sum(instruction) && isa<Instruction>(instruction.getOperand(0)))) {
            found.insert(&instruction);
        }
    }
    return found;
}

// Whether lanes of what a vector is computed of are moved on the way to it. A sum without such moves is one for which LLVM has instructions
// of its own, as vpsadbw, and its vectors say no more of it than its terms do.
//   %s = add <4 x i32> %a, %b
//   %t = shufflevector <4 x i32> %s, poison, <1, 0, 3, 2>      ; is one, and a shuffle of loads or arguments is none
bool moves_lanes(const Value *vector, const BasicBlock &block) {
    std::vector<const Value *> open = {vector};
    std::set<const Value *> seen;
    while (!open.empty() && seen.size() < kMostInstructions) {
        const auto *instruction = dyn_cast<Instruction>(open.back());
        open.pop_back();
        if (!instruction || instruction->getParent() != &block || isa<PHINode>(instruction) || !seen.insert(instruction).second) {
            continue;
        }
        if (isa<ShuffleVectorInst>(instruction) && any_of(instruction->operand_values(), IsaPred<BinaryOperator>)) {
            return true;
        }
        open.insert(open.end(), instruction->op_begin(), instruction->op_end());
    }
    return false;
}

void add(Instruction &result, size_t scalars, const Known &known, const Missed &missed, std::vector<Window> *windows) {
    Window window;
    window.block = result.getParent();
    window.across = &result;
    window.question.place = "sum across lanes as i" + std::to_string(result.getType()->getIntegerBitWidth());
    Grower grower(window, known);
    window.expression.root = grower.node({&result});
    if (!grower.failure().empty()) {
        missed(result, grower.failure());
    } else if (grower.operations() < kLeastAcross + scalars) {
        missed(result, "it is no more than a sum");
    } else if (!window.expression.ask(&window.question)) {
        missed(result, window.question.why);
    } else if (windows->size() < kMostWindows) {
        windows->push_back(std::move(window));
    }
}

}  // namespace

// One window is %r above: whatever reads it reads no part of it.
void find_across(BasicBlock &block, const Known &known, const Missed &missed, std::vector<Window> *windows) {
    const std::set<const Value *> inner = of_sums_alone(block);
    for (Instruction &instruction : block) {
        const auto is_outer = [&](const User *user) { return inner.count(user) == 0; };
        if (inner.count(&instruction) > 0 && any_of(instruction.users(), is_outer) && moves_lanes(&instruction, block)) {
            add(instruction, inner.size(), known, missed, windows);
        }
    }
}

}  // namespace isotope
