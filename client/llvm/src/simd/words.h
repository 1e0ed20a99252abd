// Words of MLIR's dialect `llvm` for what instructions and constants have.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include <string>

namespace isotope::simd {

// Bits of an integer or a float, signed.
std::string bits(const llvm::Constant &constant);

// The promises of an operation, which is poison where they do not hold, and how its arithmetic may be rewritten: `isotope.promises`,
// `isotope.rewrites = "rz"`.
std::string promises(const llvm::Instruction &instruction);

// The number of a comparison's predicate.
unsigned predicate(const llvm::CmpInst &compare);

}  // namespace isotope::simd
