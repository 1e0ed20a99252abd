#include "simd/structure.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Scalar/StructurizeCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Utils/UnifyLoopExits.h>

#include "bounds.h"
#include "simd/arrays.h"
#include "simd/stated.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// Calls that say something to LLVM and compute nothing.
bool says_only(const CallBase &call) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
    return intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd());
}

// An operation of LLVM's own that computes a float of floats, such as `llvm.atan`.
bool is_number(const CallBase &call) {
    const Function &called = *call.getCalledFunction();
    return called.isIntrinsic() && call.doesNotAccessMemory() && called.hasFnAttribute(Attribute::Speculatable) &&
           call.getType()->isFloatingPointTy() &&
           all_of(call.args(), [](const Use &argument) { return argument->getType()->isFloatingPointTy(); });
}

std::string why_no_call(const CallBase &call, const Function &within) {
    const Function *called = call.getCalledFunction();
    if (call.isInlineAsm()) {
        return "it has inline assembly";
    }
    if (!called) {
        return "it calls through a pointer";
    }
    if (called == &within) {
        return "it calls itself";
    }
    if (isa<InvokeInst>(call) || isa<CallBrInst>(call)) {
        return "it handles exceptions";
    }
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
    if (says_only(call) || isTriviallyVectorizable(called->getIntrinsicID()) || (intrinsic && is_short(*intrinsic))) {
        return "";
    }
    // One call a lane does as well; what it writes is written lane by lane, as the pragma allows.
    const bool passes_in_memory = any_of(called->args(), [](const Argument &argument) {
        return argument.hasPassPointeeByValueCopyAttr() || argument.hasStructRetAttr() || argument.hasSwiftErrorAttr();
    });
    if ((called->isIntrinsic() && !is_number(call)) || called->isVarArg() || passes_in_memory || call.hasOperandBundles() ||
        call.isMustTailCall() || call.doesNotReturn() || call.hasFnAttr(Attribute::ReturnsTwice) || call.isStrictFP() ||
        call.getFunctionType() != called->getFunctionType()) {
        return "it calls " + called->getName().str();
    }
    return "";
}

// i1, i32, double and ptr are types of a lane. i20, i128 and <4 x i32> are none.
bool is_lane_type(Type *type, const DataLayout &layout) {
    if (type->isPointerTy()) {
        return type->getPointerAddressSpace() == 0;
    }
    if (type->isFloatTy() || type->isDoubleTy()) {
        return true;
    }
    return type->isIntegerTy() && type->getIntegerBitWidth() <= 64 &&
           (type->isIntegerTy(1) || layout.getTypeStoreSizeInBits(type) == layout.getTypeSizeInBits(type));
}

std::string why_not(const Instruction &instruction, const Function &function) {
    const DataLayout &layout = function.getParent()->getDataLayout();
    if (instruction.isEHPad() || isa<ResumeInst>(instruction)) {
        return "it handles exceptions";
    }
    if (const auto *array = dyn_cast<AllocaInst>(&instruction)) {
        return why_not_laid(*array);
    }
    if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction) || isa<FenceInst>(instruction)) {
        return "it has an atomic operation";
    }
    if (instruction.isVolatile()) {
        return "it has a volatile access";
    }
    if (instruction.isAtomic()) {
        return "it has an atomic operation";
    }
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
        const std::string why = why_no_call(*call, function);
        if (!why.empty() || isa<MemIntrinsic>(*call)) {
            return why;
        }
        if (says_only(*call)) {
            return "";
        }
    }
    if (isa<IndirectBrInst>(instruction)) {
        return "it jumps to a computed place";
    }
    const auto is_wrong = [&](Type *type) { return type->isSized() && !is_lane_type(type, layout); };
    if (is_wrong(instruction.getType()) ||
        any_of(instruction.operand_values(), [&](const Value *value) { return !isa<Function>(value) && is_wrong(value->getType()); })) {
        return "it has a value of a type without a vector form";
    }
    const auto accesses_bit = [](Type *type) { return type->isIntegerTy(1); };
    if (isa<LoadInst>(instruction) && accesses_bit(instruction.getType())) {
        return "it loads a single bit";
    }
    if (isa<StoreInst>(instruction) && accesses_bit(instruction.getOperand(0)->getType())) {
        return "it stores a single bit";
    }
    return "";
}

}  // namespace

bool is_by_lane(const CallBase &call) {
    return !isa<IntrinsicInst>(call) || (is_number(call) && !isTriviallyVectorizable(call.getCalledFunction()->getIntrinsicID()));
}

DebugLoc line_of(const Function &function) {
    DISubprogram *program = function.getSubprogram();
    return program ? DebugLoc(DILocation::get(function.getContext(), program->getLine(), 0, program)) : DebugLoc();
}

std::optional<Refusal> refused(const Function &function) {
    const auto begin = [&] { return line_of(function); };
    if (function.isVarArg()) {
        return Refusal{"it has varargs", begin()};
    }
    if (function.hasFnAttribute(Attribute::StrictFP)) {
        return Refusal{"it is compiled for exact exceptions of floats", begin()};
    }
    if (function.hasOptNone() || function.hasMinSize()) {
        return Refusal{"it is not optimised for speed", begin()};
    }
    for (const Argument &argument : function.args()) {
        if (argument.hasPassPointeeByValueCopyAttr() || argument.hasStructRetAttr()) {
            return Refusal{"it passes a structure in memory", begin()};
        }
    }
    size_t count = 0;
    for (const Instruction &instruction : instructions(function)) {
        if (++count > kMostSimdInstructions) {
            return Refusal{"it has more than " + std::to_string(kMostSimdInstructions) + " instructions", begin()};
        }
        const std::string why = why_not(instruction, function);
        if (!why.empty()) {
            return Refusal{why, instruction.getDebugLoc() ? instruction.getDebugLoc() : begin()};
        }
    }
    return std::nullopt;
}

Function *copied(Function &function, FunctionAnalysisManager &analyses) {
    ValueToValueMapTy values;
    Function *copy = CloneFunction(&function, values);
    copy->setName(function.getName() + ".simd.copy");
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setComdat(nullptr);
    stripDebugInfo(*copy);
    for (Instruction &instruction : make_early_inc_range(instructions(*copy))) {
        if (auto *call = dyn_cast<CallBase>(&instruction); call && says_only(*call)) {
            call->eraseFromParent();
            continue;
        }
        if (auto *memory = dyn_cast<MemIntrinsic>(&instruction)) {
            write_out(*memory);
            continue;
        }
        // undef may be any value, so 0 refines it, and 0 is the same wherever it is read.
        for (Use &use : instruction.operands()) {
            if (isa<UndefValue>(use.get()) && !isa<PoisonValue>(use.get())) {
                use.set(Constant::getNullValue(use->getType()));
            }
        }
    }
    state_variants(*copy, analyses);
    FunctionPassManager passes;
    passes.addPass(LowerSwitchPass());
    passes.run(*copy, analyses);
    analyses.invalidate(*copy, PreservedAnalyses::none());
    return copy;
}

// getelementptr inbounds (i8, ptr @g, i64 4)     ->     getelementptr (i8, ptr @g, i64 4)
static Constant *without_promises(Constant *constant) {
    auto *address = dyn_cast<GEPOperator>(constant);
    if (!address || !isa<ConstantExpr>(constant)) {
        return constant;
    }
    SmallVector<Constant *, 4> indices;
    for (const Use &index : address->indices()) {
        indices.push_back(cast<Constant>(index.get()));
    }
    return ConstantExpr::getGetElementPtr(address->getSourceElementType(), without_promises(cast<Constant>(address->getPointerOperand())),
                                          indices);
}

void structure(Function &copy, FunctionAnalysisManager &analyses) {
    FunctionPassManager passes;
    passes.addPass(UnifyFunctionExitNodesPass());
    passes.addPass(FixIrreduciblePass());
    passes.addPass(LoopSimplifyPass());
    passes.addPass(UnifyLoopExitsPass());
    passes.addPass(StructurizeCFGPass());
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    passes.run(copy, analyses);
    analyses.invalidate(copy, PreservedAnalyses::none());
    // A lane that is off computes on whatever it has: no value may promise anything.
    for (Instruction &instruction : instructions(copy)) {
        instruction.dropPoisonGeneratingFlags();
        instruction.dropUnknownNonDebugMetadata();
        if (auto *call = dyn_cast<CallBase>(&instruction)) {
            const Attribute stated = call->getFnAttr(kStated);
            call->setAttributes(AttributeList());
            if (stated.isValid()) {
                call->addFnAttr(stated);
            }
        }
        // StructurizeCFG names undef where a way has no value, because nothing reads it there; that it is not read is part of the proof.
        for (Use &use : instruction.operands()) {
            if (isa<UndefValue>(use.get())) {
                use.set(PoisonValue::get(use->getType()));
            } else if (auto *constant = dyn_cast<ConstantExpr>(use.get())) {
                use.set(without_promises(constant));
            }
        }
    }
}

}  // namespace isotope::simd
