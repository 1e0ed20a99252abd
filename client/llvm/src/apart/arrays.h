// The arrays that a loop without branches reads and writes, and which of them may overlap.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>

namespace isotope::apart {

// A load or store of [offset, offset + bytes) from where its array is in this iteration, and how many elements it stores side by side.
struct Access {
    llvm::Instruction *instruction;
    int64_t offset, bytes;
    size_t count;
};

// An inner loop over a row, and how many elements a row has.
struct Row {
    const llvm::Loop *loop;
    unsigned iterations;
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

// Nothing where a check would be of no use or cannot be written: accesses of other kinds, no row of neighbours that is written, or too many
// arrays that may overlap. No pairs where none may. A loop with a loop in it needs the row that this is.
std::optional<Arrays> arrays_of(const llvm::Loop &loop, const Row *row, llvm::ScalarEvolution &evolution, llvm::AAResults &aliases);

}  // namespace isotope::apart
