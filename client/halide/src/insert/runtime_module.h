// How answers' functions get into Halide's modules.
#pragma once

#include <Halide.h>

#include <mutex>
#include <string>
#include <vector>

namespace isotope {

// Makes the module with all answers that a statement calls, as code generation will. Why it cannot; empty
// when it can.
std::string rehearse(const Halide::Internal::Stmt &stmt);

// Why Halide does not see them in this process; empty when it does.
std::string interposition_obstacle();

// The locks that code generation takes, in this order.
std::vector<std::mutex *> codegen_locks();

}  // namespace isotope
