// Whether Halide's own code is better than an answer after all.
#pragma once

#include <string>
#include <vector>

#include "insert/answer.h"
#include "compare/sharing.h"
#include "ask/service.h"

namespace isotope {

// Takes back answers without which Halide's code for their windows costs as little: each window by itself,
// and where that is not clear, all that load the same at once. The service knows most of these costs; what it does
// not know is compiled once without and once with the answers, in the time that is left since they were asked for.
void keep_cheaper(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                  const Machine &machine, const Halide::Target &target,
                  std::chrono::steady_clock::time_point asked, std::vector<Decision> *decisions);

// Halide's code for each window by itself, for reports; empty for what was not asked, and where it cannot
// compile that.
std::vector<std::string> own_code(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                                  const Halide::Target &target);

}  // namespace isotope
