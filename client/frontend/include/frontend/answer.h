// Whether an answer may be used, as far as that can be told without the front end's own language.
#pragma once

#include <isotope.h>

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/question.h"
#include "frontend/service.h"

namespace isotope {

// Whose code an answer competes with, for sentences and reports.
struct Compiler {
    const char *name;  // "Halide"
    const char *key;   // "halide": its members in reports
    const char *unit;  // "pipelines": what it compiles at a time
};

// The outcome of one window.
struct Outcome {
    bool is_used = false;
    std::string why_not;
    // The cost of the compiler's own code without and with the answer, in hundredths of a cycle; 0 where that is
    // not known.
    uint64_t own_cost = 0, selected_cost = 0;
    // Costs were not known in time, so that another compile may decide otherwise.
    bool is_uncompared = false;
};

// Why there is nothing to use, or why it is not proved or not cheaper than plain LLVM; "" where its code is
// worth a look.
std::string refusal(const Question &question, Wanted wanted, const isotope_result *result);

// Why another time, or another state of the daemon, may bring another result; "" where it is settled.
std::string unsettled(const Question &question, const isotope_result *result);

// The same of all windows of a unit, in a sentence: what depends on the clock or on the daemon
// (ISOTOPE_REQUIRE).
std::string unsettled(const Compiler &compiler, const std::vector<const Question *> &questions,
                      const std::vector<const isotope_result *> &results, const std::vector<Outcome> &outcomes);

// The reason for an answer that is as dear as plain code.
// Why an answer is not used that costs what the plain lowering does.
inline const char *const kNotCheaper = "not cheaper than plain LLVM";

struct Source {
    // The leaf itself, or one of the same buffer, base and bits, whose bytes the load is among.
    size_t leaf = 0;
    bool is_load = false;
};

// Checks that the answer gives what the window does, that each parameter is a leaf as it is or loads no byte
// but those of the window's own loads. Returns why not, and otherwise a source for each parameter.
std::string check_interface(const Question &question, const isotope_result &result, std::vector<Source> *sources);

}  // namespace isotope
