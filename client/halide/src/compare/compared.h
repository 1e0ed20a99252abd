// Whether Halide's own code is better than an answer after all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compare/outlined.h"
#include "compare/sharing.h"
#include "frontend/pairs.h"
#include "frontend/service.h"
#include "insert/answer.h"

namespace isotope {

// A store's value, or several side by side, in the lets that nothing else reads, and the windows of it and of them, of which one other
// stands for all.
struct Rival {
    struct Single {
        size_t window;
        Decision decision;   // what it was before
        Halide::Expr value;  // the let's or a store's own, as the program has it
    };
    size_t together;
    Halide::Expr whole;
    size_t lets;  // so many are around the value of the store, or of all, in `whole`
    std::vector<Single> single;
};

// Whether the cost of one window for several, and those of the several, do not settle which is cheaper: each
// of the several counts the loads and stores of what is only handed on.
bool is_close(uint64_t together, uint64_t apart);

// The rival's value with the lets around it, where what stands for each value is in that value's place.
Halide::Expr with_answers(const Rival &rival);

// The costs of each in both ways, from the service; what it does not know is compiled in the time that is left.
Costs costs_of(const std::vector<Outlined> &all, const Machine &machine, const Halide::Target &target, const TimeLeft &time_left);

// Whether both costs are known: a code that nobody could price costs 0.
bool has_both(const isotope_compared &cost);

// The share of the cost of iterations apart that several at once may cost: `of_cycles`, and less where packets are counted. Halide's LLVM
// begins and ends a loop of packets with parts of iterations that stand beside it, and a row has few iterations of 128 bytes.
double worth_at_once(const Halide::Target &target, double of_cycles);

// One window for a store and its lets, by its answer or by Halide's own code, or an answer for each of them: of those that are close, the
// one that costs less as Halide compiles it. A window that there is no time for stays together.
void prefer_cheaper(const std::vector<Rival> &rivals, const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                    const Machine &machine, const Halide::Target &target, const TimeLeft &time_left, std::vector<Decision> *decisions);

// The plain lowerings of windows that have no better answer, where Halide refuses to compile its own code for them, or
// that costs more.
void prefer_plain(const std::vector<Window> &windows, const std::vector<const isotope_result *> &results,
                  const std::vector<Surroundings> &scopes, const Machine &machine, const Halide::Target &target, const TimeLeft &time_left,
                  std::vector<Decision> *decisions);

// Has answers load as they say where that costs less than the loads that LLVM makes of theirs.
void prefer_loads_apart(const std::vector<Surroundings> &scopes, const Machine &machine, const Halide::Target &target,
                        const TimeLeft &time_left, std::vector<Decision> *decisions);

// Takes back answers without which Halide's code for their windows costs as little: each window by itself,
// and where that is not clear, all that load the same at once. The service knows most of these costs; what it
// does not know is compiled once without and once with the answers, in the time that is left since they were
// asked for.
void keep_cheaper(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes, const Machine &machine,
                  const Halide::Target &target, const TimeLeft &time_left, std::vector<Decision> *decisions);

// Halide's code for each window by itself, for reports; empty for what was not asked, and where it cannot
// compile that.
std::vector<std::string> own_code(const std::vector<Window> &windows, const std::vector<Surroundings> &scopes,
                                  const Halide::Target &target);

}  // namespace isotope
