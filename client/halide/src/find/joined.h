// Lines of an image that are done at once without an answer for them.
//
// Where lines share what they load, Halide's own code for both is often cheaper than for one after the other: LLVM finds what they have in
// common once it stands in one loop.
#pragma once

#include <Halide.h>

#include <vector>

#include "compare/compared.h"
#include "find/choices.h"

namespace isotope {

struct JoinedLines {
    // For each window its own value, where that stands for several lines; else undefined.
    std::vector<Halide::Expr> values;
    size_t loops = 0, unknown = 0;  // how many there are, and how many are not compared yet
};

// Those whose lines cost less at once, by the costs of code as Halide compiles it, than with what `decisions` has for one line.
JoinedLines joined_lines(const std::vector<Choice> &choices, const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                         const std::vector<Decision> &decisions, const Machine &machine, const Halide::Target &target,
                         const TimeLeft &time_left);

}  // namespace isotope
