// The arguments that an answer's function is called with.
#pragma once

#include <isotope.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/service.h"
#include "window/window.h"

namespace isotope {

// One argument of the call of an answer's function: a value that is there, or a load that is to be made.
struct Planned {
    llvm::Value *value = nullptr;  // null for a load, and for the accumulator
    std::optional<unsigned> lane;  // of the value, if it is one of its lanes
    bool is_accumulator = false;
    unsigned buffer = 0;
    int64_t offset = 0, stride = 1;
    isotope_type type = {};
    unsigned place = 0;  // the buffer, or the leaf behind all buffers
    int64_t first = 0;   // lane 0 of it: lane i is `stride` elements further each
};

// A plan for each parameter, or why the answer cannot be called. Loads touch only what the window's own loads touch.
std::string plan(const Window &window, const isotope_result &result, std::vector<Planned> *planned);

// Whether two of them have the same leaf, or the same element of memory: where it is undefined they need not agree. Loads of 8 lanes at
// B0[t0] and at B0[t0 + 1] share seven elements.
bool are_shared(const std::vector<Planned> &planned);

// Whether one has to be frozen before the answer takes it.
bool is_frozen(const Window &window, const Freezing &freezing, size_t number);

// The window's loads that a planned load stands for.
std::vector<llvm::LoadInst *> stands_for(const Window &window, const Planned &planned);

// Makes a planned load.
llvm::Value *load(const Window &window, const Planned &planned, llvm::IRBuilder<> &builder);

}  // namespace isotope
