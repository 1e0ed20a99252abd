// The instructions that a function executes, one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

struct Steps {
  // How often each instruction of the function's library was executed, by its
  // offset in it.
  std::map<uint64_t, uint64_t> counts;
  // Instructions of other libraries.
  uint64_t elsewhere = 0;
};

// Calls it once in a child, and once more a step at a time. `inside` is an
// address of its library. Throws std::runtime_error where the system does not
// let a process be traced.
Steps count_steps(const std::function<void()> &function, const void *inside);
