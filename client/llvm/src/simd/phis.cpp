#include <llvm/IR/CFG.h>

#include "simd/body.h"

using namespace llvm;

namespace isotope::simd {

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
            auto *other = dyn_cast<Instruction>(phi.getIncomingValue(1 - at));
            if (isa<PoisonValue>(phi.getIncomingValue(at)) && (!other || dominators.dominates(other, &phi))) {
                scalars[&phi] = scalar(phi.getIncomingValue(1 - at));
                return;
            }
        }
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
// guard needs no select.
void Body::write_join(PHINode &phi, Block *head) {
    const int direct = phi.getBasicBlockIndex(head);
    Value *mask = taken.lookup(head);
    if (phi.getNumIncomingValues() != 2 || direct < 0 || !mask) {
        vectors[&phi] = refuse(phi, "a join has more than two ways", variant.widened(phi.getType()));
        return;
    }
    Block *side = phi.getIncomingBlock(1 - (unsigned)direct);
    PHINode *copy = PHINode::Create(variant.widened(phi.getType()), 2, phi.getName(), blocks[phi.getParent()]);
    vectors[&phi] = copy;
    IRBuilderBase::InsertPointGuard keep(builder);
    builder.SetInsertPoint(blocks[head]->getTerminator());
    Value *otherwise = vector(phi.getIncomingValue((unsigned)direct));
    builder.SetInsertPoint(blocks[side]->getTerminator());
    Value *then = vector(phi.getIncomingValue(1 - (unsigned)direct));
    copy->addIncoming(then == otherwise ? then : builder.CreateSelect(mask, then, otherwise), blocks[side]);
    copy->addIncoming(otherwise, blocks[head]);
}

// Keeps what each lane has when it leaves a loop until the last one leaves: in the header `%kept = phi [poison, before], [%next, latch]`,
// in the latch `%next = select mask, value, %kept`. It is needed where the loop's result differs by lane or by turn.
Value *Body::collected(PHINode &phi, const Loop &loop) {
    Value *value = phi.getIncomingValue(0);
    Block *latch = loop.getLoopLatch();
    Type *type = variant.widened(phi.getType());
    if (phi.getIncomingBlock(0) != latch || loops.getLoopFor(latch) != &loop) {
        return refuse(phi, "a loop is left from within another", type);
    }
    IRBuilderBase::InsertPointGuard keep(builder);
    Block *header = blocks[loop.getHeader()];
    PHINode *kept = PHINode::Create(type, 2, "kept");
    kept->insertInto(header, header->begin());
    builder.SetInsertPoint(blocks[latch]->getTerminator());
    Value *next = builder.CreateSelect(masks[latch] ? masks[latch] : on(), vector(value), kept);
    kept->addIncoming(PoisonValue::get(type), blocks[loop.getLoopPreheader()]);
    kept->addIncoming(next, blocks[latch]);
    return next;
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
