// Loads of several lines, so that those of one place are equal.
#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <tuple>

#include "compare/ramps.h"

namespace isotope {

// Loads at the place of one that stands in an earlier line are written like that one:
//   in[ramp((y*2)*w + w, 1, 8)] in one line, and in[ramp((y*2 + 1)*w + 3, 1, 8)] in the next     ->     in[ramp(((y*2)*w + w) + 3, 1, 8)]
class Alike : public Halide::Internal::IRGraphMutator {
  public:
    // Of lines whose places depend on the variable, be it by way of lets.
    Alike(std::string variable, const Lets &lets) : variable(std::move(variable)), lets(lets) {}

    // Loads that are as in an earlier line, but for what is so in every line.
    int found = 0;
    // The loads of a line that begins.
    void begin_line();

  private:
    using IRGraphMutator::visit;
    Halide::Expr visit(const Halide::Internal::Load *op) override;

    using Key = std::tuple<std::string, Halide::Type, std::string, int64_t>;
    // By their places after a base.
    using Loads = std::map<int64_t, Halide::Expr>;

    const std::string variable;
    const Lets lets;
    std::map<Key, Loads> earlier, met;
};

}  // namespace isotope
