// An answer in the place of its window.
#pragma once

#include <isotope.h>
#include <mlir/IR/Value.h>

#include <string>

#include "window.h"

namespace isotope {

// Computes a window's value by an answer, before the operation that does so now. Null, and why, where it cannot.
mlir::Value insert(const Window &window, const isotope_result &result, std::string *why);

}  // namespace isotope
