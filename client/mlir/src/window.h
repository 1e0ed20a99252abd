// A piece of a function that one answer may compute: a value that is needed outside of it, and what stands for its leaves.
#pragma once

#include <mlir/IR/Operation.h>
#include <mlir/IR/Value.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/answer.h"
#include "frontend/expression.h"
#include "memory.h"

namespace isotope {

struct Window {
    mlir::Value root;
    Expression expression;
    std::map<std::string, mlir::Value> leaves;
    std::vector<Buffer> buffers;
    std::vector<mlir::Operation *> operations;  // that the answer computes, the root's among them
    Question question;                          // what is asked
};

// The type of a value in the language, without a sign; nothing where it has none. Vectors of several dimensions are their lanes in
// row-major order, and an integer is one lane.
std::optional<Type> type_of(mlir::Type type);

// Whether an operation may be part of a window.
bool is_supported(mlir::Operation *operation);

// Whether a value is needed by more than windows of its block.
bool is_root(mlir::Value value);

// The window of a value of at least so many operations; its question's `why` says why nothing is asked.
Window window_of(mlir::Value root, size_t least);

}  // namespace isotope
