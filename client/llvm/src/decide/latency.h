// What a loop's sums wait for one another.
#pragma once

#include <llvm/IR/BasicBlock.h>

#include <cstdint>

namespace isotope {

// A cycle in the service's costs.
constexpr uint64_t kCycle = 100;

// The longest chain from a phi of a loop that is one block to its next value, in hundredths of a cycle: no turn takes less, however
// much a CPU does at once. By latencies that no CPU with such instructions undercuts much.
uint64_t carried_latency(const llvm::BasicBlock &loop);

}  // namespace isotope
