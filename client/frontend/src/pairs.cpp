#include "frontend/pairs.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace isotope {

namespace {

// So many are compiled, then priced, and then the next: what there is no time for is left for the next time.
constexpr size_t kAtOnce = 8;

// The rest of the time is for pricing what was compiled.
constexpr double kCompiling = 0.67;

// The costs of pairs on a machine, and on every other CPU that its code may run on.
Costs on_each(const Machine &machine, const std::vector<isotope_pair> &pairs, const TimeLeft &time_left) {
    Costs costs = compare(machine, pairs, time_left);
    for (const std::string &mattr : machine.others) {
        const Costs others = compare({machine.arch, machine.mcpu, mattr}, pairs, time_left);
        for (size_t i = 0; i < costs.size(); i++) {
            costs[i] = worse(costs[i], others[i]);
        }
    }
    return costs;
}

// Compiles and prices some that the service does not know.
void price(const Pairs &pairs, const std::vector<size_t> &some, const Machine &machine, const TimeLeft &time_left, Costs *known) {
    const auto listings = pairs.compile(some, (uint32_t)(time_left.left_ms() * kCompiling));
    std::vector<isotope_pair> made;
    std::vector<size_t> priced;
    for (size_t i = 0; i < some.size() && i < listings.size(); i++) {
        if (const auto &both = listings[i]) {
            const bool is_lost = !pairs.refuses && (both->own.empty() || both->selected.empty());
            made.push_back({pairs.names[some[i]].c_str(), is_lost ? "" : both->own.c_str(), is_lost ? "" : both->selected.c_str()});
            priced.push_back(some[i]);
        }
    }
    const Costs costs = on_each(machine, made, time_left);
    for (size_t i = 0; i < priced.size(); i++) {
        (*known)[priced[i]] = costs[i];
    }
}

}  // namespace

Distinct distinct(const std::vector<std::string> &names) {
    Distinct found;
    std::map<std::string, size_t> known;
    for (size_t i = 0; i < names.size(); i++) {
        const auto [place, fresh] = known.emplace(names[i], found.first.size());
        found.of.push_back(place->second);
        if (fresh) {
            found.first.push_back(i);
        }
    }
    return found;
}

Costs costs(const Pairs &pairs, const Machine &machine, const TimeLeft &time_left) {
    const auto [first, of] = distinct(pairs.names);
    std::vector<isotope_pair> asked;
    for (size_t i : first) {
        asked.push_back({pairs.names[i].c_str(), nullptr, nullptr});
    }
    const Costs told = on_each(machine, asked, time_left);
    Costs known(pairs.names.size());
    std::vector<size_t> unknown;
    for (size_t i = 0; i < first.size(); i++) {
        known[first[i]] = told[i];
        if (!told[i].known) {
            unknown.push_back(first[i]);
        }
    }
    if (!pairs.weights.empty()) {
        std::stable_sort(unknown.begin(), unknown.end(), [&](size_t a, size_t b) { return pairs.weights[a] < pairs.weights[b]; });
    }
    for (size_t begin = 0; begin < unknown.size() && time_left.left_ms() > 0; begin += kAtOnce) {
        const size_t end = std::min(begin + kAtOnce, unknown.size());
        price(pairs, {unknown.begin() + begin, unknown.begin() + end}, machine, time_left, &known);
    }
    Costs each;
    for (size_t place : of) {
        each.push_back(known[first[place]]);
    }
    return each;
}

isotope_compared worse(const isotope_compared &first, const isotope_compared &other) {
    const auto is_priced = [](const isotope_compared &c) {
        return c.own_cost != 0 && c.own_cost != UINT64_MAX && c.selected_cost != 0 && c.selected_cost != UINT64_MAX;
    };
    isotope_compared both = first;
    both.known = first.known && other.known;
    both.is_better = first.is_better && other.is_better;
    if (both.known && is_priced(first) && is_priced(other)) {
        const double ratio = (double)other.selected_cost / (double)other.own_cost;
        both.selected_cost = std::max(first.selected_cost, (uint64_t)std::round((double)first.own_cost * ratio));
    }
    return both;
}

void decide(const Compiler &compiler, const isotope_compared &compared, Outcome *outcome) {
    const std::string own = std::string(compiler.name) + "'s own code";
    // Nothing costs more than no code: there is none to compare with.
    outcome->own_cost = has_no_code(compared) ? 0 : compared.own_cost;
    outcome->selected_cost = compared.selected_cost;
    outcome->why_not.clear();
    if (!compared.known) {
        outcome->why_not = "not compared with " + own + " yet: ISOTOPE_TIMEOUT_MS was over";
        outcome->is_uncompared = true;
    } else if (compared.own_cost == 0 || compared.selected_cost == 0) {
        outcome->why_not = "it cannot be compared with " + own + ", or not soon: alone it does not compile, or slowly";
    } else if (!is_cheaper(compared)) {
        outcome->why_not = "not cheaper than " + own;
    }
    outcome->is_used = outcome->why_not.empty();
}

std::map<std::string, std::string> functions_in(const std::string &listing, const std::set<std::string> &wanted,
                                                const std::string &comment) {
    std::istringstream lines(listing);
    std::map<std::string, std::string> found;
    std::string line, name;
    while (std::getline(lines, line)) {
        line = line.substr(0, line.find(comment));
        line = line.substr(0, line.find_last_not_of(" \t") + 1);
        if (line.empty()) {
            continue;
        }
        const bool is_label = line.back() == ':';
        if (is_label && wanted.count(line.substr(0, line.size() - 1))) {
            name = line.substr(0, line.size() - 1);
        } else if (line.rfind(".Lfunc_end", 0) == 0) {
            name.clear();
        } else if (!name.empty() && (is_label || (line[0] == '\t' && line[1] != '.'))) {
            found[name] += line.substr(line[0] == '\t') + "\n";
        }
    }
    return found;
}

}  // namespace isotope
