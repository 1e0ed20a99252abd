#include "find/slices.h"

#include <algorithm>

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// Bytes of a register of HVX, of which Halide's LLVM takes one out of a longer value as it is. It takes two or more word by word, by way of
// memory: a loop that put four lines of two registers each into their buffers had 256 insertions of a word, and 320 packets for 40.
constexpr int kRegister = 128;

}  // namespace

std::vector<Stmt> stores_of_part(const Expr &whole, int at, const Store *like, int bytes) {
    const Type type = like->value.type();
    const Ramp *ramp = like->index.as<Ramp>();
    const bool is_cut = bytes >= kRegister && ramp && is_const_one(ramp->stride) && is_const_one(like->predicate);
    const int lanes = is_cut ? std::min(type.lanes(), bytes / type.bytes()) : type.lanes();
    if (type.lanes() % lanes != 0 || lanes == type.lanes()) {
        const Expr part = Shuffle::make_slice(whole, at, 1, type.lanes());
        return {Store::make(like->name, part, like->index, like->param, like->predicate, like->alignment)};
    }
    std::vector<Stmt> stores;
    for (int from = 0; from < type.lanes(); from += lanes) {
        const Expr part = Shuffle::make_slice(whole, at + from, 1, lanes);
        const Expr index = Ramp::make(simplify(ramp->base + from), ramp->stride, lanes);
        stores.push_back(Store::make(like->name, part, index, like->param, const_true(lanes), like->alignment + from));
    }
    return stores;
}

}  // namespace isotope
