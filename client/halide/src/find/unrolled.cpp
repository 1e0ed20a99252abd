#include "find/unrolled.h"

#include <map>

#include "find/iterations.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

// Two iterations cost less than this share of twice one: what is saved must outweigh the loop for an odd last iteration.
constexpr double kWorth = 0.95;

// As many loops of a pipeline are looked at: each that the service does not know is compiled twice.
constexpr size_t kMost = 64;

struct Loop {
    const For *loop;
    Iterations two;
};

// Walks no expression.
class Loops : public IRGraphVisitor {
  public:
    Loops(int bytes, const Target &target) : bytes(bytes), target(target) {}

    std::vector<Loop> found;

  private:
    void include(const Expr &) override {}
    using IRGraphVisitor::include;
    using IRGraphVisitor::visit;
    void visit(const For *op) override {
        const auto two = found.size() < kMost ? two_iterations(op, bytes) : std::nullopt;
        // Of a short loop an odd last iteration is too much.
        if (two && deciding_iterations(op, target) % 2 == 0) {
            found.push_back({op, *two});
        } else {
            include(op->body);
        }
    }

    const int bytes;
    const Target &target;
};

class Joiner : public IRMutator {
  public:
    explicit Joiner(const std::map<const For *, Stmt> &joined) : joined(joined) {}

    using IRMutator::mutate;
    Expr mutate(const Expr &e) override { return e; }

  private:
    using IRMutator::visit;
    Stmt visit(const For *op) override {
        const auto found = joined.find(op);
        return found == joined.end() ? IRMutator::visit(op) : found->second;
    }

    const std::map<const For *, Stmt> &joined;
};

}  // namespace

Unrolled unrolled(const Stmt &stmt, int bytes, const Machine &machine, const Target &target, const TimeLeft &time_left) {
    Loops loops(bytes, target);
    stmt.accept(&loops);
    Unrolled made{stmt};
    if (loops.found.empty()) {
        return made;
    }
    std::vector<Outlined> both;
    for (const Loop &each : loops.found) {
        const std::string &variable = each.loop->name;
        const Expr of_two = graph_substitute(each.two.loop.as<For>()->name, Variable::make(Int(32), variable), each.two.store()->value);
        const Surroundings scope{0, variable, {}, deciding_iterations(each.loop, target)};
        both.push_back(outline({{each.two.of_one, of_two, &scope}}));
    }
    const Costs known = costs_of(both, machine, target, time_left);
    const double worth = worth_at_once(target, kWorth);
    std::map<const For *, Stmt> joined;
    for (size_t i = 0; i < known.size(); i++) {
        const isotope_compared &cost = known[i];
        const auto &[loop, two] = loops.found[i];
        made.unknown += !cost.known;
        if (has_both(cost) && (double)cost.selected_cost < worth * cost.own_cost * two.count) {
            const Expr value = common_subexpression_elimination(two.store()->value);
            joined.emplace(loop, two.with(value, loop));
        }
    }
    made.loops = joined.size();
    made.stmt = Joiner(joined).mutate(stmt);
    return made;
}

}  // namespace isotope
