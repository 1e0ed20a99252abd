// An answer's code as LLVM reads it, checked: whatever an answer is, the compiler goes on.
#pragma once

#include <isotope.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "frontend/expression.h"

namespace isotope {

// A module, and its one function that may be called; null where there is none.
struct Text {
    std::unique_ptr<llvm::Module> module;
    llvm::Function *function = nullptr;
};

// Reads an answer. Its function calls nothing but intrinsics, touches no memory, has one block, and takes and gives what its
// description says.
Text read_answer(const isotope_result &result, const Type &wanted, const llvm::DataLayout &layout, llvm::LLVMContext &context,
                 std::string *why);

// The type of a parameter or a result; null for what has none.
llvm::Type *llvm_type(const isotope_type &type, llvm::LLVMContext &context);

// Whether a parameter's type is this type of the language, whatever its sign.
bool has_type(const isotope_type &type, unsigned bits, unsigned lanes);

}  // namespace isotope
