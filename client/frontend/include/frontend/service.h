// The service, for one compilation unit at a time: a pipeline, a module. All its windows are asked for at
// once.
#pragma once

#include <isotope.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "frontend/question.h"

namespace isotope {

// Which code is asked for.
enum class Wanted {
    Selected,  // what is proven and cheaper than plain LLVM operations
    Plain,     // plain LLVM operations, whatever they cost
};

// A target in LLVM's names.
struct Machine {
    std::string arch, mcpu, mattr;
    // The features of other CPUs that the code may run on, where the target names none: an answer has to be cheaper on each of them.
    std::vector<std::string> others = {};
};

struct FreeResults {
    void operator()(isotope_results *results) const { isotope_results_free(results); }
};
using Results = std::unique_ptr<isotope_results, FreeResults>;

// The service's statement about the values of an answer that have to be frozen.
struct Freezing {
    std::vector<isotope_freeze> parameters;
    bool one_load_a_byte = false;
};

// The answers, by question. It owns what the results point to.
struct Answers {
    std::vector<const isotope_result *> results;  // null for what was not asked
    std::vector<Freezing> freezing;
    std::vector<double> milliseconds;  // how long the service took
    Results texts, graphs;
};

// Whether nobody is to be asked: ISOTOPE_OFF, or a library whose interface is another one than this was built for, which is said once.
bool is_off();

// Whether the library that is loaded has the interface that this was built for. No other call is made where it has not.
bool is_library_known();

// How long one unit may wait for answers: most of its time, and the rest is for comparing them, so that what
// is searched for in vain keeps nobody from using what is known.
uint32_t answers_ms(Wanted wanted);

// Asks for all windows at once, and waits so long, and no longer than a unit may. One client for each kind of code serves the whole
// process; a fork makes its own.
Answers ask(const Machine &machine, Wanted wanted, const std::vector<const Question *> &questions, uint32_t most_ms = UINT32_MAX);

bool is_answer(const isotope_result *result);

struct FreeChecked {
    void operator()(isotope_checked *checked) const { isotope_checked_free(checked); }
};
using Checked = std::unique_ptr<isotope_checked, FreeChecked>;

// The verdict on two programs of MLIR. The texts live as long as the call.
Checked check(const isotope_programs &programs);

struct FreeScheduled {
    void operator()(isotope_scheduled *scheduled) const { isotope_scheduled_free(scheduled); }
};
using Scheduled = std::unique_ptr<isotope_scheduled, FreeScheduled>;

// The object file of machine code whose loops are scheduled, position independent, each function in a section of its own; null where there
// is no memory.
Scheduled schedule(const std::string &code, uint32_t timeout_ms);

struct FreeStaged {
    void operator()(isotope_staged *staged) const { isotope_staged_free(staged); }
};
using Staged = std::unique_ptr<isotope_staged, FreeStaged>;

// The reader of the LLVM IR of answers, and its context; and the release of MLIR that reads the result.
struct Importer {
    isotope_import import;
    void *context;
    size_t mlir;
};

// A module of MLIR after a stage; null where there is no memory. It waits for answers as long as `ask` does.
Staged run_stage(const char *stage, const Machine &machine, Wanted wanted, const std::string &module, const Importer &importer);

// The time for comparing, from now on: what the answers, asked for at `asked`, left of the whole, and no less
// than its part.
class TimeLeft {
  public:
    // All the time that one unit may wait.
    static uint32_t whole_ms();

    explicit TimeLeft(std::chrono::steady_clock::time_point asked);
    uint32_t left_ms() const;  // 0: no longer

  private:
    std::chrono::steady_clock::time_point end;
};

// The costs of pairs, or nothing where the service does not say in time. The texts live as long as the call.
std::vector<isotope_compared> compare(const Machine &machine, const std::vector<isotope_pair> &pairs, const TimeLeft &time_left);

}  // namespace isotope
