// Where in memory a vector is loaded from, and other loads of the same bytes.
#pragma once

#include <mlir/IR/AffineMap.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/Operation.h>

#include <optional>
#include <string>
#include <vector>

namespace isotope {

// An index as a symbolic part and a constant.
struct Index {
    mlir::AffineExpr symbolic;  // null: there is none
    std::vector<mlir::Value> operands;
    int64_t constant = 0;
};

// A load of elements side by side: those of the last dimension from its index on.
struct Access {
    mlir::Value memref;
    std::vector<Index> indices;
    int64_t lanes = 0;

    int64_t offset() const { return indices.back().constant; }
    // Whether both are at a constant distance from one another.
    bool is_beside(const Access &other) const;
};

// The elements that a load of a vector reads; nothing for any other operation, and for loads with masks, gaps or reads past the end.
std::optional<Access> access_of(mlir::Operation *load);

// Loads of a window at constant distances from one another.
struct Buffer {
    struct Piece {
        mlir::Operation *load;
        int64_t offset, lanes;  // in elements, from the buffer's symbolic index
    };
    Access access;  // the first one
    unsigned bits = 0;
    std::vector<Piece> pieces;
};

// Loads `lanes` elements from `offset` on, which pieces of the buffer cover, after the last of those. Null where memory may change
// between them, and why.
mlir::Value load(const Buffer &buffer, int64_t offset, int64_t lanes, std::string *why);

}  // namespace isotope
