// From the values that a window computes backwards to its leaves.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/SimplifyQuery.h>

#include <map>
#include <optional>
#include <string>

#include "find/operations.h"
#include "find/splats.h"
#include "window/window.h"

namespace isotope {

// The analyses that answer questions about the block that is searched.
struct Known {
    llvm::ScalarEvolution &evolution;
    llvm::SimplifyQuery query;
};

// Whether an operation reads one of the values with a sign, at once or behind two shuffles at the most. A leaf takes its sign from that:
//   %b = load <16 x i8>, ptr %p
//   %w = sext <16 x i8> %b to <16 x i16>      let d0 : int8x16 = load B0[t0, stride 1]
bool is_read_with_sign(const Bundle &values);

// Adds nodes to a window's expression. A value that it does not know becomes a leaf, so that it fails only where a type is not in the
// language, or over a bound.
class Grower {
  public:
    Grower(Window &window, const Known &known) : window(window), known(known) {}

    // The node of values side by side.
    unsigned node(const Bundle &values);

    // The node of several results, one behind the other.
    unsigned node(const std::vector<Bundle> &results);

    // Why there is no window; empty while there is one.
    const std::string &failure() const { return why; }

    // Operations without leaves, constants and changes of sign.
    size_t operations() const { return counted; }

  private:
    Window &window;
    const Known &known;
    std::map<std::vector<llvm::Value *>, unsigned> done;
    std::map<Scalar, unsigned> scalars;
    std::map<llvm::LoadInst *, std::vector<llvm::LoadInst *>> rows;  // of_gathered's, by each load of theirs
    // Which buffer of the window's, and how many elements from its pointer.
    struct Place {
        unsigned buffer = 0;
        int64_t offset = 0;
    };
    std::string why;
    size_t counted = 0, depth = 0;
    // Whether lane i of values is lane i / n of value i % n, rather than all lanes of one value before those of the next.
    bool is_interleaved = false;

    unsigned fail(const std::string &reason);
    unsigned made(const Bundle &values);
    unsigned side_by_side(const Bundle &values);
    unsigned concatenated(std::vector<unsigned> args);
    unsigned one_operation(const Bundle &values, Type type);
    unsigned of_constant(const llvm::Constant &constant, Type type);
    unsigned of_splat(const Scalar &scalar, Type type);
    std::optional<unsigned> of_splat_operation(const Scalar &scalar, Type type);
    unsigned of_scalar_leaf(const Scalar &scalar, Type type);
    unsigned of_lanewise(const Bundle &values, const Lanewise &operation, Type type);
    unsigned of_cast(const Bundle &values, Type type);
    unsigned of_compare(const Bundle &values, Type type);
    unsigned of_select(const Bundle &values, Type type);
    unsigned of_shuffle(const llvm::ShuffleVectorInst &shuffle, Type type);
    unsigned of_bitcast(const Bundle &values, Type type);
    unsigned of_rotate(const Bundle &values, Type type);
    unsigned of_loads(const Bundle &values, Type type);
    unsigned of_put_together(const Bundle &values, Type type);
    std::optional<unsigned> of_gathered(llvm::Value *value, Type type);
    const std::vector<llvm::LoadInst *> &row_of(llvm::LoadInst *load);
    unsigned of_row(const Bundle &row);
    unsigned of_scalar(llvm::Value *value);
    // A sum of vectors whose lanes stand beside one another in memory: of each group of neighbours. Nothing where it is none.
    std::optional<unsigned> of_neighbours(llvm::Value *sum);
    std::optional<unsigned> added_up(const Bundle &values);
    // The absolute difference of unsigned numbers that a choice between two differences is, or none.
    std::optional<unsigned> of_difference(const Bundle &values, Type type);
    unsigned opaque(llvm::Value *value, Type type);
    bool are_adjacent_loads(const Bundle &values) const;
    // How many of the values are one leaf each time, because they are loads that fill several registers. It is 2 for <16 x i8> from %p,
    // %p + 16, %q and %q + 16: concat_vectors(d0, d1) of two leaves of 32 lanes.
    size_t together(const Bundle &values) const;
    bool place_in_buffer(llvm::LoadInst *load, Place *place);
    unsigned operand(const Bundle &values, unsigned number);
    unsigned operation(const std::string &op, Type type, std::vector<unsigned> args);
    bool is_signed(unsigned node) const { return window.expression.node(node).type.is_signed; }
};

}  // namespace isotope
