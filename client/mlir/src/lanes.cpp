#include "lanes.h"

#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Matchers.h>

#include <algorithm>
#include <functional>

#include "versions.h"

using namespace mlir;

namespace isotope {

namespace {

using Shape = std::vector<int64_t>;

int64_t count(const Shape &shape) {
    int64_t all = 1;
    for (int64_t size : shape) {
        all *= size;
    }
    return all;
}

// The number of a lane in row-major order.
uint64_t lane_at(const Shape &shape, const Shape &at) {
    int64_t lane = 0;
    for (size_t i = 0; i < shape.size(); i++) {
        lane = lane * shape[i] + at[i];
    }
    return (uint64_t)lane;
}

// A lane for each place of a shape, in row-major order.
std::vector<uint64_t> each(const Shape &shape, const std::function<uint64_t(const Shape &)> &lane) {
    std::vector<uint64_t> all;
    Shape at(shape.size());
    for (int64_t number = 0; number < count(shape); number++) {
        int64_t left = number;
        for (size_t i = shape.size(); i-- > 0;) {
            at[i] = left % shape[i];
            left /= shape[i];
        }
        all.push_back(lane(at));
    }
    return all;
}

std::optional<Moves> of_broadcast(Operation *operation, const Shape &to) {
    const Value source = operation->getOperand(0);
    const Shape from = shape_of(source.getType());
    return Moves{{source}, each(to, [&](const Shape &at) {
                     Shape place(from.size());
                     for (size_t i = 0; i < from.size(); i++) {
                         place[i] = from[i] == 1 ? 0 : at[at.size() - from.size() + i];
                     }
                     return lane_at(from, place);
                 })};
}

std::optional<Moves> of_transpose(vector::TransposeOp transpose, const Shape &to) {
    const Value source = transpose->getOperand(0);
    const Shape from = shape_of(source.getType());
    const auto order = numbers(transpose->getAttr("permutation"));
    if (!order || order->size() != to.size()) {
        return {};
    }
    return Moves{{source}, each(to, [&](const Shape &at) {
                     Shape place(from.size());
                     for (size_t i = 0; i < at.size(); i++) {
                         place[(size_t)(*order)[i]] = at[i];
                     }
                     return lane_at(from, place);
                 })};
}

// The lane at which a row of a vector begins, by its leading indices; nothing where one of them is not constant.
std::optional<uint64_t> row(Operation *operation, const Shape &shape) {
    const auto place = numbers(operation->getAttr("static_position"));
    if (!place || place->size() > shape.size()) {
        return {};
    }
    Shape at = *place;
    for (size_t i = 0; i < at.size(); i++) {
        if (at[i] < 0 || at[i] >= shape[i]) {
            return {};
        }
    }
    at.resize(shape.size());
    return lane_at(shape, at);
}

std::optional<Moves> of_extract(vector::ExtractOp extract, const Shape &to) {
    const Value source = extract->getOperand(0);
    const auto begin = row(extract, shape_of(source.getType()));
    if (!begin) {
        return {};
    }
    return Moves{{source}, each(to, [&](const Shape &at) { return *begin + lane_at(to, at); })};
}

std::optional<Moves> of_insert(vector::InsertOp insert, const Shape &to) {
    const Value source = insert->getOperand(0), rest = insert->getOperand(1);
    const auto begin = row(insert, to);
    if (!begin) {
        return {};
    }
    const uint64_t size = (uint64_t)count(shape_of(source.getType()));
    return Moves{{rest, source}, each(to, [&](const Shape &at) {
                     const uint64_t lane = lane_at(to, at);
                     return lane >= *begin && lane < *begin + size ? (uint64_t)count(to) + lane - *begin : lane;
                 })};
}

std::optional<Moves> of_slice(vector::ExtractStridedSliceOp slice, const Shape &to) {
    const Value source = slice->getOperand(0);
    const Shape from = shape_of(source.getType());
    const auto offsets = numbers(slice->getAttr("offsets")), strides = numbers(slice->getAttr("strides"));
    if (!offsets || !strides || strides->size() != offsets->size()) {
        return {};
    }
    return Moves{{source}, each(to, [&](const Shape &at) {
                     Shape place = at;
                     for (size_t i = 0; i < offsets->size(); i++) {
                         place[i] = (*offsets)[i] + at[i] * (*strides)[i];
                     }
                     return lane_at(from, place);
                 })};
}

std::optional<Moves> of_insert_slice(vector::InsertStridedSliceOp insert, const Shape &to) {
    const Value source = insert->getOperand(0), rest = insert->getOperand(1);
    const Shape from = shape_of(source.getType());
    const auto offsets = numbers(insert->getAttr("offsets")), strides = numbers(insert->getAttr("strides"));
    const bool is_plain = strides && llvm::all_of(*strides, [](int64_t stride) { return stride == 1; });
    if (!offsets || !is_plain || offsets->size() != to.size()) {
        return {};
    }
    return Moves{{rest, source}, each(to, [&](const Shape &at) {
                     Shape place(from.size());
                     const size_t leading = to.size() - from.size();
                     bool is_inside = true;
                     for (size_t i = 0; i < to.size(); i++) {
                         const int64_t distance = at[i] - (*offsets)[i];
                         const int64_t size = i < leading ? 1 : from[i - leading];
                         is_inside = is_inside && distance >= 0 && distance < size;
                         if (i >= leading) {
                             place[i - leading] = distance;
                         }
                     }
                     return is_inside ? (uint64_t)count(to) + lane_at(from, place) : lane_at(to, at);
                 })};
}

std::optional<Moves> of_shuffle(vector::ShuffleOp shuffle, const Shape &to) {
    const auto mask = numbers(shuffle->getAttr("mask"));
    const Value left = shuffle->getOperand(0), right = shuffle->getOperand(1);
    const Shape from = shape_of(left.getType());
    // A shuffle of vectors without dimensions has one lane in each.
    if (!mask || from.empty() || mask->size() != (size_t)to[0]) {
        return {};
    }
    const auto width = (uint64_t)(count(to) / to[0]);
    return Moves{{left, right}, each(to, [&](const Shape &at) {
                     const int64_t chosen = (*mask)[(size_t)at[0]];
                     // Any lane is one of an undefined lane's.
                     return (uint64_t)std::max<int64_t>(chosen, 0) * width + lane_at(to, at) % width;
                 })};
}

std::optional<Moves> of_interleave(vector::InterleaveOp interleave, const Shape &to) {
    const Value left = interleave->getOperand(0), right = interleave->getOperand(1);
    const auto size = (uint64_t)count(to) / 2;
    return Moves{{left, right}, each(to, [&](const Shape &at) {
                     const uint64_t lane = lane_at(to, at);
                     return lane / 2 + (lane % 2 == 1 ? size : 0);
                 })};
}

}  // namespace

std::vector<int64_t> shape_of(mlir::Type type) {
    const auto vector = dyn_cast<VectorType>(type);
    return vector ? Shape(vector.getShape().begin(), vector.getShape().end()) : Shape();
}

std::vector<uint64_t> with_last(ArrayRef<int64_t> shape, ArrayRef<int64_t> last) {
    Shape order, to;
    for (int64_t i = 0; i < (int64_t)shape.size(); i++) {
        if (!llvm::is_contained(last, i)) {
            order.push_back(i);
        }
    }
    order.insert(order.end(), last.begin(), last.end());
    for (int64_t dimension : order) {
        to.push_back(shape[(size_t)dimension]);
    }
    const Shape from(shape.begin(), shape.end());
    return each(to, [&](const Shape &at) {
        Shape place(from.size());
        for (size_t i = 0; i < at.size(); i++) {
            place[(size_t)order[i]] = at[i];
        }
        return lane_at(from, place);
    });
}

std::optional<Moves> moves_of(Operation *operation, unsigned result) {
    const Shape to = shape_of(operation->getResult(result).getType());
    if (isa<vector::BroadcastOp>(operation)) {
        return of_broadcast(operation, to);
    } else if (auto transpose = dyn_cast<vector::TransposeOp>(operation)) {
        return of_transpose(transpose, to);
    } else if (auto extract = dyn_cast<vector::ExtractOp>(operation)) {
        return of_extract(extract, to);
    } else if (auto insert = dyn_cast<vector::InsertOp>(operation)) {
        return of_insert(insert, to);
    } else if (auto slice = dyn_cast<vector::ExtractStridedSliceOp>(operation)) {
        return of_slice(slice, to);
    } else if (auto insert = dyn_cast<vector::InsertStridedSliceOp>(operation)) {
        return of_insert_slice(insert, to);
    } else if (auto shuffle = dyn_cast<vector::ShuffleOp>(operation)) {
        return of_shuffle(shuffle, to);
    } else if (auto interleave = dyn_cast<vector::InterleaveOp>(operation)) {
        return of_interleave(interleave, to);
    } else if (isa<vector::DeinterleaveOp>(operation)) {
        return Moves{{operation->getOperand(0)},
                     each(to, [&](const Shape &at) { return lane_at(to, at) * 2 + result; })};
    }
    return {};
}

}  // namespace isotope
