// Which elements a load reads, told across the lets and the orders of summands that Halide hides it behind.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace isotope {

// The values of the scalar lets around a statement. A copy costs nothing, so that every window keeps those of
// its own place: names may be bound again elsewhere, with other values.
class Lets {
  public:
    // These, and one more inside of them.
    Lets with(const std::string &name, const Halide::Expr &value) const;
    struct Found;
    // The innermost value of a name, if it has one.
    std::optional<Found> find(const std::string &name) const;
    // Tells scopes apart.
    const void *identity() const { return innermost.get(); }

  private:
    struct Bound {
        std::string name;
        Halide::Expr value;
        std::shared_ptr<const Bound> outer;
    };
    std::shared_ptr<const Bound> innermost;
};

// A value, and the lets around it: a name in it is not the one that is bound further inside.
struct Lets::Found {
    Halide::Expr value;
    Lets around;
};

// Lane i is at base + offset + i * stride in the load's buffer.
struct LoadRamp {
    // Loads in one scope share it only if it is the same. For estimates: the same may have different texts.
    std::string base;
    int64_t offset = 0, stride = 0;
};

// None for what is not a ramp of constant stride. in[ramp(y*w + x + 3, 1, 8)] has
//   base " + 1 * w * y + 1 * x", offset 3, stride 1
std::optional<LoadRamp> ramp_of(const Halide::Internal::Load &load, const Lets &lets);

// Whether a value depends on a variable, be it by way of lets.
bool depends(const Halide::Expr &value, const std::string &variable, const Lets &lets);

}  // namespace isotope
