// The values that a pipeline's own buffers can hold, from all that it stores there.
#pragma once

#include <Halide.h>

#include <map>
#include <optional>
#include <string>

namespace isotope {

using Ranges = Halide::Internal::Scope<Halide::Internal::ConstantInterval>;

// The type and the range of a buffer's elements.
struct Held {
    Halide::Type type;
    Halide::Internal::ConstantInterval range;
};

// By the names of buffers; those that are not in it may hold anything.
using Stored = std::map<std::string, Held>;

// The range of a load's lanes, if its buffer is known and no condition masks a lane.
std::optional<Halide::Internal::ConstantInterval> range_of(const Halide::Internal::Load *load, const Stored &stored);

// The facts that are known of values and buffers in a statement.
struct Facts {
    Ranges ranges;
    Stored stored;
};

// Of the buffers that a statement allocates and hands to nobody. An unconditional load in Halide's IR gives what was stored before: bounds
// inference has every lane of such a load computed. Lanes that a condition masks, and those that code generation reads past the IR's loads,
// may be anything: the first have no range here, and the second are no part of a window. Here t holds 0 to 15:
//   allocate t[uint8 * 8]
//   t[ramp(0, 1, 8)] = min(a, x8((uint8)15))
Stored stored_ranges(const Halide::Internal::Stmt &stmt);

// The values of a loop's variable: 2 to 11 of for (x, 2, 10).
Halide::Internal::ConstantInterval loop_range(const Halide::Internal::For *loop, const Ranges &ranges);

}  // namespace isotope
