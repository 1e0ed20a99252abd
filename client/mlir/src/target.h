// The processors that functions are compiled for, in LLVM's names.
#pragma once

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/BuiltinOps.h>

#include <map>
#include <string>
#include <tuple>

#include "frontend/service.h"

namespace isotope {

struct Target {
    std::string arch, cpu, features;

    bool operator<(const Target &other) const {
        return std::tie(arch, cpu, features) < std::tie(other.arch, other.cpu, other.features);
    }
    Machine machine() const { return {arch, cpu, features}; }
};

// A function's own processor, where its attributes name one, or the module's.
Target target_of(mlir::func::FuncOp function, const Target &module);

// Writes the processor into the attributes of functions with answers, so that LLVM knows it, and of all others of their module: the
// registers in which vectors are passed depend on it.
void set_targets(mlir::ModuleOp module, const std::map<mlir::Operation *, Target> &targets);

}  // namespace isotope
