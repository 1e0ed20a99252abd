#include "write/leaves.h"

#include <algorithm>

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// A name of the text form, which is short of some that Halide allows.
bool is_plain(const std::string &name) {
    const auto inside = [](unsigned char c) { return isalnum(c) || c == '_' || c == '.' || c == '$'; };
    return !name.empty() && name.size() <= 256 && (isalpha((unsigned char)name[0]) || name[0] == '_') &&
           std::all_of(name.begin(), name.end(), inside);
}

// An index as a symbolic part, undefined if there is none, and a constant: x and -3 of (x + 1) - 4.
struct Split {
    Expr base;
    int64_t offset = 0;
};

// Splits an index and remembers its parts, which may be shared.
class Splitter {
  public:
    Split split(const Expr &index) {
        const auto known = done.find(index);
        if (known != done.end()) {
            return known->second;
        }
        return done[index] = fresh(index);
    }

  private:
    Split fresh(const Expr &index) {
        Split whole;
        if (const auto constant = as_const_int(index)) {
            return {Expr(), *constant};
        } else if (const Add *add = index.as<Add>()) {
            const Split a = split(add->a), b = split(add->b);
            if (!__builtin_add_overflow(a.offset, b.offset, &whole.offset)) {
                whole.base = !a.base.defined() ? b.base : !b.base.defined() ? a.base : a.base + b.base;
                return whole;
            }
        } else if (const Sub *sub = index.as<Sub>()) {
            const auto constant = as_const_int(sub->b);
            const Split a = constant ? split(sub->a) : Split{index, 0};
            if (constant && !__builtin_sub_overflow(a.offset, *constant, &whole.offset)) {
                whole.base = a.base;
                return whole;
            }
        }
        return {index, 0};
    }

    std::map<Expr, Split, ExprCompare> done;
};

}  // namespace

isotope_type asked_type(const Type &type) {
    const isotope_kind kind = type.is_int()      ? ISOTOPE_INT
                              : type.is_uint()   ? ISOTOPE_UINT
                              : type.is_bfloat() ? ISOTOPE_BFLOAT
                              : type.is_float()  ? ISOTOPE_FLOAT
                                                 : 0;
    return {kind, (uint32_t)type.bits(), (uint32_t)type.lanes()};
}

isotope_node Leaves::node(const Expr &value, Graph *graph) {
    const auto [place, fresh] = by_value.emplace(value, ISOTOPE_NO_NODE);
    if (fresh) {
        const Load *load = value.as<Load>();
        Leaf leaf{"l" + std::to_string(leaves.size()), asked_type(value.type()), std::nullopt, range(value)};
        leaf.address = load ? address(*load) : std::nullopt;
        place->second = graph->leaf(leaf);
        leaves.push_back(std::move(leaf));
        values.push_back(value);
    }
    return place->second;
}

// in[ramp(x + 4, 2, 8)]     load in[b0 + 4, stride 2], where the base b0 is x
std::optional<Address> Leaves::address(const Load &load) {
    // A load under a condition may fail without it.
    if (!is_const_one(load.predicate) || !is_plain(load.name)) {
        return std::nullopt;
    }
    const Ramp *ramp = load.index.as<Ramp>();
    const auto stride = ramp ? as_const_int(ramp->stride) : std::optional<int64_t>(1);
    if (!stride || (!ramp && load.type.is_vector()) || (ramp && ramp->base.type().is_vector())) {
        return std::nullopt;
    }
    const Split index = Splitter().split(ramp ? ramp->base : load.index);
    return Address{load.name, index.base.defined() ? base(index.base) : "", index.offset, *stride};
}

std::string Leaves::base(const Expr &value) {
    const auto [place, fresh] = bases_by_value.emplace(value, bases.size());
    if (fresh) {
        bases.push_back({"b" + std::to_string(bases.size()), value});
    }
    return bases[place->second].name;
}

// The bounds of a value, if they are more than its type says: 0 and 15 of a scalar min(w, 15) of type uint8.
std::optional<std::pair<int64_t, int64_t>> Leaves::range(const Expr &value) {
    const Type type = value.type();
    if (!type.is_int_or_uint() || type.bits() > 32) {
        return {};
    }
    ConstantInterval known = bounds.of(value);
    const Load *load = value.as<Load>();
    if (const auto held = load ? range_of(load, facts.stored) : std::nullopt) {
        known = ConstantInterval::make_intersection(known, *held);
    }
    if (!known.is_bounded()) {
        return {};
    }
    const int64_t low = type.is_int() ? -(int64_t(1) << (type.bits() - 1)) : 0;
    const int64_t high = low + (int64_t(1) << type.bits()) - 1;
    const int64_t min = std::max(known.min, low), max = std::min(known.max, high);
    if (min > max || (min == low && max == high)) {
        return {};
    }
    return std::make_pair(min, max);
}

}  // namespace isotope
