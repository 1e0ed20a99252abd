// Stores of the parts of one value.
#pragma once

#include <Halide.h>

#include <vector>

namespace isotope {

// The stores that put the lanes of `whole` from `at` on where `like` stores as many, each of a register of so many bytes where that is
// one of HVX. With two lines of 256 bytes side by side in x, the first line's are
//   c[ramp(i, 1, 64)] = slice_vectors(x, 0, 1, 64), c[ramp(i + 64, 1, 64)] = slice_vectors(x, 64, 1, 64)
std::vector<Halide::Internal::Stmt> stores_of_part(const Halide::Expr &whole, int at, const Halide::Internal::Store *like, int bytes);

}  // namespace isotope
