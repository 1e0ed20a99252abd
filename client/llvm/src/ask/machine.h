// What a function is compiled for, in LLVM's names.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

namespace isotope {

struct Machine {
    std::string arch, mcpu, mattr;
    unsigned register_bits = 128;  // of the widest register that answers may use

    bool operator<(const Machine &other) const {
        return arch != other.arch ? arch < other.arch : mcpu != other.mcpu ? mcpu < other.mcpu : mattr < other.mattr;
    }
    std::string text() const { return arch + " " + mcpu + (mattr.empty() ? "" : " " + mattr); }
};

// The machine of a function's attributes. False where Isotope has no data for it, and why.
bool machine_of(const llvm::Function &function, Machine *machine, std::string *why);

}  // namespace isotope
