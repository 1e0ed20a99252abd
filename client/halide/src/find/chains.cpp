#include "find/chains.h"

#include <algorithm>
#include <cstdlib>

#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// As many neighbours as the widest sum of products of one instruction takes.
constexpr size_t kLongest = 4;

// The most chains that are under way at once, as each store is held against all of them. The oldest ends first.
constexpr size_t kMostOpen = 32;

// Elements of a buffer.
struct Location {
    std::string buffer;
    Expr index;

    bool is(const Location &other) const { return buffer == other.buffer && graph_equal(index, other.index); }

    // Whether they may have an element in common: in[ramp(x, 1, 8)] has some of in[ramp(x + 4, 1, 8)], and none of in[ramp(x + 8, 1, 8)].
    bool meets(const Location &other) const {
        if (buffer != other.buffer) {
            return false;
        }
        const Ramp *a = index.as<Ramp>(), *b = other.index.as<Ramp>();
        if (!a || !b || !is_const_one(a->stride) || !is_const_one(b->stride)) {
            return true;
        }
        const Expr distance = a->base - b->base;
        const auto constant = as_const_int(is_small_tree(distance) ? simplify(distance) : distance);
        return !constant || std::llabs(*constant) < std::max(a->lanes, b->lanes);
    }
};

// The places from which an expression loads.
class Loads : public IRGraphVisitor {
  public:
    std::vector<Location> places;
    bool pure = true;  // it calls nothing that does more than compute

    // Of nothing where there is no expression.
    explicit Loads(const Expr &e) {
        if (e.defined()) {
            include(e);
        }
    }
    bool meet(const Location &place) const {
        return std::any_of(places.begin(), places.end(), [&](const Location &p) { return p.meets(place); });
    }

  private:
    using IRGraphVisitor::visit;
    void visit(const Load *op) override {
        places.push_back({op->name, op->index});
        IRGraphVisitor::visit(op);
    }
    void visit(const Call *op) override {
        pure = pure && op->is_pure();
        IRGraphVisitor::visit(op);
    }
};

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

const Store *plain_store(const Stmt &statement) {
    const Store *store = statement.as<Store>();
    const bool plain = store && store->value.type().is_vector() && is_const_one(store->predicate);
    return plain ? store : nullptr;
}

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
