#include "find/alike.h"

#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

Expr base_of(const Expr &load) {
    return load.as<Load>()->index.as<Ramp>()->base;
}

}  // namespace

void Alike::begin_line() {
    expr_replacements.clear();
    earlier.merge(met);
    met.clear();
}

Expr Alike::visit(const Load *op) {
    const Ramp *ramp = op->index.as<Ramp>();
    const auto place = ramp && is_const_one(op->predicate) ? ramp_of(*op, lets) : std::nullopt;
    if (!place || op->type.is_scalar() || !is_small_tree(ramp->base)) {
        return op;
    }
    const Key key = std::make_tuple(op->name, op->type, place->base, place->stride);
    const auto other = earlier.find(key);
    if (other == earlier.end()) {
        met[key].emplace(place->offset, op);
        return op;
    }
    const auto same = other->second.find(place->offset);
    if (same != other->second.end()) {
        found += depends(ramp->base, variable, lets);
        return same->second;
    }
    const auto &[offset, near] = *other->second.begin();
    const int64_t apart = place->offset - offset;
    if (apart != (int)apart) {
        return op;
    }
    const Expr index = Ramp::make(base_of(near) + (int)apart, ramp->stride, ramp->lanes);
    return Load::make(op->type, op->name, index, op->image, op->param, op->predicate, op->alignment);
}

}  // namespace isotope
