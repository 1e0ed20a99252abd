#include "frontend/sharing.h"

#include <algorithm>

namespace isotope {

namespace {

size_t common(const std::set<const void *> &a, const std::set<const void *> &b) {
    return (size_t)std::count_if(a.begin(), a.end(), [&](const void *value) { return b.count(value) > 0; });
}

// One load is there once, whoever reads it: two that share no more share no work.
bool share_work(const Computed &a, const Computed &b) {
    return common(a.operations, b.operations) > 0 || common(a.loaded, b.loaded) > 1;
}

// Whether so many results like this one may be one value.
bool may_be_one(size_t count, const Computed &result, size_t most_bits) {
    return count <= kMostResults && count * result.lanes <= kMostResultLanes && count * result.bits <= most_bits;
}

}  // namespace

std::vector<std::vector<size_t>> sharing(const std::vector<Computed> &results, const std::function<bool(size_t, size_t)> &goes_with,
                                         size_t most_bits) {
    std::vector<std::vector<size_t>> groups;
    std::vector<bool> is_taken(results.size());
    for (size_t first = 0; first < results.size(); first++) {
        if (is_taken[first]) {
            continue;
        }
        std::vector<size_t> group = {first};
        const auto shares = [&](size_t i) {
            return std::any_of(group.begin(), group.end(), [&](size_t member) { return share_work(results[i], results[member]); });
        };
        for (size_t i = first + 1; i < results.size() && may_be_one(group.size() + 1, results[first], most_bits); i++) {
            if (!is_taken[i] && shares(i) && goes_with(first, i)) {
                group.push_back(i);
            }
        }
        if (group.size() > 1) {
            for (size_t member : group) {
                is_taken[member] = true;
            }
            groups.push_back(std::move(group));
        }
    }
    return groups;
}

}  // namespace isotope
