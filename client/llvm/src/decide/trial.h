// Whether a block is better with answers: both are compiled to assembly and priced by the service's table.
#pragma once

#include <llvm/IR/PassManager.h>

#include <map>
#include <vector>

#include "decide/asked.h"

namespace isotope {

// The best plan for a candidate.
struct Choice {
    Plan plan = Plan::kWidest;
    bool is_calm = false;  // its function is known to spill no vector with it
};

// The best plan for each candidate, by its place; a candidate that is not there stays as it is.
std::map<size_t, Choice> decide(llvm::Module &module, const std::vector<Candidate> &candidates, llvm::FunctionAnalysisManager &analyses,
                                const TimeLeft &time_left, std::vector<Asked> *asked);

}  // namespace isotope
