#include <llvm/IR/CFG.h>

#include "simd/body.h"

using namespace llvm;

namespace isotope::simd {

// A loop's header keeps its phi, of vectors where lanes differ. A join or a loop's exit gets selects (write_join, collected).
//   %s = phi i32 [0, %before], [%t, %loop]     ->     %s = phi <8 x i32> [zeroinitializer, %before], [%t, %loop]
void Body::write_phi(PHINode &phi) {
    Block *block = phi.getParent();
    const bool is_uniform = shapes.is_uniform(&phi);
    auto &made = is_uniform ? scalars : vectors;
    Type *type = is_uniform ? phi.getType() : variant.widened(phi.getType());
    if (loops.isLoopHeader(block)) {
        PHINode *copy = PHINode::Create(type, 2, phi.getName(), blocks[block]);
        made[&phi] = copy;
        headers.push_back({&phi, copy});
        return;
    }
    if (phi.getNumIncomingValues() == 1) {
        const Loop *left = left_by(phi.getIncomingBlock(0), block);
        const auto *within = dyn_cast<Instruction>(phi.getIncomingValue(0));
        if (left && within && left->contains(within) && live.count(left)) {
            vectors[&phi] = collected(phi, *left);
        } else {
            made[&phi] = is_uniform ? scalar(phi.getIncomingValue(0)) : vector(phi.getIncomingValue(0));
        }
        return;
    }
    Block *head = dominators.getNode(block)->getIDom()->getBlock();
    if (shapes.is_varying_branch(*head) && !is_uniform) {
        write_join(phi, head);
        return;
    }
    if (is_uniform) {
        // Poison counts as equal to everything. Where lanes go round the guard, the value must be the other one.
        for (unsigned at = 0; at < 2 && phi.getNumIncomingValues() == 2; at++) {
            Value *other = phi.getIncomingValue(1 - at);
            const auto *made_at = dyn_cast<Instruction>(other);
            if ((isa<PoisonValue>(phi.getIncomingValue(at)) || other == phi.getIncomingValue(at)) &&
                (!made_at || guards.is_flat(*head) || dominators.dominates(made_at, &phi))) {
                scalars[&phi] = scalar(other);
                return;
            }
        }
    }
    if (guards.is_flat(*head)) {
        made[&phi] = refuse(phi, "a join has more than two ways", type);
        return;
    }
    PHINode *copy = PHINode::Create(type, phi.getNumIncomingValues(), phi.getName(), blocks[block]);
    made[&phi] = copy;
    IRBuilderBase::InsertPointGuard keep(builder);
    for (unsigned at = 0; at < phi.getNumIncomingValues(); at++) {
        Block *way = blocks[phi.getIncomingBlock(at)];
        builder.SetInsertPoint(way->getTerminator());
        copy->addIncoming(is_uniform ? scalar(phi.getIncomingValue(at)) : vector(phi.getIncomingValue(at)), way);
    }
}

// phi [%a, side], [%b, head]: on the guarded side's end `%c = select taken, %a, %b`, then phi [%c, side], [%b, head]: the way round the
// guard needs no select. Where there is no way round, the select is all.
void Body::write_join(PHINode &phi, Block *head) {
    const int direct = phi.getBasicBlockIndex(head);
    Value *mask = taken.lookup(head);
    if (phi.getNumIncomingValues() != 2 || direct < 0 || !mask) {
        vectors[&phi] = refuse(phi, "a join has more than two ways", variant.widened(phi.getType()));
        return;
    }
    Block *side = phi.getIncomingBlock(1 - (unsigned)direct);
    const bool is_flat = guards.is_flat(*head);
    IRBuilderBase::InsertPointGuard keep(builder);
    builder.SetInsertPoint(blocks[head]->getTerminator());
    Value *otherwise = vector(phi.getIncomingValue((unsigned)direct));
    builder.SetInsertPoint(blocks[side]->getTerminator());
    Value *then = vector(phi.getIncomingValue(1 - (unsigned)direct));
    // Nothing reads what is poison in the scalar function: any value does.
    Value *met = isa<PoisonValue>(otherwise) || then == otherwise ? then
                 : isa<PoisonValue>(then)                         ? otherwise
                                                                  : builder.CreateSelect(mask, then, otherwise);
    if (is_flat || met == otherwise) {
        vectors[&phi] = met;
        return;
    }
    PHINode *copy = PHINode::Create(variant.widened(phi.getType()), 2, phi.getName(), blocks[phi.getParent()]);
    copy->addIncoming(met, blocks[side]);
    copy->addIncoming(otherwise, blocks[head]);
    vectors[&phi] = copy;
}

// Keeps what each lane has when it leaves a loop until the last one leaves: in the header `%kept = phi [poison, before], [%next, latch]`,
// in the latch `%next = select mask, value, %kept`. It is needed where the loop's result differs by lane or by iteration.
Value *Body::collected(PHINode &phi, const Loop &loop) {
    Value *value = phi.getIncomingValue(0);
    Block *latch = loop.getLoopLatch();
    Type *type = variant.widened(phi.getType());
    if (phi.getIncomingBlock(0) != latch || loops.getLoopFor(latch) != &loop) {
        return refuse(phi, "a loop is left from within another", type);
    }
    // Lanes that leave when all do are served behind the loop: `%c = select left, last, %next`.
    const Lanes left = latches.lookup(&loop);
    const std::optional<Parted> parted = left.all ? parted_by(value, left.mask) : std::nullopt;
    IRBuilderBase::InsertPointGuard keep(builder);
    Block *header = blocks[loop.getHeader()];
    PHINode *kept = PHINode::Create(type, 2, "kept");
    kept->insertInto(header, header->begin());
    builder.SetInsertPoint(blocks[latch]->getTerminator());
    Value *now = parted ? parted->others : vector(value);
    Value *next = isa<PoisonValue>(now) ? kept : builder.CreateSelect(masks[latch] ? masks[latch] : on(), now, kept);
    kept->addIncoming(PoisonValue::get(type), blocks[loop.getLoopPreheader()]);
    kept->addIncoming(next, blocks[latch]);
    if (!parted) {
        return next;
    }
    builder.SetInsertPoint(blocks[phi.getParent()]);
    return builder.CreateSelect(left.mask, parted->last, next);
}

// A value that flat guards join, one within the other, where the innermost of them has this mask:
//   %v = phi i32 [%a, %side], [%b, %head]       last: %a as a vector, others: %b, where %side is entered with the mask
std::optional<Body::Parted> Body::parted_by(Value *value, Value *mask) {
    auto *phi = dyn_cast<PHINode>(value);
    Block *head = phi ? dominators.getNode(phi->getParent())->getIDom()->getBlock() : nullptr;
    const int direct = phi ? phi->getBasicBlockIndex(head) : -1;
    if (direct < 0 || phi->getNumIncomingValues() != 2 || !guards.is_flat(*head) || !taken.lookup(head)) {
        return std::nullopt;
    }
    Value *within = phi->getIncomingValue(1 - (unsigned)direct);
    IRBuilderBase::InsertPointGuard keep(builder);
    builder.SetInsertPoint(blocks[phi->getParent()]->getTerminator());
    Value *otherwise = vector(phi->getIncomingValue((unsigned)direct));
    if (taken.lookup(head) == mask) {
        return Parted{vector(within), otherwise};
    }
    std::optional<Parted> found = parted_by(within, mask);
    if (found && !isa<PoisonValue>(otherwise)) {
        const bool is_unread = isa<PoisonValue>(found->others);
        found->others = is_unread ? otherwise : builder.CreateSelect(taken.lookup(head), found->others, otherwise);
    }
    return found;
}

void Body::close_headers() {
    for (const auto &[phi, copy] : headers) {
        for (unsigned at = 0; at < phi->getNumIncomingValues(); at++) {
            Block *way = blocks[phi->getIncomingBlock(at)];
            builder.SetInsertPoint(way->getTerminator());
            Value *value = phi->getIncomingValue(at);
            copy->addIncoming(copy->getType()->isVectorTy() ? vector(value) : scalar(value), way);
        }
    }
}

}  // namespace isotope::simd
