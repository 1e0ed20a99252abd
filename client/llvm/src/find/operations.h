// Which of LLVM's instructions are which of the language's operations.
#pragma once

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/IR/Instruction.h>

#include "window/window.h"

namespace isotope {

// An operation of two operands (or one) whose lanes depend on the same lanes of its operands.
struct Lanewise {
    enum Sign { kUnsigned, kSigned, kOfOperands };
    const char *name = nullptr;  // null: it is none of these
    Sign sign = kOfOperands;
    unsigned operands = 2;
    bool unsigned_second = false;  // an amount
    bool unsigned_result = false;  // whatever its operands are
};

// By opcode, intrinsic and operands; what may be undefined where LLVM is not is none.
Lanewise lanewise(const llvm::Instruction &instruction, const llvm::SimplifyQuery &query);

// Whether values are one operation on the lanes of all of them: the operation is the same, and so are the types of its operands. The
// function says nothing of where loads read. Of these, the first two are alike:
//   add <8 x i16> %a, %b        add <8 x i16> %c, %d        sub <8 x i16> %a, %b
bool are_alike(const Bundle &values, const llvm::BasicBlock &block);

// Whether integers of so many bits are in the language.
bool has_bits(unsigned bits);

}  // namespace isotope
