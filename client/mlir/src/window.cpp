#include "window.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/Matchers.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

#include "bounds.h"
#include "lanes.h"
#include "operations.h"
#include "versions.h"

using namespace mlir;

namespace isotope {

namespace {

bool is_conversion(Operation *operation) {
    return isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, vector::BitCastOp, vector::ShapeCastOp>(operation);
}

// vector.broadcast and vector.splat of a scalar; LLVM 22 has only the first.
bool is_splat(Operation *operation) {
    const StringRef name = operation->getName().getStringRef();
    return (name == "vector.broadcast" || name == "vector.splat") && operation->getOperand(0).getType().isInteger();
}

// Whether several operations take lanes of what an operation computes, and nothing else does: windows that began there would each
// compute it.
bool is_taken_apart(Value value, Operation *defined) {
    const auto takes = [](Operation *user) { return isa<vector::ExtractOp, vector::ExtractStridedSliceOp>(user); };
    const bool computes = lanewise(defined).name || comparison(defined).name || isa<arith::SelectOp, arith::TruncIOp>(defined);
    return computes && !value.use_empty() && !value.hasOneUse() && llvm::all_of(value.getUsers(), takes);
}

// Which dimensions a reduction adds up; nothing for what is none, or none of integers.
std::optional<std::vector<int64_t>> added_up(Operation *operation) {
    if (!reduction(operation).name) {
        return {};
    }
    if (isa<vector::MultiDimReductionOp>(operation)) {
        return numbers(operation->getAttr("reduction_dims"));
    }
    return std::vector<int64_t>{0};
}

bool is_constant(Value value) {
    DenseElementsAttr lanes;
    return matchPattern(value, m_Constant(&lanes)) && isa<IntegerType>(lanes.getElementType());
}

class Grower {
  public:
    explicit Grower(Window &window) : window(window), block(window.root.getDefiningOp()->getBlock()) {}

    unsigned node(Value value);
    const std::string &failure() const { return why; }
    // Operations without leaves, constants and changes of sign.
    size_t operations() const { return counted; }

  private:
    Window &window;
    Block *const block;
    llvm::DenseMap<Value, unsigned> done;
    std::string why;
    size_t counted = 0, depth = 0;

    Expression &expression() { return window.expression; }
    Type node_type(unsigned number) const { return window.expression.node(number).type; }

    unsigned fail(const std::string &reason) {
        why = why.empty() ? reason : why;
        return 0;
    }

    unsigned operation(const std::string &op, Type type, std::vector<unsigned> args) {
        counted++;
        return why.empty() ? expression().operation(op, type, std::move(args)) : 0;
    }

    unsigned made(Value value, Type type);
    unsigned of_constant(Value value, Type type);
    unsigned of_leaf(Value value, Type type);
    unsigned of_conversion(Operation *conversion, Type type);
    unsigned of_lanewise(Operation *made, const Lanewise &is, Type type);
    unsigned of_compare(Operation *compare, const Comparison &is, Type type);
    unsigned of_select(Operation *select, Type type);
    unsigned of_moves(const Moves &moves, Type type);
    unsigned of_reduction(Operation *made, Type type);
};

unsigned Grower::node(Value value) {
    const auto known = done.find(value);
    if (known != done.end()) {
        return known->second;
    }
    if (!why.empty()) {
        return 0;
    }
    const auto type = type_of(value.getType());
    if (!type) {
        return fail("a value has a type that is not in the language");
    }
    if (type->lanes > kMostLanes) {
        return fail("a value has " + std::to_string(type->lanes) + " lanes (kMostLanes)");
    }
    if (depth >= kMostDepth) {
        return fail("the window is deeper than " + std::to_string(kMostDepth) + " operations (kMostDepth)");
    }
    if (expression().size() >= kMostNodes) {
        return fail("the window has more than " + std::to_string(kMostNodes) + " nodes (kMostNodes)");
    }
    depth++;
    const unsigned number = made(value, *type);
    depth--;
    return done[value] = number;
}

unsigned Grower::made(Value value, Type type) {
    if (is_constant(value)) {
        return of_constant(value, type);
    }
    Operation *defined = value.getDefiningOp();
    if (!defined || defined->getBlock() != block) {
        return of_leaf(value, type);
    }
    // A value that is needed elsewhere is computed anyway; a mere change of types is as well computed again.
    const bool is_change = (is_conversion(defined) && !is_taken_apart(value, defined)) || is_splat(defined);
    const bool is_there = value != window.root && is_root(value) && !is_change;
    if (is_there || !is_supported(defined)) {
        return of_leaf(value, type);
    }
    window.operations.push_back(defined);
    if (is_splat(defined)) {
        return operation("broadcast", type, {node(defined->getOperand(0))});
    }
    if (isa<vector::ShapeCastOp>(defined)) {
        return node(defined->getOperand(0));
    }
    if (is_conversion(defined)) {
        return of_conversion(defined, type);
    }
    if (const Lanewise is = lanewise(defined); is.name) {
        return of_lanewise(defined, is, type);
    }
    if (const Comparison is = comparison(defined); is.name) {
        return of_compare(defined, is, type);
    }
    if (isa<arith::SelectOp>(defined)) {
        return of_select(defined, type);
    }
    if (added_up(defined)) {
        return of_reduction(defined, type);
    }
    const auto moves = moves_of(defined, cast<OpResult>(value).getResultNumber());
    return moves ? of_moves(*moves, type) : fail("lanes are not known");
}

unsigned Grower::of_constant(Value value, Type type) {
    DenseElementsAttr lanes;
    matchPattern(value, m_Constant(&lanes));
    std::vector<uint64_t> all;
    if (lanes.isSplat()) {
        all.push_back(lanes.getSplatValue<APInt>().getZExtValue());
    } else {
        for (const APInt &lane : lanes.getValues<APInt>()) {
            all.push_back(lane.getZExtValue());
        }
    }
    return expression().constant(type, std::move(all));
}

unsigned Grower::of_leaf(Value value, Type type) {
    const bool is_signed = llvm::any_of(value.getUsers(), reads_with_sign);
    Leaf leaf;
    leaf.type = type.with_sign(is_signed).given();
    const auto access = value.getDefiningOp() && type.bits >= 8 ? access_of(value.getDefiningOp()) : std::nullopt;
    leaf.name = (access ? "d" : "v") + std::to_string(window.leaves.size());
    if (access) {
        size_t number = 0;
        while (number < window.buffers.size() && !window.buffers[number].access.is_beside(*access)) {
            number++;
        }
        if (number == kMostBuffers) {
            return fail("the window loads from more than " + std::to_string(kMostBuffers) + " places (kMostBuffers)");
        }
        if (number == window.buffers.size()) {
            window.buffers.push_back({*access, type.bits, {}});
        }
        window.buffers[number].pieces.push_back({value.getDefiningOp(), access->offset(), access->lanes});
        leaf.address = {Expression::buffer_name((unsigned)number), Expression::base_name((unsigned)number), access->offset(), 1};
    }
    window.leaves[leaf.name] = value;
    return expression().leaf(leaf);
}

unsigned Grower::of_conversion(Operation *conversion, Type type) {
    unsigned from = node(conversion->getOperand(0));
    if (!why.empty()) {
        return 0;
    }
    const Type had = node_type(from);
    if (isa<vector::BitCastOp>(conversion)) {
        return type == had.with_sign(false) ? from : operation("reinterpret", type, {expression().as(from, false)});
    }
    const bool is_signed = isa<arith::ExtSIOp>(conversion);
    if (had.bits == 1 && is_signed) {
        const Type to = type.with_sign(true);
        const unsigned ones = expression().constant(to, {~0ULL >> (64 - to.bits)});
        return operation("select", to, {from, ones, expression().constant(to, {0})});
    }
    if (type.bits == 1) {
        const Type whole = had.with_sign(false);
        const unsigned lowest =
            operation("bitwise_and", whole, {expression().as(from, false), expression().constant(whole, {1})});
        return operation("ne", type, {lowest, expression().constant(whole, {0})});
    }
    if (isa<arith::TruncIOp>(conversion)) {
        return operation("cast", type.with_sign(had.is_signed), {from});
    }
    from = had.bits == 1 ? from : expression().as(from, is_signed);
    return operation("cast", type.with_sign(is_signed), {from});
}

unsigned Grower::of_lanewise(Operation *made, const Lanewise &is, Type type) {
    std::vector<unsigned> args;
    for (unsigned i = 0; i < is.operands; i++) {
        args.push_back(node(made->getOperand(i)));
    }
    if (!why.empty()) {
        return 0;
    }
    bool sign = is.sign == Lanewise::kSigned;
    if (is.sign == Lanewise::kOfOperands && type.bits > 1) {
        sign = node_type(args[0]).is_signed || (args.size() > 1 && !is.unsigned_second && node_type(args[1]).is_signed);
    }
    for (unsigned i = 0; i < args.size(); i++) {
        args[i] = expression().as(args[i], sign && !(i == 1 && is.unsigned_second));
    }
    return operation(is.name, type.with_sign(sign && !is.unsigned_result), args);
}

unsigned Grower::of_compare(Operation *compare, const Comparison &is, Type type) {
    const unsigned left = node(compare->getOperand(0)), right = node(compare->getOperand(1));
    if (!why.empty()) {
        return 0;
    }
    const bool sign = is.sign == Comparison::kNeither ? node_type(left).is_signed : is.sign == Comparison::kSigned;
    return operation(is.name, type, {expression().as(left, sign), expression().as(right, sign)});
}

unsigned Grower::of_select(Operation *select, Type type) {
    unsigned condition = node(select->getOperand(0));
    const unsigned left = node(select->getOperand(1)), right = node(select->getOperand(2));
    if (!why.empty()) {
        return 0;
    }
    if (node_type(condition).lanes != type.lanes) {
        condition = operation("broadcast", {false, 1, type.lanes}, {condition});
    }
    const bool sign = node_type(left).is_signed;
    if (type.bits == 1) {
        // There is no choice between truth values.
        const auto both = [&](unsigned a, unsigned b) { return operation("bitwise_and", type, {a, b}); };
        const unsigned no = operation("bitwise_xor", type, {condition, expression().constant(type, {1})});
        return operation("bitwise_or", type, {both(condition, left), both(no, right)});
    }
    return operation("select", type.with_sign(sign), {condition, left, expression().as(right, sign)});
}

unsigned Grower::of_moves(const Moves &moves, Type type) {
    std::vector<unsigned> args;
    for (Value operand : moves.operands) {
        args.push_back(node(operand));
    }
    if (!why.empty()) {
        return 0;
    }
    const bool sign = type.bits > 1 && node_type(args[0]).is_signed;
    for (unsigned &arg : args) {
        arg = expression().as(arg, sign);
    }
    counted++;
    return expression().shuffle(type.with_sign(sign), args, moves.lanes);
}

unsigned Grower::of_reduction(Operation *made, Type type) {
    const Value source = made->getOperand(0);
    unsigned from = node(source);
    if (!why.empty()) {
        return 0;
    }
    const Reduction is = reduction(made);
    const std::vector<int64_t> shape = shape_of(source.getType());
    const std::vector<uint64_t> lanes = with_last(shape, *added_up(made));
    const Type had = node_type(from);
    const bool sign = is.combine.sign == Lanewise::kOfOperands ? had.is_signed : is.combine.sign == Lanewise::kSigned;
    from = expression().as(from, sign);
    if (!llvm::is_sorted(lanes)) {
        from = expression().shuffle(had.with_sign(sign), {from}, lanes);
    }
    const unsigned all = operation(is.name, type.with_sign(sign), {from});
    if (made->getNumOperands() == 1) {
        return all;
    }
    const unsigned before = node(made->getOperand(1));
    return why.empty() ? operation(is.combine.name, type.with_sign(sign), {all, expression().as(before, sign)}) : 0;
}

std::string place_of(Operation *operation, Type type) {
    std::string place = std::to_string(type.lanes) + (type.lanes == 1 ? " lane of i" : " lanes of i") + std::to_string(type.bits);
    if (auto function = operation->getParentOfType<FunctionOpInterface>()) {
        place += " in " + function.getName().str();
    }
    if (const auto location = operation->getLoc()->findInstanceOf<FileLineColLoc>()) {
        place += " line " + std::to_string(location.getLine());
    }
    return place;
}

}  // namespace

std::optional<Type> type_of(mlir::Type type) {
    const auto vector = dyn_cast<VectorType>(type);
    const auto element = dyn_cast<IntegerType>(vector ? vector.getElementType() : type);
    if (!element || !element.isSignless() || (vector && (vector.isScalable() || vector.getNumElements() < 2))) {
        return {};
    }
    const unsigned bits = element.getWidth();
    if (bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        return {};
    }
    return Type{false, bits, vector ? (unsigned)std::min<int64_t>(vector.getNumElements(), kMostLanes + 1) : 1};
}

bool is_supported(Operation *operation) {
    if (operation->getNumResults() == 0 || operation->getNumOperands() == 0 || operation->getNumRegions() > 0) {
        return false;
    }
    const auto has_type = [](mlir::Type type) {
        const auto own = type_of(type);
        return own && own->lanes <= kMostLanes;
    };
    if (!llvm::all_of(operation->getResultTypes(), has_type)) {
        return false;
    }
    // Indices of rows are no part of what is computed.
    const bool has_indices = isa<vector::ExtractOp, vector::InsertOp>(operation);
    if (!has_indices && !llvm::all_of(operation->getOperandTypes(), has_type)) {
        return false;
    }
    if (has_indices && !llvm::all_of(operation->getOperands().take_front(isa<vector::InsertOp>(operation) ? 2 : 1),
                                     [&](Value value) { return has_type(value.getType()); })) {
        return false;
    }
    const bool is_of_vectors = llvm::any_of(operation->getOperandTypes(), [](mlir::Type type) { return isa<VectorType>(type); });
    if (is_splat(operation)) {
        return true;
    }
    return is_of_vectors && (is_conversion(operation) || lanewise(operation).name || comparison(operation).name ||
                             isa<arith::SelectOp>(operation) || added_up(operation) || moves_of(operation, 0));
}

bool is_root(Value value) {
    Operation *defined = value.getDefiningOp();
    if (!defined || !is_supported(defined)) {
        return false;
    }
    const auto needs = [&](Operation *user) { return user->getBlock() != defined->getBlock() || !is_supported(user); };
    return llvm::any_of(value.getUsers(), needs) || is_taken_apart(value, defined);
}

Window window_of(Value root, size_t least) {
    Window window;
    window.root = root;
    Grower grower(window);
    const unsigned number = grower.node(root);
    const auto type = type_of(root.getType());
    window.question.place = place_of(root.getDefiningOp(), *type);
    window.question.why = grower.failure();
    if (!window.question.why.empty()) {
        return window;
    }
    if (grower.operations() < least) {
        window.question.why = "it is no more than one operation";
        return window;
    }
    window.expression.root = window.expression.as(number, false);
    window.expression.ask(&window.question);
    return window;
}

}  // namespace isotope
