// ISOTOPE_REPORT: one JSON object on a line of its own for each vector expression.
#pragma once

#include "answer.h"
#include "service.h"
#include "window.h"

namespace isotope {

// Whether anything is written.
bool reporting();

// Adds a line, with Halide's own code for the window. Threads and processes may share the file.
void report(const Machine &machine, const Window &window, const isotope_result *result,
            const Verdict &verdict, const std::string &own);

}  // namespace isotope
