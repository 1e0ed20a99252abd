#include "insert/apart.h"

#include <map>

#include "insert/functions.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

// Gives what it takes, and LLVM does not know that. It is the same in every iteration of a loop, so that it stands
// before it.
const char *const kHidden = R"(define i32 @hidden(i32 %in) alwaysinline nounwind memory(none) {
  %out = call i32 asm "", "=r,0"(i32 %in) nounwind memory(none)
  ret i32 %out
}
)";

// in[ramp(x + 1, 1, 128)]     ->     in[ramp(x + hidden(1), 1, 128)]
class Apart : public IRGraphMutator {
  public:
    Apart(const Lets &lets, const Target &target, std::string hidden)
        : lets(lets), vector_bytes(target.natural_vector_size(UInt(8))), hidden(std::move(hidden)) {}

    bool any = false;

  private:
    using IRGraphMutator::visit;
    Expr visit(const Load *op) override {
        const Ramp *ramp = op->index.as<Ramp>();
        const auto place = ramp_of(*op, lets);
        const bool is_vector = op->type.is_vector() && op->type.bytes() * op->type.lanes() % vector_bytes == 0;
        const int elements = vector_bytes / op->type.bytes();
        const bool is_aligned = op->alignment.modulus % elements == 0 && op->alignment.remainder % elements == 0;
        if (!ramp || !place || place->stride != 1 || !is_vector || is_aligned || !is_const_one(op->predicate) ||
            ramp->base.type() != Int(32) || place->offset != (int)place->offset) {
            return op;
        }
        any = true;
        const Expr offset = (int)place->offset;
        const Expr base = simplify(ramp->base - offset);
        const Expr index = base + Call::make(Int(32), hidden, {offset}, Call::PureExtern);
        return Load::make(op->type, op->name, Ramp::make(index, ramp->stride, ramp->lanes), op->image, op->param, op->predicate,
                          ModulusRemainder());
    }

    const Lets &lets;
    const int vector_bytes;
    const std::string hidden;
};

}  // namespace

Expr with_loads_apart(const Expr &answer, const Lets &lets, const Target &target) {
    if (target.arch != Target::Hexagon) {
        return Expr();
    }
    const Signature signature = {{"i32", 1}, {{"i32", 1}}};
    const Function hidden = keep_function(kHidden, "hidden", signature, 1);
    if (!hidden.error.empty()) {
        return Expr();
    }
    Apart apart(lets, target, hidden.name);
    const Expr changed = apart.mutate(answer);
    return apart.any ? changed : Expr();
}

}  // namespace isotope
