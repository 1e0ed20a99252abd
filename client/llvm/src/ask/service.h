// The C interface of Isotope, for one module at a time.
#pragma once

#include <isotope.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "ask/machine.h"
#include "window/window.h"

namespace isotope {

struct FreeResults {
    void operator()(isotope_results *results) const { isotope_results_free(results); }
};
using Results = std::unique_ptr<isotope_results, FreeResults>;

// Whether nobody is to be asked (ISOTOPE_OFF).
bool is_off();

// What came back for one window; the result is null where there is no memory.
struct Reply {
    const isotope_result *result = nullptr;
    double milliseconds = 0;
};

// The time of one module: most of it for answers, and what is left for comparing them.
class Service {
  public:
    Service();

    // Asks for all windows at once.
    std::vector<Reply> ask(const Machine &machine, const std::vector<const Window *> &windows);

    // What pairs cost, zeros where the service does not say in time. The texts live as long as the call.
    std::vector<isotope_compared> compare(const Machine &machine, const std::vector<isotope_pair> &pairs);

    // Milliseconds that are left for comparing.
    unsigned left_ms() const;

  private:
    std::chrono::steady_clock::time_point end;
    std::vector<Results> kept;
};

}  // namespace isotope
