// The processor that a function is compiled for, in LLVM's names.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

#include "frontend/service.h"

namespace isotope {

// The narrowest vectors of any machine that answers are for.
constexpr unsigned kLeastRegisterBits = 128;

// A machine, and the widest register that answers may use on it.
struct Processor {
    Machine machine;
    unsigned register_bits = kLeastRegisterBits;

    bool operator<(const Processor &other) const {
        return machine.mcpu != other.machine.mcpu ? machine.mcpu < other.machine.mcpu : machine.mattr < other.machine.mattr;
    }
};

// The processor of a function's attributes. False where Isotope has no data for it, and why.
bool processor_of(const llvm::Function &function, Processor *processor, std::string *why);

}  // namespace isotope
