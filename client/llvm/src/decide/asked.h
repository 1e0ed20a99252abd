// A window, what came back for it, and what became of it.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/DebugLoc.h>

#include <string>
#include <vector>

#include "ask/machine.h"
#include "frontend/answer.h"
#include "window/window.h"

namespace isotope {

struct Asked {
    Window window;
    llvm::Function *function = nullptr;  // its place, which outlives what is replaced
    llvm::DebugLoc location;
    const isotope_result *result = nullptr;
    Freezing freezing;  // of the result's parameters
    double milliseconds = 0;
    Outcome outcome;  // costs are those of its block
};

// A block with answers that may be put in place.
struct Candidate {
    llvm::BasicBlock *block = nullptr;
    bool is_loop = false;  // a loop that is one block
    Processor processor;
    std::vector<size_t> windows;  // among those asked
};

// In which order answers of one block are put in place, where several would replace the same. Apart, it is the widest, and sums whose
// accumulators are no part of an answer before those of which they are. Several results are one answer in a plan of their own.
enum class Plan { kWidest, kNarrowest, kApart, kSeveral };
constexpr Plan kPlans[] = {Plan::kWidest, Plan::kNarrowest, Plan::kApart, Plan::kSeveral};

// Who competes with answers.
constexpr Compiler kCompiler = {"LLVM", "llvm", "modules"};

// Why an answer cannot be used, whatever it would bring; empty where it may be.
std::string obstacle(const Asked &asked);

// Whether a plan may come to another block than those before it.
bool is_of_use(Plan plan, const Candidate &candidate, const std::vector<Asked> &asked);

// Puts answers of a candidate into its block, or into a copy of it, and notes those that cannot be. Returns which were.
std::vector<size_t> put_in_place(const Candidate &candidate, Plan plan, llvm::ValueToValueMapTy *copy, llvm::AAResults &aliases,
                                 std::vector<Asked> *asked);

}  // namespace isotope
