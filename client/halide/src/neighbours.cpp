#include "neighbours.h"

#include <map>
#include <tuple>

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// As many as are weighed at once.
constexpr size_t kMost = 16;

// Loads of the same elements as the same expression, so that they are one leaf.
class Unify : public IRMutator {
  public:
    std::map<std::string, Expr> loads;
    const Lets *lets = nullptr;

  private:
    using IRMutator::visit;
    Expr visit(const Load *op) override {
        const std::string place = place_of(*op, *lets);
        return place.empty() ? Expr(op) : loads.emplace(place, op).first->second;
    }
};

// The windows that load what others load, each group with its own.
std::vector<std::vector<size_t>> groups(const std::vector<Window> &windows,
                                        const std::vector<Surroundings> &scopes,
                                        const std::vector<size_t> &chosen) {
    std::map<size_t, size_t> group_of;
    std::map<size_t, std::vector<size_t>> groups;
    std::map<std::tuple<size_t, Type, std::string>, size_t> loaded_by;
    for (size_t window : chosen) {
        group_of[window] = window;
        groups[window] = {window};
        for (const Leaf &leaf : windows[window].leaves) {
            const Load *load = leaf.value.as<Load>();
            const std::string place = load ? place_of(*load, scopes[window].lets) : "";
            if (place.empty()) {
                continue;
            }
            const auto key = std::make_tuple(scopes[window].loop, windows[window].value.type(), place);
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
    for (auto &[first, members] : groups) {
        all.push_back(std::move(members));
    }
    return all;
}

}  // namespace

std::vector<Neighbours> neighbours(const std::vector<Window> &windows,
                                   const std::vector<Surroundings> &scopes, const std::vector<size_t> &chosen,
                                   const Stored &stored) {
    // Ranges of variables are those of their scopes, and plain code is hardly better for them.
    const Facts facts{Ranges(), stored};
    std::vector<Neighbours> found;
    for (const std::vector<size_t> &group : groups(windows, scopes, chosen)) {
        for (size_t begin = 0, count; begin + 1 < group.size(); begin += count) {
            for (count = kMost; count > group.size() - begin; count /= 2) {
            }
            const std::vector<size_t> members(group.begin() + begin, group.begin() + begin + count);
            Unify unify;
            std::vector<Expr> values;
            for (size_t member : members) {
                unify.lets = &scopes[member].lets;
                values.push_back(unify.mutate(windows[member].value));
            }
            found.push_back({members, write_window(Shuffle::make_concat(values), "neighbours", facts)});
        }
    }
    return found;
}

}  // namespace isotope
