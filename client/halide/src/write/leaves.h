// The leaves of one window, and the addresses of those that are loads.
#pragma once

#include <map>

#include "frontend/graph.h"
#include "write/graphs.h"
#include "write/window.h"

namespace isotope {

class Leaves {
  public:
    explicit Leaves(const Facts &facts) : facts(facts), bounds(facts.ranges) {}

    // The leaf of a value in the window's graph; equal expressions are one leaf.
    isotope_node node(const Halide::Expr &value, Graph *graph);

    std::vector<Leaf> leaves;
    std::vector<Halide::Expr> values;  // of each
    std::vector<Base> bases;

  private:
    std::optional<Address> address(const Halide::Internal::Load &load);
    std::string base(const Halide::Expr &value);
    std::optional<std::pair<int64_t, int64_t>> range(const Halide::Expr &value);

    const Facts &facts;
    Bounds bounds;
    std::map<Halide::Expr, isotope_node, Halide::Internal::IRGraphDeepCompare> by_value;
    std::map<Halide::Expr, size_t, Halide::Internal::IRGraphDeepCompare> bases_by_value;
};

// The type in the service's form; of no kind where it has none.
isotope_type asked_type(const Halide::Type &type);

}  // namespace isotope
