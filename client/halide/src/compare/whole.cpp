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

// The buffers, parameters and memory of others that a statement takes from outside: `out`, `in` and `w` of the loop below. No name of a
// lowered statement stands for two things.
//   for (x, 0, 8) out[x] = in[x]*w
class Arguments : public IRGraphVisitor {
  public:
    std::vector<LoweredArgument> found() const {
        static const std::string kBuffer = ".buffer";
        std::vector<LoweredArgument> found;
        for (const auto &[name, type] : used) {
            const size_t stem = name.size() - std::min(name.size(), kBuffer.size());
            if (bound.count(name)) {
                continue;
            } else if (name.compare(stem, std::string::npos, kBuffer) == 0) {
                found.emplace_back(name.substr(0, stem), Argument::InputBuffer, UInt(8), 1, ArgumentEstimates());
            } else {
                found.emplace_back(name, Argument::InputScalar, type, 0, ArgumentEstimates());
            }
        }
        return found;
    }

  private:
    std::vector<std::pair<std::string, Type>> used;  // each once
    std::set<std::string> seen, bound;

    void use(const std::string &name, const Type &type) {
        if (seen.insert(name).second) {
            used.emplace_back(name, type);
        }
    }

    template <typename Op>
    void bind(const Op *op) {
        bound.insert(op->name);
        IRGraphVisitor::visit(op);
    }

    using IRGraphVisitor::visit;
    void visit(const Variable *op) override { use(op->name, op->type); }
    void visit(const Load *op) override {
        use(op->name, type_of<void *>());
        IRGraphVisitor::visit(op);
    }
    void visit(const Store *op) override {
        use(op->name, type_of<void *>());
        IRGraphVisitor::visit(op);
    }
    void visit(const Let *op) override { bind(op); }
    void visit(const LetStmt *op) override { bind(op); }
    void visit(const For *op) override { bind(op); }
    void visit(const Allocate *op) override { bind(op); }
};

}  // namespace

std::optional<bool> comes_to_an_end(const Stmt &stmt, const Machine &machine, const Target &target, const TimeLeft &time_left) {
    Arguments arguments;
    stmt.accept(&arguments);
    Outlined whole;
    whole.arguments = arguments.found();
    whole.selected = stmt;
    whole.is_whole = true;
    // A shared expression is printed as often as it is used, unless it is one let.
    std::ostringstream printed;
    printed << without_repeats(stmt);
    const std::string text = printed.str();
    whole.name = "whole " + std::to_string(text.size()) + " " + digest(text);
    const isotope_compared &known = costs_of({whole}, machine, target, time_left)[0];
    if (!known.known) {
        return std::nullopt;
    }
    return known.selected_cost != 0 && known.selected_cost != UINT64_MAX;
}

}  // namespace isotope
