// The C interface of Isotope, for one pipeline at a time.
#pragma once

#include <isotope.h>
#include <isotope_halide.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "window.h"

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

// Asks for all windows at once. The result of each is at its place; windows without text are not asked for,
// and theirs is null. One client for each kind of code serves the whole process.
Results ask(const Machine &machine, Code code, const std::vector<Window> &windows,
            std::vector<const isotope_result *> *by_window);

// How long one pipeline may still wait.
class Patience {
  public:
    Patience();
    uint32_t left_ms() const;  // 0: no longer

  private:
    std::chrono::steady_clock::time_point end;
};

// What pairs cost, or nothing where the service does not say in time. The texts live as long as the call.
std::vector<isotope_compared> compare(const Machine &machine, const std::vector<isotope_pair> &pairs,
                                      const Patience &patience);

}  // namespace isotope
