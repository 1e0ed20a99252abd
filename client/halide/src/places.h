// Which elements a load reads, told across the lets and the orders of summands that Halide hides it behind.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace isotope {

// What the scalar lets around a statement stand for.
using Lets = std::map<std::string, Halide::Expr>;

// Lane i is at base + offset + i * stride in the load's buffer.
struct Place {
    // Loads in one scope share it only if it is the same. For estimates: the same may have different texts.
    std::string base;
    int64_t offset = 0, stride = 0;
};

// None for what is not a ramp of constant stride.
std::optional<Place> place_of(const Halide::Internal::Load &load, const Lets &lets);

// Whether a value depends on a variable, be it by way of lets.
bool depends(const Halide::Expr &value, const std::string &variable, const Lets &lets);

}  // namespace isotope
