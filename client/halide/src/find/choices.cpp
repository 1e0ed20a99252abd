#include "find/choices.h"

#include <algorithm>
#include <cstdint>
#include <optional>

using namespace Halide;

namespace isotope {

namespace {

// The cost of a value's code with its decision; nothing where that is not known.
std::optional<uint64_t> cost(const Decision &decision, const isotope_result *result) {
    if (!is_answer(result)) {
        return {};
    }
    return decision.replacement.defined() ? result->cost : result->baseline_cost;
}

// Whether a window that costs `together` stands for others.
bool is_worth(const Choice &choice, uint64_t together, uint64_t apart) {
    return together < apart || (choice.wins_ties && together == apart);
}

}  // namespace

std::vector<Rival> choose(const std::vector<Choice> &choices, Code code, const std::vector<Window> &windows,
                          const std::vector<const isotope_result *> &results, std::vector<Decision> *decisions) {
    std::vector<Rival> rivals;
    for (const Choice &choice : choices) {
        Decision &together = (*decisions)[choice.together];
        if (code == Code::Plain) {
            together = {Expr(), "plain code is one value after the other"};
        }
        uint64_t apart = 0;
        for (size_t i : choice.single) {
            // A value that is only passed on costs nothing.
            const bool free = !windows[i].is_asked();
            const std::optional<uint64_t> one = free ? 0 : cost((*decisions)[i], results[i]);
            apart = one && apart != UINT64_MAX ? apart + *one * choice.iterations : UINT64_MAX;
        }
        const isotope_result *result = results[choice.together];
        const bool is_plain_cheap = choice.is_in_one() && is_answer(result) && result->baseline_cost <= apart;
        std::string why = choice.of_results ? "done together with other stores" : "done together with what follows";
        if (!together.replacement.defined()) {
            if (!is_plain_cheap || code == Code::Plain) {
                continue;
            }
            const std::string with = choice.of_results ? "with other stores" : "with what follows";
            why = with + (result->truncated == ISOTOPE_SEARCHED_ON ? " still searched"
                          : result->truncated                      ? " not searched to the end"
                                                                   : " not cheaper than plain LLVM");
        } else if (!is_worth(choice, result->cost, apart)) {
            together = {Expr(), "one value after the other costs no more"};
            continue;
        } else if (choice.of_loop) {
            continue;
        }
        const uint64_t cost_together = together.replacement.defined() ? result->cost : result->baseline_cost;
        Rival rival{choice.together, choice.whole, choice.lets, {}};
        for (size_t i = 0; i < choice.single.size(); i++) {
            Decision &single = (*decisions)[choice.single[i]];
            if (choice.is_in_one()) {
                rival.single.push_back({choice.single[i], single, choice.values[i]});
            }
            single = {Expr(), why};
        }
        if (choice.is_in_one() && code == Code::Selected && (choice.of_results || is_close(cost_together, apart))) {
            rivals.push_back(std::move(rival));
        }
    }
    return rivals;
}

void settle_loops(const std::vector<Choice> &choices, std::vector<Decision> *decisions) {
    for (const Choice &choice : choices) {
        Decision &together = (*decisions)[choice.together];
        if (!choice.of_loop || !together.replacement.defined()) {
            continue;
        }
        uint64_t apart = 0;
        for (size_t i : choice.single) {
            const Decision &one = (*decisions)[i];
            // Only what has an answer is compiled for comparison.
            apart = one.selected_cost != 0 && apart != UINT64_MAX
                        ? apart + std::min(one.own_cost, one.selected_cost) * choice.iterations / one.windows
                        : UINT64_MAX;
        }
        for (const Choice::Several &several : choice.in_iterations) {
            const Decision &iterations = (*decisions)[several.window];
            if (choice.single.size() == 1 && iterations.replacement.defined() && iterations.selected_cost != 0) {
                apart = std::min(apart, iterations.selected_cost * choice.iterations / several.iterations / iterations.windows);
            }
        }
        if (!is_worth(choice, together.selected_cost, apart)) {
            together.replacement = Expr();
            together.why_not = "iteration by iteration it costs no more as Halide compiles them";
        }
    }
}

}  // namespace isotope
