// Whether a compiler's own code is better than an answer after all: both are compiled, and the service says
// what they cost.
#pragma once

#include <isotope.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/answer.h"
#include "frontend/service.h"

namespace isotope {

using Costs = std::vector<isotope_compared>;

// The same values computed in two ways: labels and instructions, a line each. Empty for what cannot be
// compiled, or not soon.
struct Listings {
    std::string own, selected;
};

// Compiles the pairs of these numbers within that time. Nothing for what had no turn in it.
using Compile = std::function<std::vector<std::optional<Listings>>(const std::vector<size_t> &, uint32_t timeout_ms)>;

// Code in two ways that is to be compared.
struct Pairs {
    // Says all that both are made of, the compiler and its options included. Equal names are one pair.
    std::vector<std::string> names;
    // Pieces that take long to compile: whatever happens to it, those with less had their turn. Empty: all are
    // alike.
    std::vector<int> weights;
    Compile compile;
    // A side without code is one that the compiler refuses; else it is one that was lost, and there is nothing to
    // compare.
    bool refuses = false;
};

// The cost of each pair. The service knows most; what it does not know is compiled, some at a time, in the
// time that is left.
Costs costs(const Pairs &pairs, const Machine &machine, const TimeLeft &time_left);

// The cost of a pair by the prices of two CPUs, in units of the first: the side that is selected costs as many times more than the other
// as it does on the CPU where that is more.
isotope_compared worse(const isotope_compared &first, const isotope_compared &other);

// Which pairs have a name that none before has, and for each pair which of those has its name.
struct Distinct {
    std::vector<size_t> first, of;
};
Distinct distinct(const std::vector<std::string> &names);

// Whether the compiler has no code for its own side of a pair, and has some for the answer's.
inline bool has_no_code(const isotope_compared &c) {
    return c.known && c.own_cost == UINT64_MAX && c.selected_cost != UINT64_MAX && c.selected_cost != 0;
}

// Whether the code with answers is better than the compiler's own where both have a price: it costs less, or as much and is smaller.
inline bool is_cheaper(const isotope_compared &c) {
    return c.selected_cost < c.own_cost || (c.selected_cost == c.own_cost && c.is_better);
}

// Writes into `outcome` what a pair costs; its `why_not` says why the compiler's own code stays, and is empty
// where it does not.
void decide(const Compiler &compiler, const isotope_compared &compared, Outcome *outcome);

// The labels and instructions of each function in a listing, by its name.
std::map<std::string, std::string> functions_in(const std::string &listing, const std::set<std::string> &wanted,
                                                const std::string &comment);

}  // namespace isotope
