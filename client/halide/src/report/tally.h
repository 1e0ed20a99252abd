// ISOTOPE_VERBOSE: when the process ends, on standard error, how many vector expressions use answers and why the
// others do not.
#pragma once

#include <string>
#include <vector>

#include "insert/answer.h"

namespace isotope {

// Whether a variable says yes.
bool is_set(const char *variable);

// Counts what became of one pipeline.
void tally(const std::vector<Decision> &decisions);

// Counts a pipeline that was not looked at (ISOTOPE_OFF).
void tally_off();

}  // namespace isotope
