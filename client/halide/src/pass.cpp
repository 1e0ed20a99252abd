#include "pass.h"

#include <atomic>
#include <chrono>

#include "answer.h"
#include "halide_library.h"
#include "hooks.h"
#include "llvm_library.h"
#include "report.h"
#include "runtime_module.h"
#include "service.h"
#include "window.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

struct Counts {
    std::atomic<uint64_t> expressions{0}, used{0}, nanoseconds{0};
};
Counts counts;

bool is_trivial(const Expr &e) {
    return e.as<Load>() || e.as<Broadcast>() || e.as<Variable>() || e.as<Ramp>() || is_const(e);
}

// Walks a statement to the values of stores and lets, always in the same order: the same value may stand in
// two places with different facts, so that its turn tells them apart.
class Walk : public IRMutator {
  public:
    using IRMutator::mutate;

  protected:
    virtual Expr at(const Expr &value, const std::string &place) = 0;
    virtual Stmt inside(const LetStmt *op, const Expr &value) {
        return LetStmt::make(op->name, value, mutate(op->body));
    }

    using IRMutator::visit;
    Stmt visit(const Store *op) override {
        const Expr value = visited(op->value, "store " + op->name);
        if (value.same_as(op->value)) {
            return op;
        }
        return Store::make(op->name, value, op->index, op->param, op->predicate, op->alignment);
    }
    Stmt visit(const LetStmt *op) override { return inside(op, visited(op->value, "let " + op->name)); }

  private:
    Expr visited(const Expr &value, const std::string &place) {
        return value.type().is_vector() && !is_trivial(value) ? at(value, place) : value;
    }
};

// Writes all windows down; changes nothing.
class Collector : public Walk {
  public:
    std::vector<Window> windows;

  private:
    Expr at(const Expr &value, const std::string &place) override {
        windows.push_back(write_window(value, place, ranges));
        return value;
    }
    Stmt inside(const LetStmt *op, const Expr &value) override {
        const ScopedBinding<ConstantInterval> bind(op->value.type().is_int_or_uint(), ranges, op->name,
                                                   constant_integer_bounds(op->value, ranges));
        return Walk::inside(op, value);
    }

    using Walk::visit;
    Stmt visit(const For *op) override {
        const ConstantInterval first = constant_integer_bounds(op->min, ranges);
        const ConstantInterval last = constant_integer_bounds(op->min + op->extent - 1, ranges);
        ConstantInterval all = last;
        all.min = first.min;
        all.min_defined = first.min_defined;
        const ScopedBinding<ConstantInterval> bind(ranges, op->name, all);
        return Walk::visit(op);
    }

    Ranges ranges;
};

// Puts what replaces them in their places.
class Placer : public Walk {
  public:
    explicit Placer(const std::vector<Verdict> &verdicts) : verdicts(verdicts) {}

  private:
    Expr at(const Expr &value, const std::string &) override {
        const Expr &replacement = verdicts[turn++].replacement;
        return replacement.defined() ? replacement : value;
    }

    const std::vector<Verdict> &verdicts;
    size_t turn = 0;
};

Stmt substituted(const Stmt &stmt, const Target &target, Code code) {
    Collector collector;
    collector.mutate(stmt);
    std::vector<Window> &windows = collector.windows;
    const std::string in_the_way = obstacle();
    for (Window &window : windows) {
        if (!in_the_way.empty()) {
            window.text.clear();
            window.why = in_the_way;
        }
    }
    const Machine asked = machine(target);
    std::vector<const isotope_result *> by_window;
    const Results results = ask(asked, code, windows, &by_window);
    std::vector<Verdict> verdicts;
    for (size_t i = 0; i < windows.size(); i++) {
        verdicts.push_back(judge(windows[i], code, by_window[i]));
    }
    Stmt result = Placer(verdicts).mutate(stmt);
    const std::string unfit = rehearse(result);
    if (!unfit.empty()) {
        result = stmt;
        for (Verdict &verdict : verdicts) {
            verdict = {Expr(), unfit};
        }
    }
    for (size_t i = 0; i < windows.size(); i++) {
        counts.used += verdicts[i].replacement.defined();
        if (reporting()) {
            report(asked, windows[i], by_window[i], verdicts[i]);
        }
    }
    counts.expressions += windows.size();
    return result;
}

}  // namespace

std::string obstacle() {
    const std::string interposed = interposition_obstacle();
    return interposed.empty() ? LlvmLibrary::get().obstacle() : interposed;
}

Stmt substitute(const Stmt &stmt, const Target &target, Code code) {
    const auto begin = std::chrono::steady_clock::now();
    Stmt result = stmt;
    try {
        result = substituted(stmt, target, code);
    } catch (...) {
        // Whatever it is, it is ours, and Halide's own code is there.
    }
    counts.nanoseconds += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    return result;
}

void attach(Pipeline &pipeline, const Target &target, Code code) {
    LlvmLibrary::prepare();
    pipeline.add_custom_lowering_pass(new Pass(target, code));
}

Totals totals() {
    return {counts.expressions, counts.used, counts.nanoseconds};
}

}  // namespace isotope

Halide::Module isotope_halide_lower(const std::vector<Function> &outputs, const std::string &name,
                                    const Target &target, const std::vector<Argument> &args,
                                    LinkageType linkage, const std::vector<Stmt> &requirements, bool trace,
                                    const std::vector<IRMutator *> &custom_passes) {
    static const auto real = (decltype(&isotope_halide_lower))isotope::halide_symbol(isotope::kLower);
    isotope::LlvmLibrary::prepare();
    isotope::Pass pass(target);
    std::vector<IRMutator *> passes = custom_passes;
    passes.push_back(&pass);
    return real(outputs, name, target, args, linkage, requirements, trace, passes);
}
