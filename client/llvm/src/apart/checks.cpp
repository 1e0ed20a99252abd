#include "apart/checks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include "versions.h"

using namespace llvm;

namespace isotope::apart {

namespace {

// The bytes of an array in all iterations, as integers: [low, high), and how far it goes on in each.
struct Range {
    Value *low, *high, *step;
};

// Each access is one of its array's object in each iteration, and no object wraps around: so the first and the last iteration have the
// least and the greatest address, whatever the sign of the step. Of bytes 0 to 15 at %p, which goes on by %step in %n + 1 iterations:
//   %last = %p + %step * %n
//   [umin(%p, %last), umax(%p, %last) + 16)
Range range(Expander &expander, const Array &array, const SCEV *iterations, ScalarEvolution &evolution, Instruction *at) {
    llvm::Type *index = array.step->getType();
    Value *start = expander.expandCodeFor(array.start, array.start->getType(), at->getIterator());
    Value *step = expander.expandCodeFor(array.step, index, at->getIterator());
    Value *count = expander.expandCodeFor(evolution.getTruncateOrZeroExtend(iterations, index), index, at->getIterator());
    IRBuilder<> builder(at);
    Value *first = builder.CreatePtrToInt(start, index);
    Value *last = builder.CreateAdd(first, builder.CreateMul(step, count));
    Value *low = builder.CreateBinaryIntrinsic(Intrinsic::umin, first, last);
    Value *high = builder.CreateBinaryIntrinsic(Intrinsic::umax, first, last);
    const auto with = [&](Value *value, int64_t more) { return builder.CreateAdd(value, ConstantInt::getSigned(index, more)); };
    return {with(low, array.first()), with(high, array.end()), step};
}

// Whether rows of one array lie between those of the other, as planes of one picture do. Both go on by %step; with 8 bytes in a row of
// each, and 16 from the one to the other, they do where %step is 24 at least:
//   (%distance - 8) u< usub.sat(abs(%step), 15)       ; 8 <= distance <= step - 8
// All rows are then apart: distance + k * step is at least 8 for k >= 0, and at most -8 for k < 0.
Value *is_between(IRBuilder<> &builder, const Range &left, int64_t left_bytes, const Range &right, int64_t right_bytes) {
    llvm::Type *index = left.step->getType();
    const auto number = [&](int64_t value) { return ConstantInt::getSigned(index, value); };
    Value *size = builder.CreateBinaryIntrinsic(Intrinsic::abs, left.step, builder.getFalse());
    Value *room = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, size, number(left_bytes + right_bytes - 1));
    const auto is_behind = [&](const Range &one, const Range &other, int64_t bytes) {
        return builder.CreateICmpULT(builder.CreateSub(builder.CreateSub(other.low, one.low), number(bytes)), room);
    };
    return builder.CreateOr(is_behind(left, right, left_bytes), is_behind(right, left, right_bytes));
}

}  // namespace

bool Checks::can_check() {
    Expander expander(results.SE, layout);
    Instruction *at = loop.getLoopPreheader()->getTerminator();
    const auto is_safe = [&](const SCEV *value) { return expander.isSafeToExpandAt(value, at); };
    return is_safe(iterations()) && all_of(arrays.all, [&](const Array &array) { return is_safe(array.start) && is_safe(array.step); });
}

// `and (icmp ult %low0, %high1), (icmp ult %low1, %high0)` of each pair, joined by `or`.
Value *Checks::overlap(Instruction *at) {
    Expander expander(results.SE, layout);
    SmallVector<Range, 4> ranges;
    for (const Array &array : arrays.all) {
        ranges.push_back(range(expander, array, iterations(), results.SE, at));
    }
    IRBuilder<> builder(at);
    Value *any = nullptr;
    for (const auto &[left, right] : arrays.pairs) {
        Value *begins = builder.CreateICmpULT(ranges[left].low, ranges[right].high);
        Value *ends = builder.CreateICmpULT(ranges[right].low, ranges[left].high);
        Value *both = builder.CreateAnd(begins, ends);
        const Array &one = arrays.all[left], &other = arrays.all[right];
        if (one.step == other.step) {
            const auto bytes = [](const Array &array) { return array.end() - array.first(); };
            both = builder.CreateAnd(both, builder.CreateNot(is_between(builder, ranges[left], bytes(one), ranges[right], bytes(other))));
        }
        any = any ? builder.CreateOr(any, both) : both;
    }
    // An array that is poison here is poison in the loop, which has undefined behaviour then, but not before its first access.
    return builder.CreateFreeze(any);
}

void Checks::annotate(Loop &copy, ValueToValueMapTy &map) {
    LLVMContext &context = copy.getHeader()->getContext();
    MDBuilder metadata(context);
    MDNode *domain = metadata.createAnonymousAliasScopeDomain("isotope.apart");
    SmallVector<MDNode *, 4> scopes;
    SmallVector<SmallVector<Metadata *, 4>, 4> others(arrays.all.size());
    IRBuilder<> builder(copy.getLoopPreheader()->getTerminator());
    for (size_t at = 0; at < arrays.all.size(); at++) {
        scopes.push_back(metadata.createAnonymousAliasScope(domain));
        builder.CreateNoAliasScopeDeclaration(MDNode::get(context, scopes.back()));
    }
    for (const auto &[left, right] : arrays.pairs) {
        others[left].push_back(scopes[right]);
        others[right].push_back(scopes[left]);
    }
    for (size_t at = 0; at < arrays.all.size(); at++) {
        for (const Access &access : arrays.all[at].accesses) {
            auto *made = cast<Instruction>((Value *)map[access.instruction]);
            const auto add = [&](unsigned kind, MDNode *node) {
                made->setMetadata(kind, MDNode::concatenate(made->getMetadata(kind), node));
            };
            add(LLVMContext::MD_alias_scope, MDNode::get(context, scopes[at]));
            if (!others[at].empty()) {
                add(LLVMContext::MD_noalias, MDNode::get(context, others[at]));
            }
        }
    }
}

}  // namespace isotope::apart
