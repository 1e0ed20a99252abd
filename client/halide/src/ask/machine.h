// Halide's targets in LLVM's names, as the service is asked for them.
#pragma once

#include <isotope_halide.h>

#include "frontend/answer.h"
#include "frontend/service.h"

namespace isotope {

constexpr Compiler kHalide = {"Halide", "halide", "pipelines"};

// The machine that Halide generates code for when it has this target.
Machine machine(const Halide::Target &target);

Wanted wanted(Code code);

}  // namespace isotope
