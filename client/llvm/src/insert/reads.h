// Which lanes of leaves the lanes of a value read: what decides where an answer needs a frozen leaf.
//
// LLVM's undefined values may be another value at each use, and poison in one lane makes whatever reads it poison. A window
// computes on leaves that may hold either. An answer that reads a lane once, for a result whose window always reads
// it too, refines the window as it is; every other leaf is frozen to one value first.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "frontend/expression.h"

namespace isotope {

// A window's expression, apart from the values that stand for its leaves.
struct Computed {
    const Expression &expression;
    unsigned buffers = 0;           // which it loads from
    bool is_added_up = false;       // whether all lanes of its value become one number
};

// A lane of a leaf: the element of a buffer, or the lane of the leaf with this number after all buffers.
struct Element {
    unsigned place = 0;
    int64_t number = 0;
    bool operator<(const Element &other) const {
        return place != other.place ? place < other.place : number < other.number;
    }
};

// What lane 0 of a parameter is; lane i is `stride` elements further each.
struct Begin {
    Element source;
    int64_t stride = 1;
};

// How often a source is read, and through which parameters of an answer; each is a load of its own.
struct Seen {
    unsigned times = 0;
    llvm::SmallVector<unsigned, 2> parameters;  // ascending
};

// Sources in their order, each once. Most lanes read a few.
class Reads {
  public:
    using Each = std::pair<Element, Seen>;

    Reads() = default;
    Reads(Element source, unsigned parameter) : all{{source, {1, {parameter}}}} {}
    explicit Reads(Element source) : all{{source, {1, {}}}} {}

    auto begin() const { return all.begin(); }
    auto end() const { return all.end(); }
    size_t size() const { return all.size(); }
    bool has(const Element &source) const;
    // Adds what is read more.
    void add(const Reads &more);
    // Those that another has, too.
    Reads in_common(const Reads &other) const;

  private:
    std::vector<Each> all;
};

using Lanes = std::vector<Reads>;

// How many sources all lanes read, counted together.
size_t count(const Lanes &lanes);

// What poison in a lane of the window's value always comes from: whatever is chosen, and whatever is not. Empty over a bound.
Lanes always_read(const Computed &window);

// What the lanes of an answer's result may read where leaves may be undefined. `begins` says what each parameter is. Empty over a bound.
Lanes may_read(const llvm::Function &function, const std::vector<Begin> &begins);

// What the bytes of an answer's result may depend on where every leaf is a value: no more than the above. Empty over a bound.
Lanes bytes_read(const llvm::Function &function, const std::vector<Begin> &begins);

// For each parameter of an answer, whether it has to be frozen. False where that is not enough: a byte of the result
// depends on the same element in memory through two loads, which need not agree on what nobody wrote.
bool what_to_freeze(const Computed &window, const llvm::Function &function, const std::vector<Begin> &begins,
                    std::vector<bool> *frozen);

}  // namespace isotope
