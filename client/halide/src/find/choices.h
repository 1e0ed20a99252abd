// One window for several values, or a window for each of them.
#pragma once

#include <isotope.h>
#include <isotope_halide.h>

#include <vector>

#include "compare/compared.h"
#include "insert/answer.h"
#include "write/window.h"

namespace isotope {

// A window that may stand for several others, or for several iterations of a loop.
struct Choice {
    size_t together = 0;
    std::vector<size_t> single;
    // Of one store with its lets, or of several that share work, which plain code does together as well: the store's value, or theirs side
    // by side, in so many lets, and the values of `single` as they are in it. Undefined and empty for a chain of stores.
    Halide::Expr whole;
    size_t lets = 0;
    std::vector<Halide::Expr> values;
    // Of several iterations of a loop: so many.
    int iterations = 1;
    // The window stands for a loop's iterations in another way. The single one stays, for what is left, or if this is taken back.
    bool of_loop = false;
    // Of several lines of an image: `single` are what one line has, and each of `in_iterations` stands for several of one of their loops.
    bool of_lines = false;
    struct Several {
        size_t window;
        int iterations;
    };
    std::vector<Several> in_iterations;
    // The variables of the loops that `single` stand in, of which the first one's is that of all.
    std::vector<std::string> variables;
    // Of several results, which share work. Each of `single` counts all of its loads then, so that their costs say less than elsewhere.
    bool of_results = false;
    // Of equal costs it is the better one.
    bool wins_ties = false;

    bool is_in_one() const { return whole.defined(); }
};

// One window stands for several, or for several iterations, where that is cheaper; plain code stays as the program has it. Where their
// costs do not settle it, what would stand for each of several is kept for `prefer_cheaper`.
std::vector<Rival> choose(const std::vector<Choice> &choices, Code code, const std::vector<Window> &windows,
                          const std::vector<const isotope_result *> &results, std::vector<Decision> *decisions);

// Takes back windows for the iterations of a loop that cost no less than as many iterations one by one, both as Halide compiles them.
void settle_loops(const std::vector<Choice> &choices, std::vector<Decision> *decisions);

}  // namespace isotope
