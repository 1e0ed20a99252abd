#include "find/places.h"

#include <algorithm>
#include <cstdlib>

#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

bool Location::is(const Location &other) const {
    return buffer == other.buffer && graph_equal(index, other.index);
}

bool Location::meets(const Location &other) const {
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

Loads::Loads(const Expr &e) {
    if (e.defined()) {
        include(e);
    }
}

bool Loads::meet(const Location &place) const {
    return std::any_of(places.begin(), places.end(), [&](const Location &p) { return p.meets(place); });
}

void Loads::visit(const Load *op) {
    places.push_back({op->name, op->index});
    IRGraphVisitor::visit(op);
}

void Loads::visit(const Call *op) {
    pure = pure && op->is_pure();
    IRGraphVisitor::visit(op);
}

const Store *plain_store(const Stmt &statement) {
    const Store *store = statement.as<Store>();
    const bool plain = store && store->value.type().is_vector() && is_const_one(store->predicate);
    return plain ? store : nullptr;
}

}  // namespace isotope
