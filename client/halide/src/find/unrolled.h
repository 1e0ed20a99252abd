// Loops whose own code stays, two iterations at a time.
//
// A short loop spends part of the front end on its counter and its addresses. Two iterations share them. An answer for several
// iterations has that already, so this is for loops that no answer is in.
#pragma once

#include <Halide.h>

#include "compare/compared.h"

namespace isotope {

struct Unrolled {
    Halide::Internal::Stmt stmt;
    size_t loops = 0;    // that do two iterations at a time
    size_t unknown = 0;  // whose cost there was no time for: they stay as they are
};

// The statement with two iterations of an innermost loop as one, where that costs less as Halide compiles both.
// `bytes` are those of a vector register.
//   for (x, 0, 64) out[ramp(x*16, 1, 16)] = v     ->     for (x.iterations, 0, 32) out[ramp((x.iterations*2)*16, 1, 32)] = ..
Unrolled unrolled(const Halide::Internal::Stmt &stmt, int bytes, const Machine &machine, const Halide::Target &target,
                  const TimeLeft &time_left);

}  // namespace isotope
