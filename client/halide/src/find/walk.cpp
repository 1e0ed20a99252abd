#include "find/walk.h"

#include <algorithm>
#include <optional>

#include "find/bodies.h"
#include "find/chains.h"
#include "find/iterations.h"
#include "find/lines.h"
#include "find/rows.h"
#include "write/graphs.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

bool is_trivial(const Expr &e) {
    return e.as<Load>() || e.as<Broadcast>() || e.as<Variable>() || e.as<Ramp>() || is_const(e);
}

// The statements that a block does one after the other: a, b, c of Block(Block(a, b), c).
void flatten(const Stmt &stmt, std::vector<Stmt> *flat) {
    if (const Block *block = stmt.as<Block>()) {
        flatten(block->first, flat);
        flatten(block->rest, flat);
    } else {
        flat->push_back(stmt);
    }
}

// The reductions to a scalar that a scalar is made from, each in the place of what `each` gives for it:
//   s[0] + (int32)vector_reduce_add(v)     ->     s[0] + each((int32)vector_reduce_add(v))
class Reductions : public IRGraphMutator {
  public:
    explicit Reductions(std::function<Expr(const Expr &)> each) : each(std::move(each)) {}

  private:
    using IRGraphMutator::visit;
    Expr visit(const VectorReduce *op) override { return op->type.is_scalar() ? each(op) : Expr(op); }

    const std::function<Expr(const Expr &)> each;
};

// The value of the only store in a statement.
Expr stored_value(const Stmt &stmt) {
    struct Finder : IRGraphVisitor {
        Expr value;
        using IRGraphVisitor::visit;
        void visit(const Store *op) override { value = op->value; }
    } finder;
    stmt.accept(&finder);
    return finder.value;
}

Stmt stored(const Store *op, const Expr &value) {
    return Store::make(op->name, value, op->index, op->param, op->predicate, op->alignment);
}

}  // namespace

Stmt Walk::mutate(const Stmt &stmt) {
    if (stmt.as<LetStmt>() || stmt.as<Store>()) {
        return IRMutator::mutate(stmt);
    }
    std::vector<Bound> outer;
    outer.swap(bound);
    around = outer;
    const Stmt walked = IRMutator::mutate(stmt);
    bound.swap(outer);
    return walked;
}

Stmt Walk::inside(const LetStmt *op, const Expr &value) {
    return LetStmt::make(op->name, value, mutate(op->body));
}

// A store has a window of its own value, and one with the lets around it that are vectors:
//   let t = a*b                  "let t": a*b
//   out[i] = t + c               "store out": t + c, and "whole store out": let t = a*b in t + c
Stmt Walk::visit(const Store *op) {
    const size_t own = number;
    const Expr value = visited(op->value, "store " + op->name);
    Choice choice;
    choice.whole = op->value;
    Expr &whole = choice.whole;
    for (auto let = bound.rbegin(); let != bound.rend(); ++let) {
        if (let->op->value.type().is_vector() && expr_uses_var(whole, let->op->name)) {
            whole = Let::make(let->op->name, let->op->value, whole);
            choice.lets++;
            for (size_t window : let->windows) {
                choice.single.push_back(window);
                choice.values.push_back(let->op->value);
            }
        }
    }
    // Of several reductions in one scalar there is none that stands for the store.
    if (choice.single.empty() || number != own + 1) {
        return value.same_as(op->value) ? Stmt(op) : stored(op, value);
    }
    choice.single.push_back(own);
    choice.values.push_back(op->value);
    // A reduction inside a scalar is found where no let stands between it and what it reads.
    const Expr asked = whole.type().is_scalar() ? without_lets(whole) : whole;
    together(choice);
    const Expr in_one = visited(asked, "whole store " + op->name);
    return stored(op, in_one.same_as(asked) ? value : in_one);
}

Stmt Walk::visit(const LetStmt *op) {
    const size_t own = number;
    const Expr value = visited(op->value, "let " + op->name);
    bound.push_back({op, number == own ? std::vector<size_t>() : std::vector<size_t>{own}});
    const ScopedValue<Lets> inner(lets, op->value.type() == Int(32) ? lets.with(op->name, op->value) : lets);
    const Stmt walked = inside(op, value);
    bound.pop_back();
    return walked;
}

// Each statement is walked, and then each chain of stores is one value more. Where that has an answer, only the last store stays:
//   f[i] = f[i] + a              "store f": f[i] + a
//   f[i] = f[i] + b              "store f": f[i] + b, and "stores f": (f[i] + a) + b
// Stores that share work are one value more, too: "several stores f, g", as find/results.h shows it.
Stmt Walk::visit(const Block *op) {
    const std::vector<Bound> outside = around;
    std::vector<Stmt> statements;
    flatten(op, &statements);
    const std::vector<Chain> found = chains(statements);
    std::vector<size_t> first, ends;  // the number of each statement's first value, and that after its last one
    std::vector<Stmt> done;
    for (const Stmt &statement : statements) {
        first.push_back(number);
        done.push_back(mutate(statement));
        ends.push_back(number);
    }
    std::set<size_t> chained;
    for (const Chain &each : found) {
        Choice choice;
        for (size_t member : each.members) {
            chained.insert(member);
            const Store *store = statements[member].as<Store>();
            if (!is_trivial(store->value)) {
                choice.single.push_back(first[member]);
            }
        }
        together(choice);
        const Store *last = statements[each.members.back()].as<Store>();
        const Expr value = visited(each.value, "stores " + last->name);
        if (!value.same_as(each.value)) {
            for (size_t member : each.members) {
                done[member] = Evaluate::make(0);
            }
            done[each.members.back()] = stored(last, value);
        }
    }
    std::vector<const LetStmt *> outer;
    for (const Bound &let : outside) {
        outer.push_back(let.op);
    }
    const std::vector<StoreGroup> several = several_results(statements, chained, outer, lets, bytes);
    std::vector<Expr> values;
    for (const StoreGroup &group : several) {
        values.push_back(of_results(group, statements, ends, outside));
    }
    return with_results(done, several, values, bytes);
}

// The value of several results; undefined where they stay as they are.
Expr Walk::of_results(const StoreGroup &group, const std::vector<Stmt> &statements, const std::vector<size_t> &ends,
                      const std::vector<Bound> &outside) {
    Choice choice;
    choice.whole = group.value;
    choice.of_results = true;
    for (const Let *let = group.value.as<Let>(); let; let = let->body.as<Let>()) {
        choice.lets++;
    }
    for (const Bound &let : outside) {
        if (std::count(group.lets.begin(), group.lets.end(), let.op)) {
            for (size_t window : let.windows) {
                choice.single.push_back(window);
                choice.values.push_back(let.op->value);
            }
        }
    }
    std::string names;
    for (size_t i = 0; i < group.members.size(); i++) {
        const size_t member = group.members[i];
        const Store *store = Body(statements[member]).store;
        if (!is_trivial(store->value)) {
            // The last window of a statement is that of the store with its lets, where it has such.
            choice.single.push_back(ends[member] - 1);
            choice.values.push_back(group.values[i]);
        }
        names += (names.empty() ? "" : ", ") + store->name;
    }
    together(choice);
    const Expr value = visited(group.value, "several stores " + names);
    return value.same_as(group.value) ? Expr() : value;
}

// A loop is walked, and then its iterations are one value more: "row of store s", as find/rows.h shows it, or "iterations of store out".
// Several iterations of a loop over lines are "store column of 4 lines", as find/lines.h shows it.
Stmt Walk::visit(const For *op) {
    const size_t own = number;
    Stmt walked;
    inside(op, [&] { walked = IRMutator::visit(op); });
    if (number == own) {
        loops[op] = {walked, {}, {}};
        return walked;
    }
    Choice choice;
    choice.of_loop = true;
    // The last one is of all that an iteration does.
    choice.single = {number - 1};
    const bool is_single = number == own + 1;
    loops[op] = {walked, is_single ? choice.single : std::vector<size_t>(), {}};
    if (const auto row = reduced_row(op, bytes); row && !is_trivial(row->value)) {
        const Expr value = in_loop(op, choice, row->value, "row of store " + row->store->name);
        return value.same_as(row->value) ? walked : row->with(value);
    }
    const std::optional<Iterations> several = is_single ? several_iterations(op, bytes) : std::nullopt;
    if (!several) {
        return in_lines(op, walked);
    }
    choice.iterations = several->count;
    loops[op].in_iterations = {{number, several->count}};
    const Store *store = several->store();
    const Expr value = in_loop(several->loop.as<For>(), choice, store->value, "iterations of store " + store->name);
    loops[op].stmt = value.same_as(store->value) ? walked : several->with(value, walked);
    return loops[op].stmt;
}

// The loop, or lines of it at once where those have answers.
Stmt Walk::in_lines(const For *op, const Stmt &walked) {
    const Lines lines = several_lines(op, bytes, most_lines);
    std::vector<Expr> values;
    bool any = false;
    for (const Lines::Joined &joined : lines.joined) {
        values.emplace_back();
        Choice choice;
        choice.of_loop = true;
        choice.of_lines = true;
        choice.iterations = lines.count;
        for (size_t i : joined.loops) {
            const Walked &one = loops[lines.loops[i]];
            choice.single.insert(choice.single.end(), one.windows.begin(), one.windows.end());
            choice.in_iterations.insert(choice.in_iterations.end(), one.in_iterations.begin(), one.in_iterations.end());
            choice.variables.push_back(lines.loops[i]->name);
        }
        if (choice.single.size() != joined.loops.size()) {
            continue;
        }
        together(choice);
        const Expr value = stored_value(mutate(joined.asked));
        if (!value.same_as(stored_value(joined.asked))) {
            values.back() = value;
            any = true;
        }
    }
    if (!any) {
        return walked;
    }
    std::map<const For *, Stmt> done;
    for (const For *each : lines.loops) {
        done[each] = loops[each].stmt;
    }
    return lines.with(values, done, walked);
}

Expr Walk::in_loop(const For *op, const Choice &choice, const Expr &of_iterations, const std::string &place) {
    together(choice);
    Expr value;
    inside(op, [&] { value = visited(of_iterations, place); });
    return value;
}

Expr Walk::visited(const Expr &value, const std::string &place) {
    const auto next = [&](const Expr &each) {
        number++;
        return at(each, place);
    };
    if (value.type().is_scalar()) {
        return Reductions(next).mutate(value);
    }
    return is_trivial(value) ? value : next(value);
}

}  // namespace isotope
