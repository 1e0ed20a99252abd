// Halide's own code for one expression, for whoever compares.
#pragma once

#include <string>

#include "window.h"

namespace isotope {

// The instructions, a line each, of a function that loads the window's leaves, computes its value and stores it;
// empty where Halide cannot compile that by itself. Takes as long as compiling a small pipeline.
std::string own_code(const Window &window, const Halide::Target &target);

}  // namespace isotope
