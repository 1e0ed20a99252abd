// Loads that stay as they are, for processors that LLVM makes other loads for.
#pragma once

#include <Halide.h>

#include "compare/ramps.h"

namespace isotope {

// An answer whose unaligned loads have places of which LLVM cannot tell how far they are apart. On Hexagon it makes
// aligned loads and shuffles of several unaligned ones with one base, where each by itself would be one instruction.
// Undefined where nothing changes, or the target has no such instruction.
Halide::Expr with_loads_apart(const Halide::Expr &answer, const Lets &lets, const Halide::Target &target);

}  // namespace isotope
