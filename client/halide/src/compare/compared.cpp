#include "compare/compared.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "compare/outlined.h"
#include "insert/halide_library.h"

using namespace Halide;
using Halide::Internal::Let;

namespace isotope {

namespace {

using Costs = std::vector<isotope_compared>;

// Windows that load the same share work, Halide's own code for them more than answers do. What is as many times cheaper alone
// has so far been cheaper together; what lost its lead was 1.33 times cheaper at most
// (bench/results/skylake-avx512).
constexpr double kClear = 1.4;

// Those that have different names, and for each one which of them has its name.
struct Distinct {
    std::vector<size_t> first, of;
};

Distinct distinct(const std::vector<Outlined> &all) {
    Distinct found;
    std::map<std::string, size_t> known;
    for (size_t i = 0; i < all.size(); i++) {
        const auto [place, fresh] = known.emplace(all[i].name, found.first.size());
        found.of.push_back(place->second);
        if (fresh) {
            found.first.push_back(i);
        }
    }
    return found;
}

// So many are compiled, then priced, and then the next: what there is no time for is left for the next time.
constexpr size_t kAtOnce = 8;

// The rest of the time is for pricing what was compiled.
constexpr double kCompiling = 0.67;

// Compiles and prices those that the service does not know.
class Pricing {
  public:
    const std::vector<Outlined> &all;
    const std::vector<isotope_pair> &pairs;
    const Machine &machine;
    const Target &target;
    const TimeLeft &time_left;

    void price(const std::vector<size_t> &unknown, Costs *known) const {
        for (size_t begin = 0; begin < unknown.size() && time_left.left_ms() > 0; begin += kAtOnce) {
            const size_t end = std::min(begin + kAtOnce, unknown.size());
            some({unknown.begin() + begin, unknown.begin() + end}, known);
        }
    }

  private:
    void some(const std::vector<size_t> &unknown, Costs *known) const {
        std::vector<Outlined> missing;
        for (size_t i : unknown) {
            missing.push_back(all[i]);
        }
        const auto listings = compile(missing, target, (uint32_t)(time_left.left_ms() * kCompiling));
        std::vector<isotope_pair> made;
        std::vector<size_t> priced;
        for (size_t i = 0; i < unknown.size(); i++) {
            if (const auto &both = listings[i]) {
                made.push_back({pairs[unknown[i]].name, both->own.c_str(), both->selected.c_str()});
                priced.push_back(unknown[i]);
            }
        }
        const Costs costs = compare(machine, made, time_left);
        for (size_t i = 0; i < priced.size(); i++) {
            (*known)[priced[i]] = costs[i];
        }
    }
};

// What each costs, from the service; what it does not know is compiled.
Costs costs(const std::vector<Outlined> &all, const Machine &machine, const Target &target,
            const TimeLeft &time_left) {
    const std::string compiler =
        "Halide " + std::to_string(halide_version()) + " " + target.to_string() + "\n";
    std::vector<std::string> names;
    for (const Outlined &each : all) {
        names.push_back(compiler + each.name);
    }
    std::vector<isotope_pair> pairs;
    for (const std::string &name : names) {
        pairs.push_back({name.c_str(), nullptr, nullptr});
    }
    Costs known = compare(machine, pairs, time_left);
    std::vector<size_t> unknown;
    for (size_t i = 0; i < pairs.size(); i++) {
        if (!known[i].known) {
            unknown.push_back(i);
        }
    }
    // Those with gathers come last: whatever happens to them, the others had their turn.
    std::stable_sort(unknown.begin(), unknown.end(),
                     [&](size_t a, size_t b) { return all[a].gathered < all[b].gathered; });
    Pricing{all, pairs, machine, target, time_left}.price(unknown, &known);
    return known;
}

// The same for values of which some are equal.
Costs costs_of_each(const std::vector<Outlined> &all, const Machine &machine, const Target &target,
                    const TimeLeft &time_left) {
    const auto [first, place] = distinct(all);
    std::vector<Outlined> different;
    for (size_t i : first) {
        different.push_back(all[i]);
    }
    const Costs known = costs(different, machine, target, time_left);
    Costs each;
    for (size_t i : place) {
        each.push_back(known[i]);
    }
    return each;
}

// Whether windows that load the same cannot change which one is cheaper.
bool is_clear(const isotope_compared &c) {
    const double own = (double)c.own_cost, selected = (double)c.selected_cost;
    return !c.known || own == 0 || selected == 0 || selected * kClear <= own || own * kClear <= selected;
}

void decide(const isotope_compared &compared, size_t windows, Decision *decision) {
    decision->windows = windows;
    decision->own_cost = compared.own_cost;
    decision->selected_cost = compared.selected_cost;
    if (!compared.known) {
        decision->why_not = "not compared with Halide's own code yet: ISOTOPE_TIMEOUT_MS was over";
        decision->is_uncompared = true;
    } else if (compared.own_cost == 0 || compared.selected_cost == 0) {
        decision->why_not = "it cannot be compared with Halide's own code, or not soon: alone it does not compile, or slowly";
    } else if (compared.selected_cost >= compared.own_cost) {
        decision->why_not = "not cheaper than Halide's own code";
    }
    if (!decision->why_not.empty()) {
        decision->replacement = Expr();
    }
}

}  // namespace

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
    inner = answered(inner);
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
        inner = Let::make((*let)->name, answered((*let)->value), inner);
    }
    return inner;
}

void prefer_cheaper(const std::vector<Rival> &rivals, const std::vector<Window> &windows,
                    const std::vector<Surroundings> &scopes, const Machine &machine, const Target &target,
                    const TimeLeft &time_left, std::vector<Decision> *decisions) {
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
    const Costs costs = costs_of_each(both, machine, target, time_left);
    for (size_t i = 0; i < compared.size(); i++) {
        const isotope_compared &c = costs[i];
        (*decisions)[compared[i]->together].is_uncompared |= !c.known;
        if (c.known && c.own_cost != 0 && c.selected_cost != 0 && c.selected_cost < c.own_cost) {
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

void keep_cheaper(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                  const Machine &machine, const Target &target, const TimeLeft &time_left,
                  std::vector<Decision> *decisions) {
    std::vector<size_t> chosen;
    std::vector<Outlined> single;
    const auto versions = [&](size_t i) {
        return Versions{windows[i].value, (*decisions)[i].replacement, &scopes[i]};
    };
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
    const Costs by_chosen = costs_of_each(single, machine, target, time_left);
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
    const Costs by_group = together.empty() ? Costs() : costs_of_each(together, machine, target, time_left);
    for (size_t i = 0; i < unclear.size(); i++) {
        for (size_t window : unclear[i]) {
            compared[window] = by_group[i];
            at_once[window] = unclear[i].size();
        }
    }
    for (const auto &[window, both] : compared) {
        decide(both, at_once.count(window) ? at_once[window] : 1, &(*decisions)[window]);
    }
}

std::vector<std::string> own_code(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                                  const Target &target) {
    std::vector<size_t> asked;
    std::vector<Outlined> all;
    for (size_t i = 0; i < windows.size(); i++) {
        if (!windows[i].text.empty()) {
            asked.push_back(i);
            all.push_back(outline({{windows[i].value, Expr(), &scopes[i]}}));
        }
    }
    const auto [first, of] = distinct(all);
    std::vector<Outlined> some;
    for (size_t i : first) {
        some.push_back(all[i]);
    }
    const auto listings = compile(some, target, TimeLeft::whole_ms());
    std::vector<std::string> code(windows.size());
    for (size_t i = 0; i < asked.size(); i++) {
        const auto &made = listings[of[i]];
        code[asked[i]] = made ? made->own : "";
    }
    return code;
}

}  // namespace isotope
