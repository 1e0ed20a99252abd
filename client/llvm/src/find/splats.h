// Vectors whose lanes are one scalar, and what that scalar was made from.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>
#include <utility>

namespace isotope {

// A value that is no vector, or a lane of one.
struct Scalar {
    llvm::Value *value = nullptr;
    std::optional<unsigned> lane = std::nullopt;

    bool operator<(const Scalar &other) const { return std::pair(value, lane) < std::pair(other.value, other.lane); }
};

// What all lanes of a value are, if it is no constant. A lane of a vector counts only where that is not made
// in `block`: there it may be one lane of many that are used.
std::optional<Scalar> splat_of(llvm::Value &value, const llvm::BasicBlock &block);

// What extends its operand, in whatever block.
const llvm::CastInst *widening(const llvm::Value &value);

}  // namespace isotope
