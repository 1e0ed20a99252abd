#include "find/joined.h"

#include <algorithm>

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

// Several lines at once cost less than this share of as many apart, so that what the prices leave out does not decide.
constexpr double kWorth = 0.9;

// The values of one line that stand for those of a choice, side by side, in terms of one loop's variable.
Expr one_line(const Choice &choice, const std::vector<Window> &windows, const std::vector<Decision> &decisions) {
    std::vector<Expr> values;
    for (size_t i = 0; i < choice.single.size(); i++) {
        const size_t window = choice.single[i];
        const Expr &answer = decisions[window].replacement;
        const Expr value = answer.defined() ? answer : windows[window].value;
        const Expr variable = Variable::make(Int(32), choice.variables[0]);
        values.push_back(i == 0 ? value : graph_substitute(choice.variables[i], variable, value));
    }
    return values.size() == 1 ? values[0] : Shuffle::make_concat(values);
}

// Whether the lines of a choice cost less at once.
bool is_cheaper(const Choice &choice, const isotope_compared &cost, const std::vector<Decision> &decisions, double worth) {
    if (!has_both(cost)) {
        return false;
    }
    double apart = (double)cost.own_cost * choice.iterations;
    for (const Choice::Several &several : choice.in_iterations) {
        const Decision &iterations = decisions[several.window];
        if (choice.single.size() == 1 && iterations.replacement.defined()) {
            apart = std::min(apart, (double)iterations.selected_cost * choice.iterations / several.iterations);
        }
    }
    return (double)cost.selected_cost < worth * apart;
}

}  // namespace

JoinedLines joined_lines(const std::vector<Choice> &choices, const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                         const std::vector<Decision> &decisions, const Machine &machine, const Target &target, const TimeLeft &time_left) {
    JoinedLines made;
    made.values.resize(windows.size());
    std::vector<const Choice *> asked;
    std::vector<Outlined> both;
    for (const Choice &choice : choices) {
        if (choice.of_lines && !decisions[choice.together].replacement.defined()) {
            asked.push_back(&choice);
            both.push_back(outline({{one_line(choice, windows, decisions), windows[choice.together].value, &scopes[choice.together]}}));
        }
    }
    if (both.empty()) {
        return made;
    }
    const Costs known = costs_of(both, machine, target, time_left);
    for (size_t i = 0; i < asked.size(); i++) {
        made.unknown += !known[i].known;
        if (is_cheaper(*asked[i], known[i], decisions, worth_at_once(target, kWorth))) {
            made.values[asked[i]->together] = common_subexpression_elimination(windows[asked[i]->together].value);
            made.loops++;
        }
    }
    return made;
}

}  // namespace isotope
