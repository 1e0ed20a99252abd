#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "simd/functions.h"
#include "simd/unmasked.h"

using namespace llvm;

namespace isotope::simd {

namespace {

bool is_mask(Type *type) {
    const auto *vector = dyn_cast<FixedVectorType>(type);
    return vector && vector->getElementType()->isIntegerTy(1);
}

// Logic of masks: both sides are masks of the same lanes.
bool is_logic(const Value *value) {
    const auto *select = dyn_cast<SelectInst>(value);
    return is_mask(value->getType()) && (select ? is_mask(select->getCondition()->getType()) : isa<BinaryOperator>(value));
}

// A vector of bits as integers of the width that is compared: without mask registers LLVM would pack the bits at each block's end.
class Registers {
  public:
    explicit Registers(Function &function) : function(function) {}

    bool give() {
        collect();
        if (masks.empty()) {
            return false;
        }
        element = IntegerType::get(function.getContext(), width());
        for (Instruction *mask : masks) {
            if (auto *phi = dyn_cast<PHINode>(mask)) {
                wide[phi] = PHINode::Create(widened(phi->getType()), phi->getNumIncomingValues(), "mask", phi->getIterator());
            }
        }
        ReversePostOrderTraversal<Function *> order(&function);
        for (BasicBlock *block : order) {
            for (Instruction &instruction : make_early_inc_range(*block)) {
                if (masks.count(&instruction) && is_logic(&instruction)) {
                    IRBuilder<> builder(&instruction);
                    wide[&instruction] = logic(builder, instruction);
                }
            }
        }
        close_phis();
        replace_uses();
        return true;
    }

  private:
    Function &function;
    SetVector<Instruction *> masks;
    Type *element = nullptr;
    std::map<Value *, Value *> wide;

    static bool crosses(const Instruction &instruction) {
        return any_of(instruction.users(), [&](const User *user) {
            return !isa<PHINode>(user) && cast<Instruction>(user)->getParent() != instruction.getParent();
        });
    }

    // Phis, masks that other blocks read, and the logic between them: %m and %n are collected, and %c is where another block reads it.
    //   %m = phi <8 x i1> [%on, %before], [%n, %loop]
    //   %c = icmp slt <8 x i32> %x, %y
    //   %n = select <8 x i1> %m, <8 x i1> %c, <8 x i1> zeroinitializer
    void collect() {
        for (Instruction &instruction : instructions(function)) {
            if (is_mask(instruction.getType()) && (isa<PHINode>(instruction) || crosses(instruction))) {
                masks.insert(&instruction);
            }
        }
        for (size_t at = 0; at < masks.size(); at++) {
            Instruction *mask = masks[at];
            for (User *user : mask->users()) {
                if (is_logic(user)) {
                    masks.insert(cast<Instruction>(user));
                }
            }
            if (!isa<PHINode>(mask) && !is_logic(mask)) {
                continue;
            }
            for (Value *operand : mask->operands()) {
                if (is_logic(operand)) {
                    masks.insert(cast<Instruction>(operand));
                }
            }
        }
    }

    // Of the widest values that are compared.
    unsigned width() const {
        unsigned most = 0;
        for (const Instruction &instruction : instructions(function)) {
            if (isa<CmpInst>(instruction) && is_mask(instruction.getType())) {
                Type *compared = instruction.getOperand(0)->getType()->getScalarType();
                most = std::max(most, compared->isPointerTy() ? 64 : compared->getScalarSizeInBits());
            }
        }
        return most < 8 ? 32 : std::min(most, 64u);
    }

    Type *widened(Type *mask) const { return FixedVectorType::get(element, cast<FixedVectorType>(mask)->getNumElements()); }

    // `sext` behind the mask, or what was made in its place.
    Value *widened(Value *mask) {
        Value *&made = wide[mask];
        if (made) {
            return made;
        }
        auto *instruction = dyn_cast<Instruction>(mask);
        BasicBlock &entry = function.getEntryBlock();
        IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
        if (instruction) {
            builder.SetInsertPoint(instruction->getParent(), std::next(instruction->getIterator()));
        }
        return made = builder.CreateSExt(mask, widened(mask->getType()));
    }

    // `select %m, %c, false` becomes `and`. A lane that is off may have poison as its condition, and `freeze` keeps that out.
    Value *logic(IRBuilder<> &builder, Instruction &mask) {
        using namespace PatternMatch;
        const auto frozen = [&](Value *value) { return isa<Constant>(value) ? widened(value) : builder.CreateFreeze(widened(value)); };
        auto *select = dyn_cast<SelectInst>(&mask);
        if (!select) {
            return builder.CreateBinOp(cast<BinaryOperator>(mask).getOpcode(), widened(mask.getOperand(0)), widened(mask.getOperand(1)));
        }
        Value *condition = widened(select->getCondition());
        if (match(select->getFalseValue(), m_Zero())) {
            return builder.CreateAnd(condition, frozen(select->getTrueValue()));
        }
        if (match(select->getTrueValue(), m_AllOnes())) {
            return builder.CreateOr(condition, frozen(select->getFalseValue()));
        }
        Value *bits = builder.CreateICmpSLT(condition, Constant::getNullValue(condition->getType()));
        return builder.CreateSelect(bits, widened(select->getTrueValue()), widened(select->getFalseValue()));
    }

    void close_phis() {
        for (Instruction *mask : masks) {
            auto *phi = dyn_cast<PHINode>(mask);
            for (unsigned at = 0; phi && at < phi->getNumIncomingValues(); at++) {
                cast<PHINode>(wide[phi])->addIncoming(widened(phi->getIncomingValue(at)), phi->getIncomingBlock(at));
            }
        }
    }

    // Other uses read `icmp slt %wide, 0`, made anew in each block.
    void replace_uses() {
        for (Instruction *mask : masks) {
            const bool is_replaced = isa<PHINode>(mask) || is_logic(mask);
            auto *from = cast<Instruction>(widened(mask));
            std::map<BasicBlock *, Value *> made;
            for (Use &use : make_early_inc_range(mask->uses())) {
                auto *user = cast<Instruction>(use.getUser());
                BasicBlock *block = user->getParent();
                const bool is_replaced_too = masks.count(user) && (isa<PHINode>(user) || is_logic(user));
                if (user == from || is_replaced_too || (!is_replaced && block == mask->getParent())) {
                    continue;
                }
                Value *&bits = made[block];
                if (!bits) {
                    const bool is_here = block == from->getParent() && !isa<PHINode>(from);
                    IRBuilder<> builder(block, is_here ? std::next(from->getIterator()) : block->getFirstInsertionPt());
                    bits = builder.CreateICmpSLT(from, Constant::getNullValue(from->getType()));
                }
                use.set(bits);
            }
        }
        for (Instruction *mask : masks) {
            if (isa<PHINode>(mask) || is_logic(mask)) {
                mask->replaceAllUsesWith(PoisonValue::get(mask->getType()));
            }
        }
        for (Instruction *mask : masks) {
            if (isa<PHINode>(mask) || is_logic(mask)) {
                mask->eraseFromParent();
            }
        }
    }
};

bool has_mask_registers(const Function &function) {
    return function.getFnAttribute("target-features").getValueAsString().contains("+avx512vl");
}

}  // namespace

// Bodies that no loop has been given, and no name of the ABI: a static function's for few iterations, where its loops have many.
static bool drop_unused(Module &module, FunctionAnalysisManager &analyses) {
    const auto is_body = [](const Function &function) { return function.hasFnAttribute(kMade) && function.hasLocalLinkage(); };
    removeFromUsedLists(module, [&](Constant *used) {
        const auto *function = dyn_cast<Function>(used->stripPointerCasts());
        return function && is_body(*function);
    });
    bool is_changed = false;
    for (bool is_stable = false; !is_stable;) {
        is_stable = true;
        for (Function &function : make_early_inc_range(module)) {
            if (is_body(function) && function.use_empty()) {
                analyses.clear(function, function.getName());
                function.eraseFromParent();
                is_stable = false;
                is_changed = true;
            }
        }
    }
    return is_changed;
}

PreservedAnalyses MasksPass::run(Module &module, ModuleAnalysisManager &analyses) {
    auto &of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    bool is_changed =
        any_of(module, [](const Function &function) { return function.hasFnAttribute(kMade); }) && drop_unused(module, of_functions);
    for (Function &function : module) {
        if (!function.isDeclaration() && function.hasFnAttribute(kMade) && !has_mask_registers(function)) {
            is_changed |= test_masks(function, of_functions.getResult<TargetIRAnalysis>(function));
            is_changed |= Registers(function).give();
        }
    }
    return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace isotope::simd
