#include <llvm/IR/PatternMatch.h>

#include "simd/body.h"

using namespace llvm;

namespace isotope::simd {

// Lanes of the mask whose condition has this truth value. A condition that all lanes share stays out of the mask: `%i < 256` of a counter.
//   select i1 %shared, i1 %own, i1 false       mask: select %mask, %own, false       all: %shared
Body::Lanes Body::where(Value *condition, bool truth, Value *mask) {
    using namespace PatternMatch;
    if (!isa<Constant>(condition) && shapes.is_uniform(condition)) {
        Value *all = scalar(condition);
        return {mask, truth ? all : builder.CreateNot(all)};
    }
    Value *left = nullptr, *right = nullptr;
    if (match(condition, m_Not(m_Value(left)))) {
        return where(left, !truth, mask);
    }
    if (truth ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
              : match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
        const Lanes first = where(left, truth, mask), both = where(right, truth, first.mask);
        Value *all = !first.all ? both.all : !both.all ? first.all : builder.CreateSelect(first.all, both.all, builder.getFalse());
        return {both.mask, all};
    }
    if (auto *phi = dyn_cast<PHINode>(condition)) {
        if (const std::optional<Lanes> found = where_join(*phi, truth, mask)) {
            return *found;
        }
    }
    Value *value = vector(condition);
    return {narrowed(mask, truth ? value : builder.CreateNot(value)), nullptr};
}

// Lanes of the guarded side for which %more is true, if no lane goes on by the way round:
//   %on = phi i1 [%more, %side], [false, %head]     ->     %m = select %taken, %more, false         ; in %side
//                                                          %mask = phi [%m, %side], [false, %head]
std::optional<Body::Lanes> Body::where_join(PHINode &phi, bool truth, Value *mask) {
    Block *join = phi.getParent();
    if (loops.isLoopHeader(join) || phi.getNumIncomingValues() != 2 || masks[join] != mask) {
        return std::nullopt;
    }
    Block *head = dominators.getNode(join)->getIDom()->getBlock();
    const int direct = phi.getBasicBlockIndex(head);
    Value *within = taken.lookup(head);
    if (direct < 0 || !within || !shapes.is_varying_branch(*head)) {
        return std::nullopt;
    }
    Value *round = phi.getIncomingValue((unsigned)direct);
    const auto *known = dyn_cast<ConstantInt>(round);
    if (!isa<PoisonValue>(round) && !(known && known->isOne() != truth)) {
        return std::nullopt;
    }
    Block *side = phi.getIncomingBlock(1 - (unsigned)direct);
    IRBuilderBase::InsertPointGuard keep(builder);
    builder.SetInsertPoint(blocks[side]->getTerminator());
    Lanes found = where(phi.getIncomingValue(1 - (unsigned)direct), truth, within);
    if (guards.is_flat(*head)) {
        return found;
    }
    const auto met = [&](Value *then, Value *otherwise) {
        builder.SetInsertPoint(blocks[join], blocks[join]->begin());
        PHINode *made = builder.CreatePHI(then->getType(), 2);
        made->addIncoming(then, blocks[side]);
        made->addIncoming(otherwise, blocks[head]);
        return made;
    };
    // Nobody is in the guarded side's mask where nobody enters it.
    found.mask = found.mask == within ? within : met(found.mask, off());
    found.all = found.all ? met(found.all, builder.getFalse()) : nullptr;
    return found;
}

}  // namespace isotope::simd
