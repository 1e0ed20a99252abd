// The service's names of Halide's operations.
#pragma once

#include <Halide.h>

#include <string>

namespace isotope {

// The service's name of an intrinsic, "strict_fadd" of Halide 21's strict_add; empty for what it has none for.
std::string operation_name(const Halide::Internal::Call &call);

// The service's name of a reduction.
std::string reduction_name(Halide::Internal::VectorReduce::Operator op);

}  // namespace isotope
