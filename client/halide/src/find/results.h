// Stores of one block that share what they are computed from: planes of colour, sums and differences, minima and maxima. Together they
// are one window of several results.
#pragma once

#include <Halide.h>

#include <set>
#include <vector>

#include "compare/ramps.h"

namespace isotope {

struct StoreGroup {
    std::vector<size_t> members;  // places in a list of statements, ascending
    // The lets around the block that are vectors and that only these stores read, the outermost first.
    std::vector<const Halide::Internal::LetStmt *> lets;
    // The values of each store, and of all side by side in these lets. Loads of one place are one load in them. Where t is x + 8*w:
    //   sums[ramp(x, 1, 8)] = in[ramp(t, 1, 8)] + b
    //   differences[ramp(x, 1, 8)] = in[ramp(8*w + x, 1, 8)] - b     ->     concat_vectors(in[ramp(x + 8*w, 1, 8)] + b,
    //                                                                                      in[ramp(x + 8*w, 1, 8)] - b)
    std::vector<Halide::Expr> values;
    Halide::Expr value;
};

// The groups in a list of statements that are done one after the other in the lets `around`, the innermost last; `scalars` are all lets of
// scalars that they stand in. A store that is `taken` is in none. The values of a group may be computed where its first store stands.
// `bytes` are those of a vector register.
std::vector<StoreGroup> several_results(const std::vector<Halide::Internal::Stmt> &statements, const std::set<size_t> &taken,
                                        const std::vector<const Halide::Internal::LetStmt *> &around, const Lets &scalars, int bytes);

// One statement for all: each group has its value, which is computed where its first store stands; one that is undefined leaves the stores
// of its group as they are. `bytes` are those of a vector register.
Halide::Internal::Stmt with_results(const std::vector<Halide::Internal::Stmt> &statements, const std::vector<StoreGroup> &groups,
                                    const std::vector<Halide::Expr> &values, int bytes);

}  // namespace isotope
