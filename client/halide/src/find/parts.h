// The parts of a loop's body that may stand side by side for several of its iterations.
#pragma once

#include <Halide.h>

#include <set>
#include <string>
#include <vector>

namespace isotope {

// The names in an expression, and whether all that it does is to load and to compute.
struct Uses {
    std::set<std::string> variables, buffers;
    bool is_pure = true;
};

Uses uses_of(const Halide::Expr &e);

// Lets and buffers, the outermost first, and the loops that stand in them. A body of another form throws Refused.
struct Parts {
    explicit Parts(const Halide::Internal::For *loop);

    std::vector<Halide::Internal::Stmt> around;
    std::vector<const Halide::Internal::For *> loops;
    std::set<std::string> own;  // buffers

  private:
    void take(const Halide::Internal::Stmt &stmt);
    void bind(const std::string &name, const Halide::Internal::Stmt &stmt);

    std::set<std::string> taken;
};

// A loop that has no such parts, or none that fit together.
struct Refused {};

void require(bool is);

}  // namespace isotope
