// From which lanes of its operands an instruction of an answer makes each lane of its result.
#pragma once

#include <llvm/IR/Instruction.h>

#include <vector>

namespace isotope {

// For each of `lanes` lanes of the result, the lanes of the operand with this number that it may depend on, as often as it reads
// them. What is not known here depends on all lanes.
std::vector<std::vector<unsigned>> crossing(const llvm::Instruction &instruction, unsigned operand, size_t lanes);

// Bytes of each factor in the lanes of an operand that is multiplied lane by lane with `*other`, an operand, too: 0 for every other
// instruction and operand.
unsigned factor_bytes(const llvm::Instruction &instruction, unsigned operand, unsigned *other);

}  // namespace isotope
