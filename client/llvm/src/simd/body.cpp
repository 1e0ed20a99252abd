#include "simd/body.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>

#include "bounds.h"

using namespace llvm;

namespace isotope::simd {

Body::Body(Function &structured, Function &vector, const Variant &variant, FunctionAnalysisManager &analyses)
    : from(structured),
      to(vector),
      variant(variant),
      dominators(analyses.getResult<DominatorTreeAnalysis>(structured)),
      loops(analyses.getResult<LoopAnalysis>(structured)),
      shapes(structured, variant, analyses),
      layout(structured.getParent()->getDataLayout()),
      builder(structured.getContext()),
      guards(structured, shapes, variant, analyses) {}

std::optional<Refusal> Body::write() {
    if (from.size() > kMostSimdBlocks) {
        return Refusal{"its structured form has more than " + std::to_string(kMostSimdBlocks) + " blocks", DebugLoc()};
    }
    enter();
    ReversePostOrderTraversal<Function *> order(&from);
    for (Block *block : order) {
        blocks[block] = Block::Create(from.getContext(), block->getName(), &to);
    }
    builder.CreateBr(blocks[&from.getEntryBlock()]);
    if (variant.is_masked) {
        // A call without a lane computes nothing: `br (or of mask), body, none`.
        Block *none = Block::Create(from.getContext(), "none", &to);
        Instruction *end = to.getEntryBlock().getTerminator();
        builder.SetInsertPoint(end);
        builder.CreateCondBr(any(masks[&from.getEntryBlock()]), blocks[&from.getEntryBlock()], none);
        end->eraseFromParent();
        builder.SetInsertPoint(none);
        Type *result = to.getReturnType();
        result->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(PoisonValue::get(result));
    }
    for (Block *block : order) {
        write_block(*block);
        if (refusal) {
            return refusal;
        }
    }
    close_headers();
    return refusal;
}

void Body::enter() {
    builder.SetInsertPoint(Block::Create(from.getContext(), "entry", &to));
    for (Argument &argument : from.args()) {
        Argument *given = to.getArg(argument.getArgNo());
        given->setName(argument.getName());
        (shapes.step(&argument) ? scalars : vectors)[&argument] = given;
    }
    masks[&from.getEntryBlock()] = nullptr;
    if (variant.is_masked) {
        Argument *mask = to.getArg((unsigned)from.arg_size());
        mask->setName("mask");
        masks[&from.getEntryBlock()] = mask;
    }
}

Value *Body::refuse(const Instruction &at, const std::string &why, Type *type) {
    if (!refusal) {
        refusal = Refusal{why, at.getDebugLoc()};
    }
    return type ? PoisonValue::get(type) : nullptr;
}

Value *Body::off() const {
    return ConstantInt::getFalse(variant.widened(Type::getInt1Ty(from.getContext())));
}

Value *Body::on() const {
    return ConstantInt::getTrue(variant.widened(Type::getInt1Ty(from.getContext())));
}

// A lane that is off may have a poison condition: `select mask, condition, false`, where `and` would be poison.
Value *Body::narrowed(Value *mask, Value *condition) {
    return mask ? builder.CreateSelect(mask, condition, off()) : condition;
}

Value *Body::any(Value *mask) {
    return builder.CreateOrReduce(mask);
}

Value *Body::scalar(Value *value) {
    if (isa<Constant>(value)) {
        return value;
    }
    Value *found = scalars.lookup(value);
    if (!found) {
        return refuse(from.getEntryBlock().front(), "lanes differ in a value that has to be one", value->getType());
    }
    return found;
}

Value *Body::splat(Value *value) {
    return builder.CreateVectorSplat(variant.lanes, value);
}

// %x uniform: %x in all lanes. %x with step s: `add (splat %x), <0, s, 2s, ..>`, for a pointer `getelementptr i8, %x, <0, s, ..>`.
Value *Body::vector(Value *value) {
    if (auto *constant = dyn_cast<Constant>(value)) {
        return isa<PoisonValue>(constant) ? PoisonValue::get(variant.widened(constant->getType())) : splat(constant);
    }
    if (Value *found = vectors.lookup(value)) {
        return found;
    }
    const std::optional<int64_t> step = shapes.step(value);
    if (!step) {
        return refuse(from.getEntryBlock().front(), "a value is used before lanes have it", variant.widened(value->getType()));
    }
    Value *first = scalar(value);
    if (*step == 0) {
        return splat(first);
    }
    const bool is_pointer = value->getType()->isPointerTy();
    Type *integer = is_pointer ? builder.getInt64Ty() : value->getType();
    SmallVector<Constant *, 16> steps;
    for (unsigned lane = 0; lane < variant.lanes; lane++) {
        steps.push_back(ConstantInt::get(integer, (uint64_t)*step * lane, true));
    }
    Constant *all = ConstantVector::get(steps);
    return is_pointer ? builder.CreateGEP(builder.getInt8Ty(), splat(first), all) : builder.CreateAdd(splat(first), all);
}

void Body::write_block(Block &block) {
    builder.SetInsertPoint(blocks[&block]);
    if (&block != &from.getEntryBlock()) {
        masks[&block] = mask_of(block);
    }
    for (Instruction &instruction : block) {
        if (refusal) {
            return;
        }
        if (auto *phi = dyn_cast<PHINode>(&instruction)) {
            write_phi(*phi);
        } else if (!instruction.isTerminator()) {
            write_operation(instruction);
        }
    }
    write_end(block);
}

// The loop that this edge leaves, the outermost.
const Loop *Body::left_by(const Block *block, const Block *successor) const {
    const Loop *loop = loops.getLoopFor(block);
    if (!loop || loop->contains(successor)) {
        return nullptr;
    }
    while (loop->getParentLoop() && !loop->getParentLoop()->contains(successor)) {
        loop = loop->getParentLoop();
    }
    return loop;
}

// Header of a loop that lanes leave one by one: `phi [mask before, preheader], [mask and latch's condition, latch]`. Guarded side: what its
// branch says. Behind a loop: the mask before it. Elsewhere: the mask of the block above in the tree of dominators.
Value *Body::mask_of(Block &block) {
    Block *above = dominators.getNode(&block)->getIDom()->getBlock();
    const Loop *loop = loops.getLoopFor(&block);
    if (loop && loop->getHeader() == &block) {
        Block *before = loop->getLoopPreheader(), *latch = loop->getLoopLatch();
        if (!before || !latch) {
            return refuse(block.front(), "a loop has no single way in or no single way round", on()->getType());
        }
        if (!shapes.is_varying_branch(*latch)) {
            return masks[before];
        }
        PHINode *phi = PHINode::Create(on()->getType(), 2, "live", blocks[&block]);
        phi->addIncoming(masks[before] ? masks[before] : on(), blocks[before]);
        live[loop] = phi;
        return phi;
    }
    const Block *only = block.getSinglePredecessor();
    if (only) {
        if (const Loop *left = left_by(only, &block); left && left->getLoopPreheader()) {
            return masks[left->getLoopPreheader()];
        }
        if (Value *found = taken.lookup(only); found && shapes.is_varying_branch(*only)) {
            return found;
        }
    }
    return masks[above];
}

// ret float %r     ->     ret <8 x float> %r
void Body::write_end(Block &block) {
    Instruction *end = block.getTerminator();
    if (auto *result = dyn_cast<ReturnInst>(end)) {
        result->getReturnValue() ? builder.CreateRet(vector(result->getReturnValue())) : builder.CreateRetVoid();
        return;
    }
    auto *branch = dyn_cast<BranchInst>(end);
    if (!branch) {
        refuse(*end, std::string("it ends with ") + end->getOpcodeName());
    } else if (branch->isUnconditional()) {
        builder.CreateBr(blocks[branch->getSuccessor(0)]);
    } else if (!shapes.is_varying_branch(block)) {
        builder.CreateCondBr(scalar(branch->getCondition()), blocks[branch->getSuccessor(0)], blocks[branch->getSuccessor(1)]);
    } else {
        write_branch(block, *branch);
    }
}

// `br %c, then, join` becomes `br (or of (select mask, %c, false)), then, join`, or `br then` where that costs less.
void Body::write_branch(Block &block, BranchInst &branch) {
    Block *yes = branch.getSuccessor(0), *no = branch.getSuccessor(1);
    const Loop *loop = loops.getLoopFor(&block);
    const bool is_latch = loop && loop->getLoopLatch() == &block;
    if (loop && !is_latch && (!loop->contains(yes) || !loop->contains(no))) {
        refuse(branch, "a loop is left from within");
        return;
    }
    // A latch goes on where its header is; a head guards the side that nothing else leads to.
    const bool is_on_true = is_latch ? yes == loop->getHeader() : yes->getSinglePredecessor() == &block;
    Block *side = is_on_true ? yes : no, *other = is_on_true ? no : yes;
    if (is_latch ? !live.count(loop) || loop->contains(other) : side->getSinglePredecessor() != &block || other->getSinglePredecessor()) {
        refuse(branch, "a branch is no triangle");
        return;
    }
    if (is_latch) {
        // The lanes that are live in the next iteration leave out what all share: it is tested once, as a scalar.
        const Lanes on = where(branch.getCondition(), is_on_true, masks[&block]);
        Value *mask = on.mask ? on.mask : this->on();
        live[loop]->addIncoming(mask, blocks[&block]);
        latches[loop] = on;
        Value *some = any(mask);
        if (on.all) {
            // Without a lane, what all share may be poison; where it is false, the rest of a lane's condition may.
            some = builder.CreateSelect(builder.CreateFreeze(some), on.all, builder.getFalse());
        }
        builder.CreateCondBr(some, blocks[side], blocks[other]);
        return;
    }
    Value *condition = vector(branch.getCondition());
    Value *mask = narrowed(masks[&block], is_on_true ? condition : builder.CreateNot(condition));
    taken[&block] = mask;
    if (guards.is_flat(block)) {
        builder.CreateBr(blocks[side]);
    } else {
        builder.CreateCondBr(any(mask), blocks[side], blocks[other]);
    }
}

}  // namespace isotope::simd
