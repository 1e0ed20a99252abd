// What became of windows, as remarks at their places.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include <string>

#include "decide/asked.h"

namespace isotope {

// What their pass is called.
constexpr const char *kRemarks = "isotope";

// -Rpass=isotope says what is used, -Rpass-missed=isotope what is not, and why.
void remark(llvm::OptimizationRemarkEmitter &emitter, const Asked &asked);
void remark_missed(llvm::OptimizationRemarkEmitter &emitter, const llvm::Function &function, const llvm::DebugLoc &place,
                   const std::string &why);

}  // namespace isotope
