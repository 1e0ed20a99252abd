// Windows of one loop iteration that load the same. The operations that extend or shuffle a vector do so once for all of
// them, so that together they cost less than one and one: they are weighed together.
#pragma once

#include <string>
#include <vector>

#include "compare/ramps.h"
#include "write/window.h"

namespace isotope {

// Where a window stands.
struct Surroundings {
    size_t loop;           // its number, the innermost
    std::string variable;  // of that loop; empty outside of all
    Lets lets;
    int iterations = 0;  // how many iterations it has, where that decides; 0: unknown, or enough for the code around it not to count
};

// How many iterations the loop has, if its first and last ones cost enough to count beside the others; else 0.
int deciding_iterations(const Halide::Internal::For *loop, const Halide::Target &target);

// Those among `chosen` of `windows` that load the same, some at a time; others are groups of one. Two windows of one loop and one type are
// a group, where both load in[ramp(x, 1, 16)].
std::vector<std::vector<size_t>> sharing_groups(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                                                const std::vector<size_t> &chosen);

}  // namespace isotope
