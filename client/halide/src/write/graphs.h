// Expressions as the graphs that they are. Once lets are inlined an expression of a hundred nodes may be a
// tree of 2^50, so that nothing here, and nothing that is given such an expression, may walk it as a tree.
#pragma once

#include <Halide.h>

#include "write/stored.h"

namespace isotope {

// The expression without lets, a*b + a*b of let t = a*b in t + t. Names may be bound more than once, one inside of another or beside it,
// as unrolled code has them.
Halide::Expr without_lets(const Halide::Expr &value);

// Whether a walk of the tree, as Halide's simplifier and its printer do it, is a short one.
bool is_small_tree(const Halide::Expr &value);

// Lets for what is used more than once, let t = a*b in t + t of a*b + a*b, where Halide's code generation would else walk a large tree.
Halide::Expr with_lets(const Halide::Expr &value);

// Bounds of expressions without lets, each node's computed once. The ranges are the same all the time.
class Bounds {
  public:
    explicit Bounds(const Ranges &ranges) : ranges(ranges) {}
    Halide::Internal::ConstantInterval of(const Halide::Expr &value) {
        return Halide::Internal::constant_integer_bounds(value, ranges, &known);
    }

  private:
    const Ranges &ranges;
    std::map<Halide::Expr, Halide::Internal::ConstantInterval, Halide::ExprCompare> known;
};

}  // namespace isotope
