// What a pipeline's own buffers can hold, from all that it stores there.
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

// What a load gives, if its buffer is known and no condition masks a lane.
std::optional<Halide::Internal::ConstantInterval> range_of(const Halide::Internal::Load *load, const Stored &stored);

// What is known of the values in a statement.
struct Facts {
    Ranges ranges;
    Stored stored;
};

// Of the buffers that a statement allocates and hands to nobody. What an unconditional load in Halide's IR
// gives was stored before: its bounds inference has every lane of such a load computed. Lanes that a condition
// masks, and what code generation reads past the IR's loads, may be anything: the first have no range here,
// and the second are no part of a window.
Stored stored_ranges(const Halide::Internal::Stmt &stmt);

// The values of a loop's variable.
Halide::Internal::ConstantInterval loop_range(const Halide::Internal::For *loop, const Ranges &ranges);

}  // namespace isotope
