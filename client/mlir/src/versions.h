// Where MLIR 19 and 22 have different names for the same.
#pragma once

#include <llvm/Config/llvm-config.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/Attributes.h>
#include <mlir/IR/BuiltinAttributes.h>

#include <optional>
#include <vector>

namespace isotope {

// The numbers of an attribute: an array in any of MLIR's forms. Nothing for any other.
inline std::optional<std::vector<int64_t>> numbers(mlir::Attribute attribute) {
    std::vector<int64_t> all;
    if (const auto dense = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(attribute)) {
        all.assign(dense.asArrayRef().begin(), dense.asArrayRef().end());
        return all;
    }
    const auto array = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attribute);
    if (!array) {
        return {};
    }
    for (mlir::Attribute each : array) {
        const auto number = llvm::dyn_cast<mlir::IntegerAttr>(each);
        if (!number) {
            return {};
        }
        all.push_back(number.getValue().getSExtValue());
    }
    return all;
}

// Which dimensions of a transfer are in bounds.
inline std::vector<bool> in_bounds(mlir::vector::TransferReadOp read) {
    std::vector<bool> all;
    for (mlir::Attribute each : read.getInBounds()) {
        all.push_back(llvm::cast<mlir::BoolAttr>(each).getValue());
    }
    // None is given where all may be out of bounds.
    all.resize(read.getVectorType().getRank());
    return all;
}

inline mlir::Value source(mlir::vector::TransferReadOp read) {
#if LLVM_VERSION_MAJOR >= 21
    return read.getBase();
#else
    return read.getSource();
#endif
}

}  // namespace isotope
