// Functions as text for the proof: MLIR's generic form, blocks with arguments in the place of phis.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

namespace isotope::simd {

// On an array of the stack whose lanes lie side by side: the bytes of an element.
constexpr const char *kElement = "isotope.element";

// On a call for all lanes: the function that is called for each, and the shape `M8vu`.
constexpr const char *kLanes = "isotope.lanes";

// Appends one `llvm.func` of this name; false where it has something without a text.
bool write_text(llvm::Function &function, const std::string &name, std::string *out);

// A module of these functions.
std::string module_text(const std::string &functions);

}  // namespace isotope::simd
