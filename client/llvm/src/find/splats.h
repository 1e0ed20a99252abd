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

// The scalar that each lane of a value has, if it is no constant. A lane of a vector counts only where that vector is made outside of
// `block`: one that is made there may be one of many lanes that are used.
//   shufflevector <4 x i32> %d, poison, <2, 2, 2, 2>        lane 2 of %d
std::optional<Scalar> splat_of(llvm::Value &value, const llvm::BasicBlock &block);

// The zext or sext that a value is, in whatever block; null for any other value.
const llvm::CastInst *widening(const llvm::Value &value);

}  // namespace isotope
