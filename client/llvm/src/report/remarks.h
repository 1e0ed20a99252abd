// Remarks at the places of windows, which say what became of each.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include <string>

#include "decide/asked.h"

namespace isotope {

// The name of the pass that makes the remarks.
constexpr const char *kRemarks = "isotope";

// -Rpass=isotope says what is used, -Rpass-missed=isotope what is not, and why.
void remark(llvm::OptimizationRemarkEmitter &emitter, const Asked &asked);
void remark_missed(llvm::OptimizationRemarkEmitter &emitter, const llvm::Function &function, const llvm::DebugLoc &place,
                   const std::string &why);

}  // namespace isotope
