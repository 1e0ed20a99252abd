#include "find/rows.h"

#include <utility>

#include "find/bodies.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// Of fewer iterations the lanes are joined as cheaply in each.
constexpr int kFewestIterations = 3;

Expr combined(VectorReduce::Operator op, const Expr &a, const Expr &b) {
    switch (op) {
        case VectorReduce::Min:
            return Min::make(a, b);
        case VectorReduce::Max:
            return Max::make(a, b);
        default:
            return Add::make(a, b);
    }
}

// Both sides of what a reduction of that kind is combined by; none for another expression. `max(a, b)` has a and b for a Max.
std::optional<std::pair<Expr, Expr>> sides(VectorReduce::Operator op, const Expr &e) {
    const Add *sum = op == VectorReduce::Add ? e.as<Add>() : nullptr;
    const Min *least = op == VectorReduce::Min ? e.as<Min>() : nullptr;
    const Max *most = op == VectorReduce::Max ? e.as<Max>() : nullptr;
    if (sum) {
        return {{sum->a, sum->b}};
    }
    if (least) {
        return {{least->a, least->b}};
    }
    if (most) {
        return {{most->a, most->b}};
    }
    return {};
}

// Whether an expression loads from a buffer.
bool loads_from(const Expr &e, const std::string &buffer) {
    struct Loads : IRGraphVisitor {
        explicit Loads(const std::string &buffer) : buffer(buffer) {}
        const std::string &buffer;
        bool found = false;
        using IRGraphVisitor::visit;
        void visit(const Load *op) override {
            found = found || op->name == buffer;
            IRGraphVisitor::visit(op);
        }
    } loads(buffer);
    e.accept(&loads);
    return loads.found;
}

// With registers of 32 bytes and `v` of type uint32x64, the row's value is (uint32x8)vector_reduce_add(v) of this loop:
//   for (x, 0, 64) s[0] = s[0] + (uint32)vector_reduce_add(v)
std::optional<Row> row_of(const For *loop, int bytes) {
    const auto iterations = as_const_int(loop->extent);
    if (loop->for_type != ForType::Serial || loop->device_api != DeviceAPI::None || (iterations && *iterations < kFewestIterations)) {
        return {};
    }
    const Body body(loop->body);
    const Store *store = body.store;
    if (!store || !store->value.type().is_scalar() || !store->value.type().is_int_or_uint() || store->value.type().bits() < 8 ||
        !is_const_one(store->predicate)) {
        return {};
    }
    for (const auto op : {VectorReduce::Add, VectorReduce::Min, VectorReduce::Max}) {
        const auto both = sides(op, store->value);
        if (!both) {
            continue;
        }
        for (const auto &[scalar, reduced] : {*both, std::make_pair(both->second, both->first)}) {
            const Load *before = scalar.as<Load>();
            const VectorReduce *reduction = reduced.as<VectorReduce>();
            if (!before || !reduction || reduction->op != op || before->name != store->name || !equal(before->index, store->index) ||
                !is_const_one(before->predicate)) {
                continue;
            }
            Row row;
            row.loop = loop;
            row.op = op;
            row.store = store;
            row.index = body.inside(store->index);
            row.scalar = body.inside(scalar);
            const Expr all = body.inside(reduction->value);
            const int lanes = bytes / all.type().bytes();
            if (expr_uses_var(row.index, loop->name) || loads_from(all, store->name) || loads_from(row.index, store->name) ||
                all.type().lanes() % lanes != 0) {
                return {};
            }
            row.value = all.type().lanes() == lanes ? all : VectorReduce::make(op, all, lanes);
            return row;
        }
    }
    return {};
}

}  // namespace

// for (x, 0, 64) s[0] = s[0] + (uint32)vector_reduce_add(v)
// ->  allocate x.row[uint32 * 8]
//     x.row[ramp(0, 1, 8)] = x8((uint32)0)
//     for (x, 0, 64) x.row[ramp(0, 1, 8)] = x.row[ramp(0, 1, 8)] + value
//     s[0] = s[0] + (uint32)vector_reduce_add(x.row[ramp(0, 1, 8)])
Stmt Row::with(const Expr &value) const {
    // Without signs sums wrap around, so that what one lane adds up to may be more than the whole is.
    const Type own = value.type(), type = op == VectorReduce::Add ? own.with_code(Type::UInt) : own;
    const auto as = [](const Type &type, const Expr &e) {
        const Type wanted = type.with_lanes(e.type().lanes());
        return e.type() == wanted ? e : reinterpret(wanted, e);
    };
    const std::string name = loop->name + ".row";
    const Expr place = Ramp::make(0, 1, type.lanes()), always = const_true(type.lanes());
    const Expr held = Load::make(type, name, place, Buffer<>(), Parameter(), always, ModulusRemainder());
    const auto hold = [&](const Expr &e) { return Store::make(name, e, place, Parameter(), always, ModulusRemainder()); };
    // The register begins with what changes nothing: 0 of a sum, or the scalar that is there before.
    const Expr first = op == VectorReduce::Add ? make_zero(type.element_of()) : scalar;
    const Stmt iterations = For::make(loop->name, loop->min, loop->extent, loop->for_type, loop->partition_policy, loop->device_api,
                                      hold(combined(op, held, as(type, value))));
    const Expr joined = combined(op, as(type, scalar), VectorReduce::make(op, held, 1));
    const Stmt last = Store::make(store->name, as(own, joined), index, store->param, store->predicate, store->alignment);
    const Stmt all = Block::make({hold(Broadcast::make(first, type.lanes())), iterations, last});
    const Stmt row = Allocate::make(name, type.element_of(), MemoryType::Stack, {type.lanes()}, const_true(), all);
    // A loop without iterations touches nothing, not even the scalar.
    return as_const_int(loop->extent) ? row : IfThenElse::make(loop->extent > 0, row);
}

std::optional<Row> reduced_row(const For *loop, int bytes) {
    return unless_refused([&] { return row_of(loop, bytes); });
}

}  // namespace isotope
