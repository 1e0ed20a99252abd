// ISOTOPE_REPORT: one JSON object on a line of its own for each vector expression.
#pragma once

#include "answer.h"
#include "service.h"
#include "window.h"

namespace isotope {

// Whether anything is written.
bool reporting();

// Adds a line. Threads and processes may share the file.
void report(const Machine &machine, const Halide::Target &target, const Window &window,
            const isotope_result *result, const Verdict &verdict);

}  // namespace isotope
