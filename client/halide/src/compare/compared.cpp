#include "compare/compared.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "ask/machine.h"
#include "compare/miscompiled.h"
#include "insert/apart.h"
#include "insert/halide_library.h"

using namespace Halide;
using Halide::Internal::Let;
using Halide::Internal::Shuffle;

namespace isotope {

namespace {

// Windows that load the same share work, Halide's own code for them more than answers do. An answer that is as many times cheaper alone has
// so far been cheaper together; those that lost their lead were 1.33 times cheaper at most (bench/results/skylake-avx512).
constexpr double kClear = 1.4;

// Plain code has to cost less than this share of Halide's own.
constexpr double kPlain = 0.9;

// Several iterations at once have to cost less than this share of as many apart, where packets are counted.
constexpr double kPacketsAtOnce = 0.85;

// An answer in packets has to cost less than this share of it: the packets that a loop begins and ends with are not counted.
constexpr double kPackets = 0.92;

std::vector<std::string> names(const std::vector<Outlined> &all) {
    std::vector<std::string> names;
    for (const Outlined &each : all) {
        names.push_back(each.name);
    }
    return names;
}

std::vector<Outlined> these(const std::vector<Outlined> &all, const std::vector<size_t> &numbers) {
    std::vector<Outlined> some;
    for (size_t i : numbers) {
        some.push_back(all[i]);
    }
    return some;
}

// Whether windows that load the same cannot change which one is cheaper.
bool is_clear(const isotope_compared &c) {
    const double own = (double)c.own_cost, selected = (double)c.selected_cost;
    return !c.known || own == 0 || selected == 0 || selected * kClear <= own || own * kClear <= selected;
}

void settle(const isotope_compared &compared, size_t windows, bool in_packets, bool is_wrong, Decision *decision) {
    Outcome outcome;
    decide(kHalide, compared, &outcome);
    decision->windows = windows;
    decision->own_cost = outcome.own_cost;
    decision->selected_cost = outcome.selected_cost;
    decision->is_uncompared |= outcome.is_uncompared;
    const bool saves = !in_packets || outcome.own_cost == 0 || (double)outcome.selected_cost < kPackets * (double)outcome.own_cost;
    if (outcome.is_used && !saves) {
        outcome.is_used = false;
        outcome.why_not = std::string("not cheaper than ") + kHalide.name + "'s own code";
    }
    if (!outcome.is_used && !is_wrong) {
        decision->why_not = outcome.why_not;
        decision->replacement = Expr();
    }
}

}  // namespace

Costs costs_of(const std::vector<Outlined> &all, const Machine &machine, const Target &target, const TimeLeft &time_left) {
    const std::string compiler = "Halide " + std::to_string(halide_version()) + " " + target.to_string() + "\n";
    Pairs pairs;
    pairs.refuses = target.arch == Target::Hexagon;
    for (const Outlined &each : all) {
        pairs.names.push_back(compiler + each.name);
        // Those with gathers come last.
        pairs.weights.push_back(each.gathered);
    }
    pairs.compile = [&](const std::vector<size_t> &some, uint32_t timeout_ms) { return compile(these(all, some), target, timeout_ms); };
    return costs(pairs, machine, time_left);
}

bool is_close(uint64_t together, uint64_t apart) {
    return apart != UINT64_MAX && (double)apart < (double)together * kClear;
}

Expr with_answers(const Rival &rival) {
    const auto answered = [&](const Expr &value) {
        for (const Rival::Single &single : rival.single) {
            if (single.value.same_as(value) && single.decision.replacement.defined()) {
                return single.decision.replacement;
            }
        }
        return value;
    };
    // The lets that the pass has put around the store's value, and none that is in it.
    std::vector<const Let *> lets;
    Expr inner = rival.whole;
    while (lets.size() < rival.lets) {
        lets.push_back(inner.as<Let>());
        inner = lets.back()->body;
    }
    const Expr whole = answered(inner);
    const Shuffle *results = whole.same_as(inner) ? inner.as<Shuffle>() : nullptr;
    if (results && results->is_concat()) {
        std::vector<Expr> values;
        std::transform(results->vectors.begin(), results->vectors.end(), std::back_inserter(values), answered);
        inner = Shuffle::make_concat(values);
    } else {
        inner = whole;
    }
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
        inner = Let::make((*let)->name, answered((*let)->value), inner);
    }
    return inner;
}

bool has_both(const isotope_compared &cost) {
    return cost.known && cost.own_cost != 0 && cost.selected_cost != 0;
}

double worth_at_once(const Target &target, double of_cycles) {
    return target.arch == Target::Hexagon ? kPacketsAtOnce : of_cycles;
}

void prefer_cheaper(const std::vector<Rival> &rivals, const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                    const Machine &machine, const Target &target, const TimeLeft &time_left, std::vector<Decision> *decisions) {
    std::vector<const Rival *> compared;
    std::vector<Outlined> both;
    for (const Rival &rival : rivals) {
        const Window &window = windows[rival.together];
        const Expr &answer = (*decisions)[rival.together].replacement;
        const auto is_answered = [](const Rival::Single &each) { return each.decision.replacement.defined(); };
        const bool any = std::any_of(rival.single.begin(), rival.single.end(), is_answered);
        if (any && window.value.type().is_vector()) {
            const Expr together = answer.defined() ? answer : window.value;
            compared.push_back(&rival);
            both.push_back(outline({{together, with_answers(rival), &scopes[rival.together]}}));
        }
    }
    if (both.empty()) {
        return;
    }
    const Costs known = costs_of(both, machine, target, time_left);
    for (size_t i = 0; i < compared.size(); i++) {
        const isotope_compared &c = known[i];
        (*decisions)[compared[i]->together].is_uncompared |= !c.known;
        if (has_both(c) && is_cheaper(c)) {
            Decision &together = (*decisions)[compared[i]->together];
            if (together.replacement.defined()) {
                together = {Expr(), "an answer for each of its values costs less"};
            }
            for (const Rival::Single &single : compared[i]->single) {
                (*decisions)[single.window] = single.decision;
            }
        }
    }
}

void prefer_plain(const std::vector<Window> &windows, const std::vector<const isotope_result *> &results,
                  const std::vector<Surroundings> &scopes, const Machine &machine, const Target &target, const TimeLeft &time_left,
                  std::vector<Decision> *decisions) {
    if (target.arch != Target::Hexagon) {
        return;  // Halide has code for every expression there, and none that is behind plain LLVM's
    }
    std::vector<size_t> asked;
    std::vector<Decision> plain;
    std::vector<Outlined> both;
    for (size_t i = 0; i < decisions->size(); i++) {
        if ((*decisions)[i].why_not != kNotCheaper || results[i]->verdict != ISOTOPE_PROVED) {
            continue;
        }
        Decision decision = check(windows[i], Code::Plain, results[i]);
        if (decision.replacement.defined()) {
            both.push_back(outline({{windows[i].value, decision.replacement, &scopes[i]}}));
            asked.push_back(i);
            plain.push_back(std::move(decision));
        }
    }
    if (both.empty()) {
        return;
    }
    const Costs known = costs_of(both, machine, target, time_left);
    for (size_t i = 0; i < asked.size(); i++) {
        Decision &decision = (*decisions)[asked[i]];
        const isotope_compared &c = known[i];
        const bool is_cheaper = c.known && c.selected_cost != 0 && (double)c.selected_cost < (double)c.own_cost * kPlain;
        if (has_no_code(c) || is_cheaper || is_miscompiled(windows[asked[i]].value, target)) {
            decision = plain[i];
        }
        decision.is_uncompared |= !c.known;
    }
}

void prefer_loads_apart(const std::vector<Surroundings> &scopes, const Machine &machine, const Target &target, const TimeLeft &time_left,
                        std::vector<Decision> *decisions) {
    std::vector<size_t> changed;
    std::vector<Expr> others;
    std::vector<Outlined> both;
    for (size_t i = 0; i < decisions->size(); i++) {
        const Expr &answer = (*decisions)[i].replacement;
        const Expr apart = answer.defined() ? with_loads_apart(answer, scopes[i].lets, target) : Expr();
        if (apart.defined()) {
            changed.push_back(i);
            others.push_back(apart);
            both.push_back(outline({{answer, apart, &scopes[i]}}));
        }
    }
    if (both.empty()) {
        return;
    }
    const Costs known = costs_of(both, machine, target, time_left);
    for (size_t i = 0; i < changed.size(); i++) {
        const isotope_compared &c = known[i];
        (*decisions)[changed[i]].is_uncompared |= !c.known;
        if (has_both(c) && is_cheaper(c)) {
            (*decisions)[changed[i]].replacement = others[i];
        }
    }
}

void keep_cheaper(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes, const Machine &machine, const Target &target,
                  const TimeLeft &time_left, std::vector<Decision> *decisions) {
    std::vector<size_t> chosen;
    std::vector<Outlined> single;
    const auto versions = [&](size_t i) { return Versions{windows[i].value, (*decisions)[i].replacement, &scopes[i]}; };
    for (size_t i = 0; i < decisions->size(); i++) {
        if ((*decisions)[i].replacement.defined()) {
            chosen.push_back(i);
            single.push_back(outline({versions(i)}));
        }
    }
    if (chosen.empty()) {
        return;
    }
    std::map<size_t, isotope_compared> compared;
    std::map<size_t, size_t> at_once;
    const Costs by_chosen = costs_of(single, machine, target, time_left);
    for (size_t i = 0; i < chosen.size(); i++) {
        compared[chosen[i]] = by_chosen[i];
    }
    std::vector<std::vector<size_t>> unclear;
    std::vector<Outlined> together;
    for (const std::vector<size_t> &group : sharing_groups(windows, scopes, chosen)) {
        const auto clear = [&](size_t window) { return is_clear(compared[window]); };
        if (group.size() > 1 && !std::all_of(group.begin(), group.end(), clear)) {
            std::vector<Versions> all;
            std::transform(group.begin(), group.end(), std::back_inserter(all), versions);
            unclear.push_back(group);
            together.push_back(outline(all));
        }
    }
    const Costs by_group = together.empty() ? Costs() : costs_of(together, machine, target, time_left);
    for (size_t i = 0; i < unclear.size(); i++) {
        for (size_t window : unclear[i]) {
            compared[window] = by_group[i];
            at_once[window] = unclear[i].size();
        }
    }
    for (const auto &[window, both] : compared) {
        const bool is_wrong = is_miscompiled(windows[window].value, target);
        settle(both, at_once.count(window) ? at_once[window] : 1, target.arch == Target::Hexagon, is_wrong, &(*decisions)[window]);
    }
}

std::vector<std::string> own_code(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes, const Target &target) {
    std::vector<size_t> asked;
    std::vector<Outlined> all;
    for (size_t i = 0; i < windows.size(); i++) {
        if (windows[i].is_asked()) {
            asked.push_back(i);
            all.push_back(outline({{windows[i].value, Expr(), &scopes[i]}}));
        }
    }
    const auto [first, of] = distinct(names(all));
    const auto listings = compile(these(all, first), target, TimeLeft::whole_ms());
    std::vector<std::string> code(windows.size());
    for (size_t i = 0; i < asked.size(); i++) {
        const auto &made = listings[of[i]];
        code[asked[i]] = made ? made->own : "";
    }
    return code;
}

}  // namespace isotope
