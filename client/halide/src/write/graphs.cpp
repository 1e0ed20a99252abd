#include "write/graphs.h"

#include <vector>

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// A tree of more nodes is walked as a graph or not at all.
constexpr int kSmallTree = 1000;

// A node's known form holds as long as no other let comes into scope.
class Inline : public IRMutator {
  public:
    using IRMutator::mutate;
    Expr mutate(const Expr &e) override {
        const auto known = done.back().find(e);
        if (known != done.back().end()) {
            return known->second;
        }
        const Expr made = IRMutator::mutate(e);
        done.back().emplace(e, made);
        return made;
    }

  private:
    using IRMutator::visit;
    Expr visit(const Let *op) override {
        const ScopedBinding<Expr> bind(values, op->name, mutate(op->value));
        done.emplace_back();
        const Expr body = mutate(op->body);
        done.pop_back();
        return body;
    }
    Expr visit(const Variable *op) override {
        const Expr *value = values.find(op->name);
        return value ? *value : Expr(op);
    }

    Scope<Expr> values;
    std::vector<std::map<Expr, Expr, ExprCompare>> done{1};
};

class HasLets : public IRGraphVisitor {
  public:
    bool found = false;

  private:
    using IRGraphVisitor::visit;
    void visit(const Let *) override { found = true; }
};

// Counts a tree's nodes until they are too many.
class TreeSize : public IRGraphVisitor {
  public:
    int nodes = 0;

    void include(const Expr &e) override {
        if (++nodes <= kSmallTree) {
            e.accept(this);
        }
    }
};

}  // namespace

Expr without_lets(const Expr &value) {
    HasLets lets;
    value.accept(&lets);
    return lets.found ? Inline().mutate(value) : value;
}

bool is_small_tree(const Expr &value) {
    TreeSize size;
    size.include(value);
    return size.nodes <= kSmallTree;
}

Expr with_lets(const Expr &value) {
    return is_small_tree(value) ? value : common_subexpression_elimination(value);
}

}  // namespace isotope
