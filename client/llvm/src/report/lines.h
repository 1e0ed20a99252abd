// What became of windows: remarks at their places, and a line of JSON each in ISOTOPE_REPORT's file.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include <string>

#include "ask/machine.h"
#include "decide/asked.h"

namespace isotope {

// -Rpass=isotope says what is used, -Rpass-missed=isotope what is not, and why.
void remark(llvm::OptimizationRemarkEmitter &emitter, const Asked &asked);
void remark_missed(llvm::OptimizationRemarkEmitter &emitter, const llvm::Instruction &place, const std::string &why);

// Adds a line to the report, where there is to be one.
void report(const Machine &machine, const Asked &asked);

}  // namespace isotope
