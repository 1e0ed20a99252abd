// The answers' functions of this process, by the name under which Halide calls them. Shared by all
// compilations.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "frontend/llvm_library.h"

namespace isotope {

// Halide finds a vector function `f` of n lanes as `fxn` in its runtime modules.
std::string runtime_name(const std::string &name, int lanes);

// An answer's code, kept for Halide's calls.
struct Function {
    std::string name;   // for a Halide call
    std::string error;  // why there is none
};

// Keeps an answer's function, with its result padded to so many lanes; the same text is kept once.
Function keep_function(const std::string &text, const std::string &function, const Signature &signature, int lanes);

// Whether there is any.
bool is_any_kept();

// Whether it is the name of such a function.
bool is_kept(const std::string &name);

// The bitcode of kept functions, by their runtime names. Unknown ones are left out.
std::vector<std::string> kept_bitcode(const std::vector<std::string> &runtime_names);

// Held while any of the above works.
std::mutex &kept_lock();

}  // namespace isotope
