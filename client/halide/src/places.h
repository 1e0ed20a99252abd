// Which elements a load reads, told across the lets and the orders of summands that Halide hides it behind.
#pragma once

#include <Halide.h>

#include <map>
#include <string>

namespace isotope {

// What the scalar lets around a statement stand for.
using Lets = std::map<std::string, Halide::Expr>;

// A text that loads in one scope share only if they read the same elements; empty for what is not a ramp of
// constant stride. For estimates: loads of the same elements may have different texts.
std::string place_of(const Halide::Internal::Load &load, const Lets &lets);

}  // namespace isotope
