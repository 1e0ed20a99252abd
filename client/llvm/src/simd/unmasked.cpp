#include "simd/unmasked.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "versions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

struct Access {
    IntrinsicInst *call;
    Value *mask, *at;
    Align align;
    Type *type;
    bool is_store;
};

// A store, or a load that has no instruction with a mask: LLVM writes a branch for each of its lanes.
//   call void @llvm.masked.store(<8 x i32> %v, ptr %p, <8 x i1> %mask)
std::optional<Access> read(Instruction &instruction, const TargetTransformInfo &costs) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    const Intrinsic::ID id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
    if (id != Intrinsic::masked_store && id != Intrinsic::masked_load) {
        return std::nullopt;
    }
    const bool is_store = id == Intrinsic::masked_store;
    const MaskedOperands operands = masked_operands(*call);
    Type *type = is_store ? call->getArgOperand(0)->getType() : call->getType();
    Value *mask = call->getArgOperand(operands.mask);
    if (isa<Constant>(mask) || (!is_store && is_legal_masked_load(costs, type, operands.align))) {
        return std::nullopt;
    }
    return Access{call, mask, call->getArgOperand(operands.address), operands.align, type, is_store};
}

// The accesses behind this one that can take the same branch: stores with its mask, and nothing between that reads or writes memory.
//   call void @llvm.masked.store(%v, %p, %mask)
//   %w = add <8 x i32> %v, %x
//   call void @llvm.masked.store(%w, %q, %mask)
SmallVector<Access, 4> run_from(Access first, const TargetTransformInfo &costs) {
    SmallVector<Access, 4> run = {first};
    if (!first.is_store) {
        return run;
    }
    for (Instruction *next = first.call->getNextNode(); next; next = next->getNextNode()) {
        const std::optional<Access> access = read(*next, costs);
        if (access && access->is_store && access->mask == first.mask) {
            run.push_back(*access);
        } else if (next->mayReadOrWriteMemory()) {
            break;
        }
    }
    return run;
}

// call masked.store(%v, %p, %mask)   ->   %all = icmp eq i8 (bitcast <8 x i1> %mask to i8), -1
//                                         br i1 %all, %plain, %masked
//                                       plain:
//                                         store %v, %p
//                                       masked:
//                                         call masked.store(%v, %p, %mask)
void test(const SmallVectorImpl<Access> &run) {
    Instruction *last = run.back().call;
    IRBuilder<> builder(last);
    const unsigned lanes = cast<FixedVectorType>(run.front().mask->getType())->getNumElements();
    Value *bits = builder.CreateBitCast(run.front().mask, builder.getIntNTy(lanes));
    Value *all = builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
    Instruction *plain = nullptr, *masked = nullptr;
    SplitBlockAndInsertIfThenElse(all, last, &plain, &masked);
    for (const Access &access : run) {
        IntrinsicInst *call = access.call;
        builder.SetInsertPoint(plain);
        if (access.is_store) {
            builder.CreateAlignedStore(call->getArgOperand(0), access.at, access.align)->copyMetadata(*call);
        } else {
            LoadInst *loaded = builder.CreateAlignedLoad(access.type, access.at, access.align);
            loaded->copyMetadata(*call);
            builder.SetInsertPoint(call->getParent(), call->getParent()->getFirstNonPHIIt());
            PHINode *value = builder.CreatePHI(access.type, 2);
            call->replaceAllUsesWith(value);
            value->addIncoming(loaded, plain->getParent());
            value->addIncoming(call, masked->getParent());
        }
        call->moveBefore(*masked->getParent(), masked->getIterator());
    }
}

}  // namespace

bool test_masks(Function &function, const TargetTransformInfo &costs) {
    SmallVector<SmallVector<Access, 4>, 8> runs;
    for (BasicBlock &block : function) {
        for (Instruction *next = &block.front(); next; next = next->getNextNode()) {
            if (const std::optional<Access> access = read(*next, costs)) {
                runs.push_back(run_from(*access, costs));
                next = runs.back().back().call;
            }
        }
    }
    for (const auto &run : runs) {
        test(run);
    }
    return !runs.empty();
}

}  // namespace isotope::simd
