// Expressions of which Halide is known to make wrong code.
#pragma once

#include <Halide.h>

namespace isotope {

// Whether Halide computes a value wrongly for a target. An answer for it is not compared with that code.
bool is_miscompiled(const Halide::Expr &value, const Halide::Target &target);

}  // namespace isotope
