// Windows of one loop iteration that load the same. Plain code extends or shuffles a vector once for all of
// them, so that its cost for all is less than what it costs for one and one: they are weighed together.
#pragma once

#include <vector>

#include "places.h"
#include "window.h"

namespace isotope {

struct Neighbours {
    std::vector<size_t> windows;
    Window all;  // their values one after the other, as one
};

// Where a window stands.
struct Surroundings {
    size_t loop;
    Lets lets;
};

// Those among `chosen` of `windows`, so many at a time that their lanes are a power of two.
std::vector<Neighbours> neighbours(const std::vector<Window> &windows,
                                   const std::vector<Surroundings> &scopes, const std::vector<size_t> &chosen,
                                   const Stored &stored);

}  // namespace isotope
