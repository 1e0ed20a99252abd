#include "memory.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/Matchers.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

#include <algorithm>

#include "versions.h"

using namespace mlir;

namespace isotope {

namespace {

constexpr unsigned kMostSteps = 16;  // of additions of constants to one index

Index of_expression(AffineExpr expression, ValueRange operands) {
    Index index;
    if (const auto constant = dyn_cast<AffineConstantExpr>(expression)) {
        index.constant = constant.getValue();
        return index;
    }
    const auto sum = dyn_cast<AffineBinaryOpExpr>(expression);
    const auto constant =
        sum && sum.getKind() == AffineExprKind::Add ? dyn_cast<AffineConstantExpr>(sum.getRHS()) : AffineConstantExpr();
    index.symbolic = constant ? sum.getLHS() : expression;
    index.constant = constant ? constant.getValue() : 0;
    index.operands.assign(operands.begin(), operands.end());
    return index;
}

Index of_value(Value value) {
    int64_t distance = 0;
    APInt number;
    for (unsigned steps = 0; steps < kMostSteps; steps++) {
        auto add = value.getDefiningOp<arith::AddIOp>();
        if (!add) {
            break;
        }
        const bool is_right = matchPattern(add.getRhs(), m_ConstantInt(&number));
        if (!is_right && !matchPattern(add.getLhs(), m_ConstantInt(&number))) {
            break;
        }
        if (number.getSignificantBits() > 32) {
            break;
        }
        distance += number.getSExtValue();
        value = is_right ? add.getLhs() : add.getRhs();
    }
    Index index;
    if (matchPattern(value, m_ConstantInt(&number)) && number.getSignificantBits() <= 32) {
        index.constant = number.getSExtValue();
    } else if (auto apply = value.getDefiningOp<affine::AffineApplyOp>()) {
        index = of_expression(apply.getAffineMap().getResult(0), apply.getMapOperands());
    } else {
        index.symbolic = getAffineDimExpr(0, value.getContext());
        index.operands = {value};
    }
    index.constant += distance;
    return index;
}

bool is_plain_read(vector::TransferReadOp read) {
    return !read.getMask() && read.getPermutationMap().isMinorIdentity() && llvm::all_of(in_bounds(read), [](bool is) { return is; });
}

// Whether an operation may write to memory, as far as it says.
bool may_write(Operation *operation) {
    if (isMemoryEffectFree(operation)) {
        return false;
    }
    auto effects = dyn_cast<MemoryEffectOpInterface>(operation);
    if (!effects || operation->getNumRegions() > 0) {
        return true;
    }
    SmallVector<MemoryEffects::EffectInstance> all;
    effects.getEffects(all);
    return llvm::any_of(all, [](const auto &effect) { return !isa<MemoryEffects::Read>(effect.getEffect()); });
}

}  // namespace

bool Access::is_beside(const Access &other) const {
    if (memref != other.memref || indices.size() != other.indices.size()) {
        return false;
    }
    for (size_t i = 0; i < indices.size(); i++) {
        const bool is_last = i + 1 == indices.size();
        if (indices[i].symbolic != other.indices[i].symbolic || indices[i].operands != other.indices[i].operands ||
            (!is_last && indices[i].constant != other.indices[i].constant)) {
            return false;
        }
    }
    return true;
}

std::optional<Access> access_of(Operation *load) {
    Access access;
    const auto vector = load->getNumResults() == 1 ? dyn_cast<VectorType>(load->getResult(0).getType()) : VectorType();
    if (!vector || vector.getRank() != 1 || vector.isScalable()) {
        return {};
    }
    access.lanes = vector.getNumElements();
    ValueRange indices;
    if (auto plain = dyn_cast<vector::LoadOp>(load)) {
        access.memref = plain.getBase();
        indices = plain.getIndices();
    } else if (auto read = dyn_cast<vector::TransferReadOp>(load)) {
        if (!is_plain_read(read)) {
            return {};
        }
        access.memref = source(read);
        indices = read.getIndices();
    } else if (auto affine = dyn_cast<affine::AffineVectorLoadOp>(load)) {
        access.memref = affine.getMemRef();
        for (AffineExpr expression : affine.getAffineMap().getResults()) {
            access.indices.push_back(of_expression(expression, affine.getMapOperands()));
        }
    } else {
        return {};
    }
    for (Value index : indices) {
        access.indices.push_back(of_value(index));
    }
    const auto memref = dyn_cast<MemRefType>(access.memref.getType());
    // Memory of vectors has no elements that another load could read by themselves.
    if (!memref || memref.getElementType() != vector.getElementType() || access.indices.empty()) {
        return {};
    }
    return access;
}

namespace {

// The same load from `distance` elements further on, of another vector.
Value moved(Operation *load, int64_t distance, VectorType type, OpBuilder &builder) {
    Operation *made = builder.clone(*load);
    made->getResult(0).setType(type);
    if (auto affine = dyn_cast<affine::AffineVectorLoadOp>(made)) {
        const AffineMap map = affine.getAffineMap();
        SmallVector<AffineExpr> results(map.getResults());
        results.back() = results.back() + distance;
        const AffineMap further = AffineMap::get(map.getNumDims(), map.getNumSymbols(), results, map.getContext());
        made->setAttr(affine::AffineVectorLoadOp::getMapAttrStrName(), AffineMapAttr::get(further));
        return made->getResult(0);
    }
    if (distance != 0) {
        const bool is_read = isa<vector::TransferReadOp>(made);
        // The indices follow the memref.
        const unsigned last = (is_read ? cast<vector::TransferReadOp>(made).getIndices().size()
                                       : cast<vector::LoadOp>(made).getIndices().size());
        builder.setInsertionPoint(made);
        const Value constant = builder.create<arith::ConstantIndexOp>(made->getLoc(), distance);
        made->setOperand(last, builder.create<arith::AddIOp>(made->getLoc(), made->getOperand(last), constant));
    }
    return made->getResult(0);
}

}  // namespace

Value load(const Buffer &buffer, int64_t offset, int64_t lanes, std::string *why) {
    std::vector<const Buffer::Piece *> pieces;
    for (const Buffer::Piece &piece : buffer.pieces) {
        if (piece.offset < offset + lanes && piece.offset + piece.lanes > offset) {
            pieces.push_back(&piece);
        }
    }
    Block *block = pieces.empty() ? nullptr : pieces[0]->load->getBlock();
    if (!block || llvm::any_of(pieces, [&](const auto *piece) { return piece->load->getBlock() != block; })) {
        *why = "loads that it joins are in several blocks";
        return {};
    }
    const auto is_before = [](const auto *a, const auto *b) { return a->load->isBeforeInBlock(b->load); };
    const auto [first, last] = std::minmax_element(pieces.begin(), pieces.end(), is_before);
    for (Operation *between = (*first)->load; between != (*last)->load; between = between->getNextNode()) {
        if (may_write(between)) {
            *why = "memory that it loads may be written between loads that it joins";
            return {};
        }
    }
    Operation *like = (*last)->load;
    OpBuilder builder(like->getContext());
    builder.setInsertionPointAfter(like);
    const auto type = VectorType::get({lanes}, cast<VectorType>(like->getResult(0).getType()).getElementType());
    return moved(like, offset - (*last)->offset, type, builder);
}

}  // namespace isotope
