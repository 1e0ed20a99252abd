#include "compare/sharing.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// As many as are weighed at once.
constexpr size_t kMost = 16;

// A loop of more iterations is long.
constexpr int64_t kShort = 64;

}  // namespace

int deciding_iterations(const For *loop, const Target &target) {
    // LLVM for Hexagon lets iterations overlap: what begins the first and ends the last is as long as several of them.
    const auto iterations = as_const_int(loop->extent);
    return target.arch == Target::Hexagon && iterations && *iterations > 1 && *iterations <= kShort ? (int)*iterations : 0;
}

std::vector<std::vector<size_t>> sharing_groups(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                                                const std::vector<size_t> &chosen) {
    std::map<size_t, size_t> group_of;
    std::map<size_t, std::vector<size_t>> groups;
    std::map<std::tuple<size_t, Type, std::string, std::string, int64_t, int64_t>, size_t> loaded_by;
    for (size_t window : chosen) {
        group_of[window] = window;
        groups[window] = {window};
        for (const Expr &value : windows[window].values) {
            const Load *load = value.as<Load>();
            const auto place = load ? ramp_of(*load, scopes[window].lets) : std::nullopt;
            if (!place || load->type.is_scalar()) {
                continue;
            }
            const auto key =
                std::make_tuple(scopes[window].loop, windows[window].value.type(), load->name, place->base, place->offset, place->stride);
            const size_t from = group_of[window], to = group_of[loaded_by.emplace(key, window).first->second];
            if (from != to) {
                for (size_t moved : groups[from]) {
                    group_of[moved] = to;
                    groups[to].push_back(moved);
                }
                groups.erase(from);
            }
        }
    }
    std::vector<std::vector<size_t>> all;
    for (const auto &[first, members] : groups) {
        for (size_t begin = 0; begin < members.size(); begin += kMost) {
            const size_t end = std::min(begin + kMost, members.size());
            all.emplace_back(members.begin() + begin, members.begin() + end);
        }
    }
    return all;
}

}  // namespace isotope
