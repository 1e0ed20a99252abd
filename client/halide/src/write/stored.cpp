#include "write/stored.h"

#include <set>

#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// A range of one buffer may depend on another's: so many are taken in a row.
constexpr int kRounds = 3;

// Buffers that are loaded and stored under their names and mentioned nowhere else.
class Own : public IRGraphVisitor {
  public:
    std::set<std::string> allocated, mentioned;

  private:
    using IRGraphVisitor::visit;
    void visit(const Allocate *op) override {
        allocated.insert(op->name);
        if (op->new_expr.defined()) {
            mentioned.insert(op->name);
        }
        IRGraphVisitor::visit(op);
    }
    void visit(const Variable *op) override { mentioned.insert(op->name); }
};

// Loads of buffers with a range as variables that have it. Where t holds 0 to 15:
//   uint16x8(t[ramp(x, 1, 8)])*16     ->     uint16x8(stored in t)*16, whose range is 0 to 240
class Known : public IRGraphMutator {
  public:
    Known(const Stored &stored, Ranges &ranges) : stored(stored), ranges(ranges) {}

  private:
    using IRGraphMutator::visit;
    Expr visit(const Load *op) override {
        const auto known = range_of(op, stored);
        if (!known) {
            return op;
        }
        const std::string name = "stored in " + op->name;
        if (!ranges.contains(name)) {
            ranges.push(name, *known);
        }
        return Variable::make(op->type, name);
    }

    const Stored &stored;
    Ranges &ranges;
};

// Visits every statement as often as it stands there, each time with the facts of that place, and no
// expression.
class Collector : public IRGraphVisitor {
  public:
    Stored found;

    Collector(const std::set<std::string> &own, const Stored &before) : own(own), before(before) {}

  private:
    void include(const Expr &) override {}
    void include(const Stmt &stmt) override { stmt.accept(this); }

    using IRGraphVisitor::visit;
    ConstantInterval range(const Expr &value) {
        const Expr known = Known(before, ranges).mutate(without_lets(value));
        return Bounds(ranges).of(known);
    }
    void visit(const Store *op) override {
        if (!own.count(op->name)) {
            return;
        }
        const Type type = op->value.type();
        const ConstantInterval all = type.is_int_or_uint() && type.bits() <= 32 ? range(op->value) : ConstantInterval::everything();
        Held &held = found.emplace(op->name, Held{type.element_of(), all}).first->second;
        held.range = held.type == type.element_of() ? ConstantInterval::make_union(held.range, all) : ConstantInterval::everything();
    }
    void visit(const LetStmt *op) override {
        const ConstantInterval all = op->value.type().is_int_or_uint() ? range(op->value) : ConstantInterval::everything();
        const ScopedBinding<ConstantInterval> bind(ranges, op->name, all);
        op->body.accept(this);
    }
    void visit(const For *op) override {
        const ScopedBinding<ConstantInterval> bind(ranges, op->name, loop_range(op, ranges));
        op->body.accept(this);
    }

    const std::set<std::string> &own;
    const Stored &before;
    Ranges ranges;
};

}  // namespace

std::optional<ConstantInterval> range_of(const Load *load, const Stored &stored) {
    const auto known = stored.find(load->name);
    const bool same = known != stored.end() && known->second.type == load->type.element_of() && is_const_one(load->predicate);
    return same ? std::optional(known->second.range) : std::nullopt;
}

ConstantInterval loop_range(const For *loop, const Ranges &ranges) {
    Bounds bounds(ranges);
    const ConstantInterval first = bounds.of(without_lets(loop->min));
    ConstantInterval all = bounds.of(without_lets(loop->min + loop->extent - 1));
    all.min = first.min;
    all.min_defined = first.min_defined;
    return all;
}

Stored stored_ranges(const Stmt &stmt) {
    Own names;
    stmt.accept(&names);
    std::set<std::string> own;
    for (const std::string &name : names.allocated) {
        if (!names.mentioned.count(name) && !names.mentioned.count(name + ".buffer")) {
            own.insert(name);
        }
    }
    Stored known;
    for (int round = 0; round < kRounds; round++) {
        Collector collector(own, known);
        stmt.accept(&collector);
        known = std::move(collector.found);
    }
    for (auto each = known.begin(); each != known.end();) {
        each = each->second.range.is_bounded() ? std::next(each) : known.erase(each);
    }
    return known;
}

}  // namespace isotope
