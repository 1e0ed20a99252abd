// Stores that follow each other to one place, each adding to what the one before left: a sum that was
// unrolled.
#pragma once

#include <Halide.h>

#include <vector>

namespace isotope {

// Places in a list of statements, ascending, and what the last of them stores in terms of what was there
// before the first. The others need not be done then.
struct Chain {
    std::vector<size_t> members;
    Halide::Expr value;
};

// The chains of at least two stores in a list of statements that are done one after the other.
//   f[ramp(x, 1, 8)] = f[ramp(x, 1, 8)] + a
//   f[ramp(x, 1, 8)] = f[ramp(x, 1, 8)] + b          ->     f[ramp(x, 1, 8)] = (f[ramp(x, 1, 8)] + a) + b
std::vector<Chain> chains(const std::vector<Halide::Internal::Stmt> &statements);

}  // namespace isotope
