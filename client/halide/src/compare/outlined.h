// Values of one loop iteration as a loop by themselves, in two ways: as the program has them, and with
// answers in their places. Halide compiles both, so that what differs is the answers.
#pragma once

#include <Halide.h>

#include <optional>
#include <string>
#include <vector>

#include "compare/sharing.h"
#include "frontend/pairs.h"

namespace isotope {

struct Outlined {
    std::string name;  // says all that both are made of
    std::vector<Halide::Internal::LoweredArgument> arguments;
    Halide::Internal::Stmt own, selected;             // `selected` may be undefined
    int own_iterations = 0, selected_iterations = 0;  // how many iterations they have, where that decides; else 0
    int gathered = 0;                                 // lanes of loads that are no ramps, which take long to compile
    // A function's whole statement, which only has to compile: that it returns is all of its listing, and it may take all the time.
    bool is_whole = false;
};

// One value, and what stands for it, of as many lanes or of those of several iterations; undefined for all of them where only their own
// code is wanted.
struct Versions {
    Halide::Expr own, selected;
    const Surroundings *scope;
};

// All of them stand in the same loop. Buffers, variables and addresses lose their names, so that equal code
// has equal ones in every pipeline.
Outlined outline(const std::vector<Versions> &versions);

// A statement in which what is computed twice is a let. These are numbered: a name that Halide makes up depends on what it has compiled
// before.
Halide::Internal::Stmt without_repeats(const Halide::Internal::Stmt &stmt);

// Both listings of each. Each takes as long as compiling a small pipeline, in a process of its own: nobody else compiles
// such fragments, so that the code generator may not be ready for one. Nothing for what had no turn in that time.
std::vector<std::optional<Listings>> compile(const std::vector<Outlined> &all, const Halide::Target &target, uint32_t timeout_ms);

}  // namespace isotope
