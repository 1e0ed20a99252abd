#include "operations.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/Matchers.h>
#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace isotope {

namespace {

struct Row {
    const char *operation;
    Lanewise is;
};

const Row kRows[] = {
    {"arith.addi", {"add"}},
    {"arith.subi", {"sub"}},
    {"arith.muli", {"mul"}},
    {"arith.andi", {"bitwise_and"}},
    {"arith.ori", {"bitwise_or"}},
    {"arith.xori", {"bitwise_xor"}},
    {"arith.minui", {"min", Lanewise::kUnsigned}},
    {"arith.maxui", {"max", Lanewise::kUnsigned}},
    {"arith.minsi", {"min", Lanewise::kSigned}},
    {"arith.maxsi", {"max", Lanewise::kSigned}},
    {"arith.divui", {"div_round_to_zero", Lanewise::kUnsigned}},
    {"arith.divsi", {"div_round_to_zero", Lanewise::kSigned}},
    {"arith.shli", {"shift_left", Lanewise::kOfOperands, 2, true}},
    {"arith.shrui", {"shift_right", Lanewise::kUnsigned, 2, true}},
    {"arith.shrsi", {"shift_right", Lanewise::kSigned, 2, true}},
    {"math.absi", {"abs", Lanewise::kSigned, 1, false, true}},
    {"math.ctpop", {"popcount", Lanewise::kUnsigned, 1}},
    {"math.ctlz", {"count_leading_zeros", Lanewise::kUnsigned, 1}},
    {"math.cttz", {"count_trailing_zeros", Lanewise::kUnsigned, 1}},
};

bool all_lanes(Value value, llvm::function_ref<bool(const APInt &)> holds) {
    DenseElementsAttr lanes;
    return matchPattern(value, m_Constant(&lanes)) && isa<IntegerType>(lanes.getElementType()) &&
           llvm::all_of(lanes.getValues<APInt>(), holds);
}

// Whether no lane is undefined that another choice of lanes might hide.
bool is_defined(Operation *operation) {
    if (isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(operation)) {
        return all_lanes(operation->getOperand(1), [](const APInt &lane) { return lane.ult(lane.getBitWidth()); });
    }
    if (isa<arith::DivUIOp, arith::DivSIOp>(operation)) {
        return all_lanes(operation->getOperand(1), [](const APInt &lane) { return !lane.isZero() && !lane.isAllOnes(); });
    }
    return true;
}

}  // namespace

Lanewise lanewise(Operation *operation) {
    const StringRef name = operation->getName().getStringRef();
    for (const Row &row : kRows) {
        if (name != row.operation) {
            continue;
        }
        const bool is_bool = getElementTypeOrSelf(operation->getResult(0).getType()).isInteger(1);
        const bool is_logic = isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(operation);
        return (!is_bool || is_logic) && is_defined(operation) ? row.is : Lanewise{};
    }
    return {};
}

Comparison comparison(Operation *operation) {
    auto compare = dyn_cast<arith::CmpIOp>(operation);
    if (!compare || getElementTypeOrSelf(compare.getLhs().getType()).isInteger(1)) {
        return {};
    }
    using Predicate = arith::CmpIPredicate;
    switch (compare.getPredicate()) {
        case Predicate::eq:
            return {"eq"};
        case Predicate::ne:
            return {"ne"};
        case Predicate::slt:
            return {"lt", Comparison::kSigned};
        case Predicate::sle:
            return {"le", Comparison::kSigned};
        case Predicate::sgt:
            return {"gt", Comparison::kSigned};
        case Predicate::sge:
            return {"ge", Comparison::kSigned};
        case Predicate::ult:
            return {"lt", Comparison::kUnsigned};
        case Predicate::ule:
            return {"le", Comparison::kUnsigned};
        case Predicate::ugt:
            return {"gt", Comparison::kUnsigned};
        case Predicate::uge:
            return {"ge", Comparison::kUnsigned};
    }
    return {};
}

Reduction reduction(Operation *operation) {
    vector::CombiningKind kind;
    if (auto reduce = dyn_cast<vector::ReductionOp>(operation)) {
        kind = reduce.getKind();
    } else if (auto reduce = dyn_cast<vector::MultiDimReductionOp>(operation)) {
        kind = reduce.getKind();
    } else {
        return {};
    }
    using Kind = vector::CombiningKind;
    switch (kind) {
        case Kind::ADD:
            return {"vector_reduce_add", {"add"}};
        case Kind::MUL:
            return {"vector_reduce_mul", {"mul"}};
        case Kind::MINUI:
            return {"vector_reduce_min", {"min", Lanewise::kUnsigned}};
        case Kind::MINSI:
            return {"vector_reduce_min", {"min", Lanewise::kSigned}};
        case Kind::MAXUI:
            return {"vector_reduce_max", {"max", Lanewise::kUnsigned}};
        case Kind::MAXSI:
            return {"vector_reduce_max", {"max", Lanewise::kSigned}};
        case Kind::AND:
            return {"vector_reduce_and", {"bitwise_and"}};
        case Kind::OR:
            return {"vector_reduce_or", {"bitwise_or"}};
        default:
            return {};
    }
}

bool reads_with_sign(Operation *operation) {
    return isa<arith::ExtSIOp>(operation) || lanewise(operation).sign == Lanewise::kSigned ||
           comparison(operation).sign == Comparison::kSigned || reduction(operation).combine.sign == Lanewise::kSigned;
}

}  // namespace isotope
