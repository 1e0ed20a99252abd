// Results of one block that share what they are computed from, and may be one window of several results.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

namespace isotope {

constexpr size_t kMostResults = 8;        // of one window
constexpr size_t kMostResultLanes = 512;  // of all results of one window

// The operations and loads that a result is computed from. An identity is the address of whatever is there once for all that use it.
struct Computed {
    std::set<const void *> operations, loaded;
    size_t lanes = 0, bits = 0;  // of the whole result
};

// Groups of two to kMostResults of the given results, which share work: an operation, or two loads. A result is in one group at most, and
// the first of a group is the first of all.
//
// Both results of a butterfly, a + b and a - b, load a and b, and may extend them alike.
//
// `goes_with` says whether a result may be in one window with an earlier one, which is the first of its group. All of a group have
// `most_bits` at most.
std::vector<std::vector<size_t>> sharing(const std::vector<Computed> &results,
                                         const std::function<bool(size_t first, size_t next)> &goes_with, size_t most_bits);

}  // namespace isotope
