// ISOTOPE_REPORT: one JSON object on a line of its own for each vector expression.
#pragma once

#include "insert/answer.h"
#include "ask/service.h"
#include "write/window.h"

namespace isotope {

// Whether anything is written, and whether Halide's own code is to be in it: that compiles every window once
// more (ISOTOPE_REPORT_CODE).
bool reporting();
bool reporting_code();

// Adds a line, with how long the service took for the window and Halide's own code for it. Threads and processes may share the file.
void report(const Machine &machine, const Window &window, const isotope_result *result, double milliseconds,
            const Decision &decision, const std::string &own);

}  // namespace isotope
