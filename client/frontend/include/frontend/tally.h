// ISOTOPE_VERBOSE: when the process ends, on standard error, how many vector expressions use answers and why
// the others do not, and how many searches go on in the daemon.
#pragma once

#include <vector>

#include "frontend/answer.h"
#include "frontend/question.h"

namespace isotope {

// Counts what became of one unit: its windows, what came back for each, and what was decided.
void tally(const Compiler &compiler, const std::vector<const Question *> &questions, const std::vector<const isotope_result *> &results,
           const std::vector<Outcome> &outcomes);

// Counts a unit that was not looked at (ISOTOPE_OFF). A library that is not known is said elsewhere.
void tally_off(const Compiler &compiler);

}  // namespace isotope
