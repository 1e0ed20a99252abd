// An answer in the place of its expression, or why Halide's own code stays.
#pragma once

#include <isotope.h>
#include <isotope_halide.h>

#include <string>
#include <vector>

#include "frontend/answer.h"
#include "write/window.h"

namespace isotope {

struct Decision {
    Halide::Expr replacement;  // undefined when Halide's own expression stays
    std::string why_not;
    // Costs of Halide's code without and with the answer, together with windows that load the same; 0 where that is not known.
    uint64_t own_cost = 0, selected_cost = 0;
    // Of so many windows these costs are, this one among them.
    size_t windows = 1;
    // Costs were not known in time, so that another compile may decide otherwise.
    bool is_uncompared = false;
};

// Checks everything that an answer says before it is used: its proof, its cost, its types, that its loads
// touch no byte but those of the window's own loads, and its code.
Decision check(const Window &window, Code code, const isotope_result *result);

// The outcome of each window, as the library for front ends has it.
std::vector<Outcome> outcomes(const std::vector<Decision> &decisions);

}  // namespace isotope
