// ISOTOPE_VERBOSE: when the process ends, on standard error, how many vector expressions use answers and why
// the others do not, and how many searches go on in the daemon.
#pragma once

#include <vector>

#include "insert/answer.h"
#include "write/window.h"

namespace isotope {

// Counts what became of one pipeline: its windows, what came back for each, and what was decided.
void tally(const std::vector<Window> &windows, const std::vector<const isotope_result *> &by_window,
           const std::vector<Decision> &decisions);

// Counts a pipeline that was not looked at (ISOTOPE_OFF).
void tally_off();

}  // namespace isotope
