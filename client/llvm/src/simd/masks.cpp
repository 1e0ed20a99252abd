#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>

#include "simd/functions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// A vector of bits as integers of a width that lanes have: without mask registers LLVM would pack the bits at each block's end.
class Registers {
  public:
    explicit Registers(Function &function) : function(function) {}

    bool give() {
        SmallVector<Instruction *, 16> crossing;
        for (BasicBlock &block : function) {
            for (Instruction &instruction : block) {
                if (is_mask(instruction.getType()) && (isa<PHINode>(instruction) || crosses(instruction))) {
                    crossing.push_back(&instruction);
                }
            }
        }
        for (Instruction *instruction : crossing) {
            auto *phi = dyn_cast<PHINode>(instruction);
            phi ? widen(*phi) : widen(*instruction);
        }
        return !crossing.empty();
    }

  private:
    Function &function;

    static bool is_mask(Type *type) {
        const auto *vector = dyn_cast<FixedVectorType>(type);
        return vector && vector->getElementType()->isIntegerTy(1);
    }

    static bool crosses(const Instruction &instruction) {
        return any_of(instruction.users(), [&](const User *user) {
            return !isa<PHINode>(user) && cast<Instruction>(user)->getParent() != instruction.getParent();
        });
    }

    Type *widened(Type *mask) const {
        const unsigned lanes = cast<FixedVectorType>(mask)->getNumElements();
        return FixedVectorType::get(IntegerType::get(function.getContext(), lanes <= 4 ? 64 : 32), lanes);
    }

    // Uses in other blocks read `icmp slt %wide, 0`, made anew in each block.
    void replace(Instruction &mask, Value *wide, bool also_here) {
        std::map<BasicBlock *, Value *> made;
        SmallVector<Use *, 8> uses;
        for (Use &use : mask.uses()) {
            uses.push_back(&use);
        }
        for (Use *use : uses) {
            auto *user = cast<Instruction>(use->getUser());
            auto *phi = dyn_cast<PHINode>(user);
            BasicBlock *block = phi ? phi->getIncomingBlock(*use) : user->getParent();
            if (user == wide || (!also_here && (phi || block == mask.getParent()))) {
                continue;
            }
            Value *&bits = made[block];
            if (!bits) {
                IRBuilder<> builder(block, block->getFirstInsertionPt());
                bits = builder.CreateICmpSLT(wide, Constant::getNullValue(wide->getType()));
            }
            use->set(bits);
        }
    }

    // %m = phi <8 x i1> [%a, ..] becomes %w = phi <8 x i32> [sext %a, ..], and `icmp slt %w, 0` where %m was read.
    void widen(PHINode &phi) {
        Type *type = widened(phi.getType());
        PHINode *wide = PHINode::Create(type, phi.getNumIncomingValues(), "mask", phi.getIterator());
        std::map<BasicBlock *, Value *> passed;
        for (unsigned at = 0; at < phi.getNumIncomingValues(); at++) {
            BasicBlock *block = phi.getIncomingBlock(at);
            Value *&value = passed[block];
            if (!value) {
                IRBuilder<> builder(block->getTerminator());
                value = builder.CreateSExt(phi.getIncomingValue(at), type);
            }
            wide->addIncoming(value, block);
        }
        replace(phi, wide, true);
        phi.eraseFromParent();
    }

    // %m = icmp .. read in another block: %w = sext %m here, `icmp slt %w, 0` there.
    void widen(Instruction &mask) {
        IRBuilder<> builder(mask.getNextNode());
        replace(mask, builder.CreateSExt(&mask, widened(mask.getType())), false);
    }
};

bool has_mask_registers(const Function &function) {
    return function.getFnAttribute("target-features").getValueAsString().contains("+avx512vl");
}

}  // namespace

PreservedAnalyses MasksPass::run(Module &module, ModuleAnalysisManager &) {
    bool is_changed = false;
    for (Function &function : module) {
        if (!function.isDeclaration() && function.hasFnAttribute(kMade) && !has_mask_registers(function)) {
            is_changed |= Registers(function).give();
        }
    }
    return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace isotope::simd
