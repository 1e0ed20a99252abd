// The arrays that a loop without branches reads and writes, and which of them may overlap.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>

namespace isotope::apart {

// A load or store of [offset, offset + bytes) from where its array is in this iteration.
struct Access {
    llvm::Instruction *instruction;
    int64_t offset, bytes;
};

// Accesses that are constant distances apart: in iteration k they are at start + k * step and their offsets.
struct Array {
    const llvm::SCEV *start, *step;
    llvm::SmallVector<Access, 16> accesses;
    bool is_written = false;

    int64_t first() const;
    int64_t end() const;
};

struct Arrays {
    llvm::SmallVector<Array, 4> all;
    // Indices of arrays of which one is written, and that LLVM cannot tell apart.
    llvm::SmallVector<std::pair<unsigned, unsigned>, 4> pairs;
};

// Nothing where a check would be of no use or cannot be written: accesses of other kinds, no row of neighbours that is written, no arrays
// that may overlap, or too many.
std::optional<Arrays> arrays_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution, llvm::AAResults &aliases);

}  // namespace isotope::apart
