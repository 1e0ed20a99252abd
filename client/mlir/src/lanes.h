// Which lanes of its operands each lane of an operation that only moves lanes is. Vectors of several dimensions are their lanes in
// row-major order.
#pragma once

#include <mlir/IR/Operation.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace isotope {

// A result's lanes, by their number in the lanes of the operands side by side.
struct Moves {
    std::vector<mlir::Value> operands;
    std::vector<uint64_t> lanes;
};

// For the first result, or the second one of an operation that has two. Nothing for any other operation, and where lanes are not known.
std::optional<Moves> moves_of(mlir::Operation *operation, unsigned result);

// Lanes of a vector with some dimensions last, in their order.
std::vector<uint64_t> with_last(mlir::ArrayRef<int64_t> shape, mlir::ArrayRef<int64_t> last);

// The shape of a vector, and of a scalar that of none.
std::vector<int64_t> shape_of(mlir::Type type);

}  // namespace isotope
