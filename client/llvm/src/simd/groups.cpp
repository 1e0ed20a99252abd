#include "simd/groups.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "versions.h"

using namespace llvm;

namespace isotope::simd {

//     count to last >= 7 ? whole : rest
//     whole: body(i); left = last - i; left == 7 ? done : next
//     next:  i += 8; left - 8 >= 7 ? whole : rest
//     rest:  masked body(i, <0 .. 7> <= left)
void Groups::write(Function *whole, Function *rest) {
    BasicBlock *before = iteration.loop->getLoopPreheader(), *exit = iteration.exit;
    Expander expander(evolution, before->getDataLayout());
    Instruction *end = before->getTerminator();
    Value *last = expander.expandCodeFor(iteration.last, iteration.last->getType(), end->getIterator());
    SmallVector<Value *, 4> results;
    for (const Iteration::Result &result : iteration.results) {
        results.push_back(expander.expandCodeFor(result.value, result.phi->getType(), end->getIterator()));
    }
    Function *caller = before->getParent();
    const auto block = [&](const char *name) { return BasicBlock::Create(caller->getContext(), name, caller, exit); };
    BasicBlock *groups = whole ? block("simd.whole") : nullptr, *next = whole ? block("simd.next") : nullptr;
    BasicBlock *others = rest ? block("simd.rest") : nullptr, *done = block("simd.done");
    State state{last, {}};
    for (const Iteration::Counter &counter : iteration.counters) {
        state.counters.push_back(counter.phi->getIncomingValueForBlock(before));
    }
    Value *most = ConstantInt::get(last->getType(), lanes - 1);
    builder.SetInsertPoint(end);
    builder.SetCurrentDebugLocation(iteration.loop->getStartLoc());
    BasicBlock *first = groups ? groups : others, *otherwise = others ? others : done;
    first == otherwise ? builder.CreateBr(first) : builder.CreateCondBr(builder.CreateICmpUGE(last, most), first, otherwise);
    end->eraseFromParent();
    State following{};
    if (groups) {
        builder.SetInsertPoint(groups);
        const State now = met(state, before);
        call(*whole, now, nullptr);
        builder.CreateCondBr(builder.CreateICmpEQ(now.left, most), done, next);
        builder.SetInsertPoint(next);
        following = moved(now);
        builder.CreateCondBr(builder.CreateICmpUGE(following.left, most), groups, otherwise == done ? groups : otherwise);
        close(now, following, next);
    }
    if (others) {
        builder.SetInsertPoint(others);
        const State now = met(state, before);
        if (next) {
            close(now, following, next);
        }
        call(*rest, now, builder.CreateICmpULE(numbers(last->getType()), builder.CreateVectorSplat(lanes, now.left)));
        builder.CreateBr(done);
    }
    builder.SetInsertPoint(done);
    builder.CreateBr(exit);
    leave(results, done);
}

std::optional<uint64_t> Groups::known() const {
    const auto *constant = dyn_cast<SCEVConstant>(iteration.last);
    return constant ? std::optional<uint64_t>(constant->getAPInt().getZExtValue()) : std::nullopt;
}

Groups::State Groups::met(const State &state, BasicBlock *from) {
    const auto phi = [&](Value *value) {
        PHINode *made = builder.CreatePHI(value->getType(), 2);
        made->addIncoming(value, from);
        return made;
    };
    State made{phi(state.left), {}};
    for (Value *counter : state.counters) {
        made.counters.push_back(phi(counter));
    }
    return made;
}

void Groups::close(const State &phis, const State &state, BasicBlock *from) {
    cast<PHINode>(phis.left)->addIncoming(state.left, from);
    for (size_t at = 0; at < phis.counters.size(); at++) {
        cast<PHINode>(phis.counters[at])->addIncoming(state.counters[at], from);
    }
}

// Counters and what is left, a group of 8 further: %left - 8, and %i + 8 of a counter that goes on by 1.
Groups::State Groups::moved(const State &state) {
    State made{builder.CreateSub(state.left, ConstantInt::get(state.left->getType(), lanes)), {}};
    for (size_t at = 0; at < state.counters.size(); at++) {
        Value *counter = state.counters[at];
        llvm::Type *type = counter->getType();
        Constant *by = ConstantInt::get(type->isPointerTy() ? builder.getInt64Ty() : type,
                                        (uint64_t)(iteration.counters[at].step * (int64_t)lanes), true);
        made.counters.push_back(type->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), counter, by) : builder.CreateAdd(counter, by));
    }
    return made;
}

Constant *Groups::numbers(llvm::Type *type) const {
    SmallVector<Constant *, 16> all;
    for (unsigned lane = 0; lane < lanes; lane++) {
        all.push_back(ConstantInt::get(type, lane));
    }
    return ConstantVector::get(all);
}

// call @f.loop.simd.M8l1u(%i, %shared, <8 x i1> %mask). A counter that may wrap around is a vector: add (splat %i), <0, 1, .., 7>.
void Groups::call(Function &body, const State &state, Value *mask) {
    SmallVector<Value *, 16> arguments(state.counters.begin(), state.counters.end());
    for (size_t at = 0; at < arguments.size(); at++) {
        if (const Iteration::Counter &counter = iteration.counters[at]; !counter.is_linear) {
            Constant *steps = numbers(arguments[at]->getType());
            Value *by = builder.CreateMul(steps, ConstantInt::get(steps->getType(), (uint64_t)counter.step, true));
            arguments[at] = builder.CreateAdd(builder.CreateVectorSplat(lanes, arguments[at]), by);
        }
    }
    arguments.append(iteration.shared.begin(), iteration.shared.end());
    if (mask) {
        arguments.push_back(mask);
    }
    builder.CreateCall(&body, arguments);
}

// The loop goes. Code behind it reads a value from before it:
//   %end = phi i64 [%i.next, %latch]     ->     %end = phi i64 [%n, %simd.done]
void Groups::leave(ArrayRef<Value *> results, BasicBlock *done) {
    BasicBlock *latch = iteration.loop->getLoopLatch();
    for (size_t at = 0; at < results.size(); at++) {
        iteration.results[at].phi->setIncomingValueForBlock(latch, results[at]);
    }
    for (PHINode &phi : iteration.exit->phis()) {
        phi.replaceIncomingBlockWith(latch, done);
    }
    SmallVector<BasicBlock *, 16> blocks(iteration.loop->blocks());
    latch->getTerminator()->eraseFromParent();
    new UnreachableInst(latch->getContext(), latch);
    DeleteDeadBlocks(blocks);
}

}  // namespace isotope::simd
