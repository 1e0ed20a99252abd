#include "find/pass.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>

#include "ask/machine.h"
#include "compare/compared.h"
#include "compare/whole.h"
#include "find/chains.h"
#include "find/choices.h"
#include "find/iterations.h"
#include "find/joined.h"
#include "find/rows.h"
#include "find/unrolled.h"
#include "find/walk.h"
#include "frontend/llvm_library.h"
#include "frontend/report.h"
#include "frontend/tally.h"
#include "frontend/variables.h"
#include "insert/answer.h"
#include "insert/halide_library.h"
#include "insert/hooks.h"
#include "insert/runtime_module.h"
#include "insert/scheduled.h"
#include "write/graphs.h"
#include "write/window.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

struct Counts {
    std::atomic<uint64_t> expressions{0}, used{0}, nanoseconds{0};
};
Counts counts;

// Writes all windows down; changes nothing.
class Collector : public Walk {
  public:
    Collector(const Stmt &stmt, int bytes, int lines, const Target &target) : Walk(bytes, lines), target(target) {
        facts.stored = stored_ranges(stmt);
    }

    Facts facts;
    std::vector<Window> windows;
    std::vector<Surroundings> scopes;  // where each stands
    std::vector<Choice> choices;

  private:
    Expr at(const Expr &value, const std::string &place) override {
        windows.push_back(write_window(value, place, facts));
        scopes.push_back(scope);
        scopes.back().lets = lets;
        return value;
    }
    void together(Choice choice) override {
        choice.together = number;
        // Several lines at once load less. Packets have their loads counted, and what begins and ends a loop of them is not.
        choice.wins_ties = choice.of_lines && target.arch != Target::Hexagon;
        choices.push_back(std::move(choice));
    }
    Stmt inside(const LetStmt *op, const Expr &value) override {
        const bool whole_number = op->value.type().is_int_or_uint();
        const ScopedBinding<ConstantInterval> bind(
            facts.ranges, op->name, whole_number ? Bounds(facts.ranges).of(without_lets(op->value)) : ConstantInterval::everything());
        return Walk::inside(op, value);
    }

    void inside(const For *op, const std::function<void()> &walk) override {
        const ScopedBinding<ConstantInterval> bind(facts.ranges, op->name, loop_range(op, facts.ranges));
        const ScopedValue<size_t> inside_of(scope.loop, ++last_loop);
        const ScopedValue<std::string> variable(scope.variable, op->name);
        const ScopedValue<int> iterations(scope.iterations, deciding_iterations(op, target));
        walk();
    }

    const Target &target;
    Surroundings scope{0, "", {}};
    size_t last_loop = 0;
};

// Puts what replaces them in their places.
class Placer : public Walk {
  public:
    Placer(const std::vector<Decision> &decisions, const std::vector<Expr> &own, int bytes, int lines)
        : Walk(bytes, lines), decisions(decisions), own(own) {}

  private:
    Expr at(const Expr &value, const std::string &) override {
        const Expr &replacement = decisions[number - 1].replacement;
        return replacement.defined() ? replacement : own[number - 1].defined() ? own[number - 1] : value;
    }
    void together(Choice) override {}

    const std::vector<Decision> &decisions;
    const std::vector<Expr> &own;  // what windows become that have no answer, where that is not what they were
};

// A compile without all that it has to have (ISOTOPE_REQUIRE=all).
struct Unsettled {
    std::string what;
};

// There is nothing to ask; throws where a compile may not go on so.
void give_up(const std::string &why, std::vector<Window> *windows) {
    if (required() == Required::All) {
        throw Unsettled{why};
    }
    if (required() == Required::Report) {
        say("ISOTOPE_REQUIRE=report: no answer is used: " + why);
    }
    for (Window &window : *windows) {
        window.graph.reset();
        window.why = why;
    }
}

// The statement with what replaces values in their places, if code generation will find it all.
Stmt placed(const Stmt &stmt, int bytes, int lines, const std::vector<Expr> &own, std::vector<Decision> *decisions) {
    const auto is_used = [](const Decision &decision) { return decision.replacement.defined(); };
    const auto is_defined = [](const Expr &e) { return e.defined(); };
    if (std::none_of(decisions->begin(), decisions->end(), is_used) && std::none_of(own.begin(), own.end(), is_defined)) {
        return stmt;
    }
    const Stmt result = Placer(*decisions, own, bytes, lines).mutate(stmt);
    const std::string unfit = rehearse(result);
    if (unfit.empty()) {
        return result;
    }
    for (Decision &decision : *decisions) {
        decision = {Expr(), unfit};
    }
    return stmt;
}

// Says what depends on the clock or on the daemon, where that is asked for; throws where nothing may.
void require_settled(const std::string &what) {
    if (what.empty() || required() == Required::Nothing) {
        return;
    }
    if (required() == Required::All) {
        throw Unsettled{what};
    }
    say("ISOTOPE_REQUIRE=report: " + what);
}

void require_settled(const std::vector<Window> &windows, const Answers &answers, const std::vector<Decision> &decisions) {
    require_settled(unsettled(kHalide, questions(windows), answers.results, outcomes(decisions)));
}

// The statement with iterations of loops joined that no answer is in.
Stmt joined(const Stmt &stmt, int bytes, const Machine &machine, const Target &target, const TimeLeft &time_left) {
    const Unrolled made = unrolled(stmt, bytes, machine, target, time_left);
    if (is_set("ISOTOPE_VERBOSE") && made.loops > 0) {
        say(std::to_string(made.loops) + " loops without answers do two iterations at a time");
    }
    if (made.unknown > 0) {
        require_settled(std::to_string(made.unknown) + " loops are not compared with two iterations of them yet");
    }
    return made.stmt;
}

// The values of lines that have no answers, and are done at once all the same.
std::vector<Expr> lines_at_once(const JoinedLines &made) {
    if (is_set("ISOTOPE_VERBOSE") && made.loops > 0) {
        say(std::to_string(made.loops) + " loops without answers do several lines at a time");
    }
    if (made.unknown > 0) {
        require_settled(std::to_string(made.unknown) + " loops are not compared with several lines of them yet");
    }
    return made.values;
}

// Halide's own code stays where all of the function does not compile with the answers, or is not known to.
void take_back(std::optional<bool> compiles, std::vector<Decision> *decisions) {
    for (Decision &decision : *decisions) {
        if (decision.replacement.defined()) {
            decision.replacement = Expr();
            decision.why_not = compiles ? "Halide's LLVM does not compile the function with it"
                                        : "the function is not compiled with it yet: ISOTOPE_TIMEOUT_MS was over";
            decision.is_uncompared |= !compiles;
        }
    }
    if (!compiles) {
        require_settled("a function is not compiled with its answers yet");
    }
}

// Ends the compile as Halide ends one that cannot go on. Says why first: a program that catches nothing does not.
[[noreturn]] void refuse(const std::string &why) {
    say("ISOTOPE_REQUIRE=all: " + why);
    if (exceptions_enabled()) {
        throw CompileError("Isotope cannot give what ISOTOPE_REQUIRE=all asks for: " + why);
    }
    exit(EXIT_FAILURE);
}

// The decision on each window, as far as its own answer says.
std::vector<Decision> checked(const std::vector<Window> &windows, Code code, const std::vector<const isotope_result *> &by_window,
                              const Target &target) {
    std::vector<Decision> decisions;
    for (size_t i = 0; i < windows.size(); i++) {
        decisions.push_back(check(windows[i], code, by_window[i]));
        // Halide 21 for Hexagon ends at some calls that make a scalar of a vector which it stores in an order of its own
        // (softmax of the suite).
        if (target.arch == Target::Hexagon && windows[i].value.type().is_scalar()) {
            decisions.back() = {Expr(), "Halide for Hexagon does not compile every call that gives a scalar"};
        }
    }
    return decisions;
}

// Counts what became of windows, and reports it where that is asked for.
void tell(const std::vector<Window> &windows, const Answers &answers, const std::vector<Outcome> &ends, const Machine &machine,
          const std::vector<Surroundings> &scopes, const Target &target) {
    for (const Outcome &end : ends) {
        counts.used += end.is_used;
    }
    counts.expressions += windows.size();
    tally(kHalide, questions(windows), answers.results, ends);
    if (!reporting()) {
        return;
    }
    const std::vector<std::string> own = reporting_code() ? own_code(windows, scopes, target) : std::vector<std::string>(windows.size());
    for (size_t i = 0; i < windows.size(); i++) {
        report(kHalide, machine, windows[i], answers.results[i], answers.milliseconds[i], ends[i], own[i]);
    }
}

// Whether several lines are done at once, by answers or by Halide's own code.
bool are_by_lines(const std::vector<Choice> &choices, const std::vector<Decision> &decisions, const std::vector<Expr> &own) {
    return std::any_of(choices.begin(), choices.end(), [&](const Choice &choice) {
        return choice.of_lines && (decisions[choice.together].replacement.defined() || own[choice.together].defined());
    });
}

// The statement with answers; nothing where Halide's LLVM does not compile it with so many lines at once, and there is time for fewer.
std::optional<Stmt> attempted(const Stmt &stmt, const Target &target, Code code, int lines, std::optional<TimeLeft> *of_all) {
    const int bytes = target.natural_vector_size(UInt(8));
    Collector collector(stmt, bytes, lines, target);
    collector.mutate(stmt);
    std::vector<Window> &windows = collector.windows;
    const std::string misplaced = interposition_obstacle();
    if (!misplaced.empty()) {
        give_up(misplaced, &windows);
    }
    const Machine asked = machine(target);
    const auto asked_at = std::chrono::steady_clock::now();
    Answers answers = ask(asked, wanted(code), questions(windows), *of_all ? (*of_all)->left_ms() : UINT32_MAX);
    std::vector<const isotope_result *> &by_window = answers.results;
    if (std::any_of(by_window.begin(), by_window.end(), is_answer) && !obstacle().empty()) {
        give_up(obstacle(), &windows);
        by_window.assign(windows.size(), nullptr);
    }
    std::vector<Decision> decisions = checked(windows, code, by_window, target);
    const std::vector<Rival> rivals = choose(collector.choices, code, windows, by_window, &decisions);
    const TimeLeft time_left = *of_all ? **of_all : of_all->emplace(asked_at);
    std::vector<Decision> loops_unsettled;
    if (code == Code::Selected) {
        prefer_plain(windows, by_window, collector.scopes, asked, target, time_left, &decisions);
        prefer_loads_apart(collector.scopes, asked, target, time_left, &decisions);
        prefer_cheaper(rivals, windows, collector.scopes, asked, target, time_left, &decisions);
        keep_cheaper(windows, collector.scopes, asked, target, time_left, &decisions);
        loops_unsettled = decisions;
        settle_loops(collector.choices, &decisions);
    }
    if (required() != Required::Nothing) {
        require_settled(windows, answers, decisions);
    }
    const bool joins = code == Code::Selected && std::any_of(by_window.begin(), by_window.end(), is_answer);
    bool by_lines = false;
    const auto statement = [&](std::vector<Decision> *chosen) {
        std::vector<Expr> own(windows.size());
        if (joins) {
            own = lines_at_once(joined_lines(collector.choices, windows, collector.scopes, *chosen, asked, target, time_left));
        }
        const Stmt with_answers = placed(stmt, bytes, lines, own, chosen);
        by_lines = are_by_lines(collector.choices, *chosen, own);
        return joins ? joined(with_answers, bytes, asked, target, time_left) : with_answers;
    };
    Stmt result = statement(&decisions);
    if (target.arch == Target::Hexagon && !result.same_as(stmt)) {
        const auto ends = [&] { return comes_to_an_end(result, asked, target, time_left); };
        std::optional<bool> known = ends();
        if (known == false && by_lines && time_left.left_ms() > 0) {
            return {};
        }
        if (known == false && !loops_unsettled.empty()) {
            decisions = loops_unsettled;
            result = statement(&decisions);
            known = ends();
        }
        if (known != true) {
            result = stmt;
            take_back(known, &decisions);
        }
    }
    tell(windows, answers, outcomes(decisions), asked, collector.scopes, target);
    return result;
}

Stmt substituted(const Stmt &stmt, const Target &target, Code code) {
    std::optional<TimeLeft> time_left;
    for (int lines = kMostLines;; lines /= 2) {
        const std::optional<Stmt> made = attempted(stmt, target, code, lines, &time_left);
        if (made) {
            return *made;
        }
    }
}

}  // namespace

std::string obstacle() {
    const std::string interposed = interposition_obstacle();
    return interposed.empty() ? LlvmLibrary::shared().obstacle() : interposed;
}

Stmt substitute(const Stmt &stmt, const Target &target, Code code) {
    const auto begin = std::chrono::steady_clock::now();
    Stmt result = stmt;
    if (is_off()) {
        tally_off(kHalide);
        if (required() == Required::All) {
            refuse("ISOTOPE_OFF is set");
        }
        if (required() == Required::Report) {
            say("ISOTOPE_REQUIRE=report: no answer is used: ISOTOPE_OFF is set");
        }
        return stmt;
    }
    if (code == Code::Selected) {
        begin_to_schedule();
    }
    std::string missing;
    try {
        result = substituted(stmt, target, code);
    } catch (const Unsettled &unsettled) {
        missing = unsettled.what;
    } catch (...) {
        // Whatever it is, it is ours, and Halide's own code is there.
        missing = required() == Required::All ? "a defect of the client for Halide" : "";
    }
    if (!missing.empty()) {
        refuse(missing);
    }
    counts.nanoseconds += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    return result;
}

void attach(Pipeline &pipeline, const Target &target, Code code) {
    pipeline.add_custom_lowering_pass(new Pass(target, code));
}

Totals totals() {
    return {counts.expressions, counts.used, counts.nanoseconds};
}

}  // namespace isotope

Halide::Module isotope_halide_lower(const std::vector<Function> &outputs, const std::string &name, const Target &target,
                                    const std::vector<Argument> &args, LinkageType linkage, const std::vector<Stmt> &requirements,
                                    bool trace, const std::vector<IRMutator *> &custom_passes) {
    static const auto real = (decltype(&isotope_halide_lower))isotope::halide_symbol(isotope::kLower);
    isotope::Pass pass(target);
    std::vector<IRMutator *> passes = custom_passes;
    passes.push_back(&pass);
    return real(outputs, name, target, args, linkage, requirements, trace, passes);
}
