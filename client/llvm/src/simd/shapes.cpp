#include "simd/shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "simd/arrays.h"

using namespace llvm;

namespace isotope::simd {

Shapes::Shapes(Function &structured, const Variant &variant, FunctionAnalysisManager &analyses)
    : function(structured),
      uniformity(analyses.getResult<DominatorTreeAnalysis>(structured), analyses.getResult<CycleAnalysis>(structured),
                 &analyses.getResult<TargetIRAnalysis>(structured)) {
    for (const Argument &argument : function.args()) {
        const VFParameter &parameter = variant.parameters[argument.getArgNo()];
        if (parameter.ParamKind == VFParamKind::OMP_Uniform) {
            continue;
        }
        uniformity.markDivergent(&argument);
        if (parameter.ParamKind == VFParamKind::OMP_Linear) {
            steps[&argument] = parameter.LinearStepOrPos;
        }
    }
    // A call that writes does so for each lane.
    for (const Instruction &instruction : instructions(function)) {
        if (const auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call) && !call->onlyReadsMemory()) {
            uniformity.markDivergent(static_cast<const Value *>(call));
        }
    }
    for (const Instruction &instruction : function.getEntryBlock()) {
        if (const auto *array = dyn_cast<AllocaInst>(&instruction)) {
            uniformity.markDivergent(static_cast<const Value *>(array));
            steps[array] = (int64_t)laid(*array, variant.lanes).step;
        }
    }
    uniformity.compute();
    // Phis have no step of their own, so one walk in reverse post-order sees every operand before its use.
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
        for (const Instruction &instruction : *block) {
            if (isa<AllocaInst>(instruction)) {
                continue;
            }
            if (const std::optional<int64_t> step = computed(instruction)) {
                steps[&instruction] = *step;
            }
        }
    }
}

std::optional<int64_t> Shapes::step(const Value *value) const {
    if (isa<Constant>(value) || !uniformity.isDivergent(value)) {
        return 0;
    }
    const auto found = steps.find(value);
    return found == steps.end() ? std::nullopt : std::optional<int64_t>(found->second);
}

bool Shapes::is_varying_branch(const BasicBlock &block) const {
    const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || branch->isUnconditional() || isa<Constant>(branch->getCondition())) {
        return false;
    }
    return uniformity.isDivergentUse(branch->getOperandUse(0));
}

// Of operations whose lanes the proof knows, too: linear forms of the address width, and an argument of a linear clause that is widened.
// Of %i with step 1 and %p uniform:
//   mul i64 %i, 12                         12
//   getelementptr i32, ptr %p, i64 %i      4
std::optional<int64_t> Shapes::computed(const Instruction &instruction) const {
    if (!uniformity.isDivergent(&instruction)) {
        return 0;
    }
    const auto of = [&](unsigned at) { return step(instruction.getOperand(at)); };
    const unsigned opcode = instruction.getOpcode();
    if (opcode == Instruction::SExt && isa<Argument>(instruction.getOperand(0))) {
        return of(0);
    }
    // The low bits of a sum are the sum of low bits.
    if (opcode == Instruction::Trunc && !instruction.getType()->isIntegerTy(1)) {
        const std::optional<int64_t> step = of(0);
        return step ? std::optional<int64_t>(SignExtend64((uint64_t)*step, instruction.getType()->getIntegerBitWidth())) : std::nullopt;
    }
    if (opcode == Instruction::Add || opcode == Instruction::Sub) {
        const std::optional<int64_t> left = of(0), right = of(1);
        if (left && right && instruction.getType()->isIntegerTy(64)) {
            return opcode == Instruction::Add ? *left + *right : *left - *right;
        }
        return std::nullopt;
    }
    if (opcode == Instruction::Mul || opcode == Instruction::Shl) {
        const auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(1));
        const std::optional<int64_t> left = of(0);
        if (!factor || !left || !instruction.getType()->isIntegerTy(64) || factor->getValue().ugt(1 << 20)) {
            return std::nullopt;
        }
        return opcode == Instruction::Mul    ? *left * factor->getSExtValue()
               : factor->getZExtValue() < 20 ? std::optional<int64_t>(*left << factor->getZExtValue())
                                             : std::nullopt;
    }
    const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
    if (!address) {
        return std::nullopt;
    }
    std::optional<int64_t> sum = step(address->getPointerOperand());
    if (side_by_side(address)) {
        return all_of(address->indices(), [&](const Value *index) { return is_uniform(index); }) ? sum : std::nullopt;
    }
    const DataLayout &layout = function.getParent()->getDataLayout();
    for (gep_type_iterator at = gep_type_begin(address), end = gep_type_end(address); sum && at != end; ++at) {
        const std::optional<int64_t> index = step(at.getOperand());
        if (at.isStruct()) {
            continue;
        }
        if (!index || (*index != 0 && !at.getOperand()->getType()->isIntegerTy(64))) {
            return std::nullopt;
        }
        sum = *sum + *index * (int64_t)at.getSequentialElementStride(layout).getFixedValue();
    }
    return sum;
}

}  // namespace isotope::simd
