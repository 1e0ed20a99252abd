// Whether Halide's code generation comes to an end with a function's answers in their places.
#pragma once

#include <Halide.h>

#include <optional>

#include "ask/machine.h"
#include "frontend/service.h"

namespace isotope {

// Compiles the function's statement in a process of its own, unless the service knows from another time: LLVM for Hexagon aborts at
// some code that depends on all that is around an answer, and an abort here would be one of the program. Nothing where it was not
// known in time.
std::optional<bool> comes_to_an_end(const Halide::Internal::Stmt &stmt, const Machine &machine, const Halide::Target &target,
                                    const TimeLeft &time_left);

}  // namespace isotope
