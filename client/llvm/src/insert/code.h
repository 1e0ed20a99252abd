// An answer's code, linked into a module.
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

// The prefix of the names of linked functions.
constexpr const char *kAnswerName = "isotope.answer.";

// Reads the code, and moves it into the module as a function of its own, for a caller whose target attributes it gets.
Code link_code(const isotope_result &result, const Window &window, const llvm::Function &caller);

}  // namespace isotope
