// The numbers that a scalar can be.
#pragma once

#include <optional>
#include <utility>

#include "find/splats.h"

namespace isotope {

struct Known;

// The least and the greatest number that a scalar without a sign can be, whatever it is computed of: weights that are products of what was
// masked, as
//   %x = and i32 %position, 7
//   %y = sub nuw nsw i32 8, %x            1, 8
//   %w = mul nuw nsw i32 %y, %x           0, 56
// Nothing where no bounds are known, or where the scalar may be undefined or poison. They hold of a value that is one, and not of one that
// is frozen to another.
std::optional<std::pair<int64_t, int64_t>> natural_bounds_of(const Scalar &scalar, const Known &known);

}  // namespace isotope
