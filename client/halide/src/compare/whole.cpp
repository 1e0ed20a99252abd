#include "compare/whole.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "compare/compared.h"
#include "frontend/signature.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

// What a statement takes from outside: buffers, parameters, and memory that others allocate.
class Arguments : public IRVisitor {
  public:
    std::vector<LoweredArgument> found;

  private:
    std::set<std::string> names;
    Scope<> bound;

    void take(const std::string &name, const Type &type) {
        static const std::string kBuffer = ".buffer";
        if (bound.contains(name) || !names.insert(name).second) {
            return;
        }
        const size_t stem = name.size() - std::min(name.size(), kBuffer.size());
        if (name.compare(stem, std::string::npos, kBuffer) == 0) {
            found.emplace_back(name.substr(0, stem), Argument::InputBuffer, UInt(8), 1, ArgumentEstimates());
        } else {
            found.emplace_back(name, Argument::InputScalar, type, 0, ArgumentEstimates());
        }
    }

    template <typename Op>
    void bind(const Op *op) {
        const ScopedBinding<> binding(bound, op->name);
        op->body.accept(this);
    }

    using IRVisitor::visit;
    void visit(const Variable *op) override { take(op->name, op->type); }
    void visit(const Load *op) override {
        take(op->name, type_of<void *>());
        IRVisitor::visit(op);
    }
    void visit(const Store *op) override {
        take(op->name, type_of<void *>());
        IRVisitor::visit(op);
    }
    void visit(const Let *op) override {
        op->value.accept(this);
        bind(op);
    }
    void visit(const LetStmt *op) override {
        op->value.accept(this);
        bind(op);
    }
    void visit(const For *op) override {
        op->min.accept(this);
        op->extent.accept(this);
        bind(op);
    }
    void visit(const Allocate *op) override {
        for (const Expr &extent : op->extents) {
            extent.accept(this);
        }
        op->condition.accept(this);
        if (op->new_expr.defined()) {
            op->new_expr.accept(this);
        }
        bind(op);
    }
};

}  // namespace

std::optional<bool> comes_to_an_end(const Stmt &stmt, const Machine &machine, const Target &target,
                                    const TimeLeft &time_left) {
    Arguments arguments;
    stmt.accept(&arguments);
    Outlined whole;
    whole.arguments = std::move(arguments.found);
    whole.selected = stmt;
    whole.is_whole = true;
    std::ostringstream text;
    text << stmt;
    whole.name = "whole " + std::to_string(text.str().size()) + " " + digest(text.str());
    const isotope_compared &known = costs_of({whole}, machine, target, time_left)[0];
    if (!known.known) {
        return std::nullopt;
    }
    return known.selected_cost != 0 && known.selected_cost != UINT64_MAX;
}

}  // namespace isotope
