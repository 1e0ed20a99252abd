// The C interface of Isotope, for one pipeline at a time.
#pragma once

#include <isotope.h>
#include <isotope_halide.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "write/window.h"

namespace isotope {

struct FreeResults {
    void operator()(isotope_results *results) const { isotope_results_free(results); }
};
using Results = std::unique_ptr<isotope_results, FreeResults>;

// A target in LLVM's names.
struct Machine {
    std::string arch, mcpu, mattr;
};

// What Halide generates code for when it has this target.
Machine machine(const Halide::Target &target);

// Whether nobody is to be asked (ISOTOPE_OFF).
bool is_off();

// How long one pipeline may wait: most of it for answers, and the rest for comparing them, so that what is searched for in
// vain keeps nobody from using what is known.
uint32_t answers_ms(Code code);

// Asks for all windows at once. The result of each is at its place; windows without text are not asked for,
// and theirs is null. `milliseconds` is how long the service took for each. One client for each kind of code serves the whole process.
Results ask(const Machine &machine, Code code, const std::vector<Window> &windows,
            std::vector<const isotope_result *> *by_window, std::vector<double> *milliseconds);

// The time for comparing, from now on: what the answers, asked for at `asked`, left of the whole, and no less than its part.
class TimeLeft {
  public:
    // All the time that one pipeline may wait.
    static uint32_t whole_ms();

    explicit TimeLeft(std::chrono::steady_clock::time_point asked);
    uint32_t left_ms() const;  // 0: no longer

  private:
    std::chrono::steady_clock::time_point end;
};

// What pairs cost, or nothing where the service does not say in time. The texts live as long as the call.
std::vector<isotope_compared> compare(const Machine &machine, const std::vector<isotope_pair> &pairs,
                                      const TimeLeft &time_left);

}  // namespace isotope
