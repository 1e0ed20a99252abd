#include "find/chains.h"

#include <algorithm>

#include "find/places.h"
#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// As many neighbours as the widest sum of products of one instruction takes.
constexpr size_t kLongest = 4;

// The most chains that are under way at once, as each store is held against all of them. The oldest ends first.
constexpr size_t kMostOpen = 32;

// The loads of a place replaced by a value. With f[ramp(x, 1, 8)] + a for that of f[ramp(x, 1, 8)]
//   f[ramp(x, 1, 8)] + b     ->     (f[ramp(x, 1, 8)] + a) + b
class Forward : public IRGraphMutator {
  public:
    Forward(const Location &place, const Expr &value) : place(place), value(value) {}

  private:
    using IRGraphMutator::visit;
    Expr visit(const Load *op) override { return place.is({op->name, op->index}) ? value : IRGraphMutator::visit(op); }

    const Location &place;
    const Expr &value;
};

struct Open {
    Location place;
    Chain chain;
    Loads loads;  // of its value

    // Whether the store may follow: it reads all of the place that it reads at all as the chain leaves it. Of a chain to f[ramp(x, 1, 8)]
    //   f[ramp(x, 1, 8)] = f[ramp(x, 1, 8)] + b          may
    //   f[ramp(x, 1, 8)] = f[ramp(x + 1, 1, 8)] + b      may not
    bool takes(const Location &stored, const Loads &loads) const {
        const auto fits = [&](const Location &p) { return p.is(place) || !p.meets(place); };
        const auto same = [&](const Location &p) { return p.is(place); };
        return chain.members.size() < kLongest && stored.is(place) && std::all_of(loads.places.begin(), loads.places.end(), fits) &&
               std::any_of(loads.places.begin(), loads.places.end(), same);
    }

    // Whether what it computes may be computed after this store, and stored after it. A chain to f[i] outlasts g[i] = a, where a loads
    // nothing of f[i], and the chain nothing of g[i].
    bool outlasts(const Location &stored, const Loads &loads) const {
        return !stored.meets(place) && !loads.meet(place) && !this->loads.meet(stored);
    }
};

}  // namespace

std::vector<Chain> chains(const std::vector<Stmt> &statements) {
    std::vector<Chain> found;
    std::vector<Open> open;
    const auto close = [&](const Open &ended) {
        if (ended.chain.members.size() > 1) {
            found.push_back(ended.chain);
        }
    };
    for (size_t at = 0; at < statements.size(); at++) {
        const Store *store = plain_store(statements[at]);
        // A let in it may have the name of one in a store before.
        const Expr value = store ? without_lets(store->value) : Expr();
        const Loads loads(value);
        std::vector<Open> still;
        if (store && loads.pure) {
            const Location stored{store->name, store->index};
            Open own{stored, {{at}, value}, loads};
            for (Open &each : open) {
                if (each.takes(stored, loads)) {
                    own.chain.value = Forward(each.place, each.chain.value).mutate(value);
                    own.chain.members = each.chain.members;
                    own.chain.members.push_back(at);
                    own.loads = Loads(own.chain.value);
                } else if (each.outlasts(stored, loads)) {
                    still.push_back(std::move(each));
                } else {
                    close(each);
                }
            }
            if (still.size() == kMostOpen) {
                close(still.front());
                still.erase(still.begin());
            }
            still.push_back(std::move(own));
        } else {
            std::for_each(open.begin(), open.end(), close);
        }
        open = std::move(still);
    }
    std::for_each(open.begin(), open.end(), close);
    return found;
}

}  // namespace isotope
