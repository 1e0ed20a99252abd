// ISOTOPE_REPORT: one JSON object on a line of its own for each vector expression.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontend/answer.h"
#include "frontend/question.h"
#include "frontend/service.h"

namespace isotope {

// Whether anything is written, and whether the compiler's own code is to be in it: that compiles every window
// once more (ISOTOPE_REPORT_CODE).
bool reporting();
bool reporting_code();

// Members that a front end adds to a line: a name and a text.
using Members = std::vector<std::pair<std::string, std::string>>;

// Adds a line, with how long the service took for the window and the compiler's own code for it. Threads and
// processes may share the file.
void report(const Compiler &compiler, const Machine &machine, const Question &question, const isotope_result *result, double milliseconds,
            const Outcome &outcome, const std::string &own, const Members &more = {});

}  // namespace isotope
