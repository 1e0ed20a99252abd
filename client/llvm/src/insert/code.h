// An answer's code: read, checked, and linked into a module. Whatever an answer is, the compiler goes on.
#pragma once

#include <isotope.h>
#include <llvm/IR/Module.h>

#include <string>

#include "window/window.h"

namespace isotope {

// A function that may be called, or why there is none.
struct Code {
    llvm::Function *function = nullptr;
    std::string why;
};

// What the names of linked functions begin with.
constexpr const char *kAnswerName = "isotope.answer.";

// Moves the code into the module as a function of its own, for a caller whose target attributes it gets. It calls nothing but
// intrinsics, touches no memory, has one block, and takes and gives what its description says.
Code link_code(const isotope_result &result, const Window &window, const llvm::Function &caller);

// The type of a parameter or a result; null for what has none.
llvm::Type *llvm_type(const isotope_type &type, llvm::LLVMContext &context);

// Whether a parameter's type is this type of the language, whatever its sign.
bool has_type(const isotope_type &type, unsigned bits, unsigned lanes);

}  // namespace isotope
