#include "compare/miscompiled.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

// Halide 21 for Hexagon narrows what it shifts to the right, rounded or not, by one `vasr` of two registers, which
// takes the amount modulo the bits of half an element: `i16_sat(x >> 21)` of 32 bits is shifted by 5. Halves of 16 bits that
// are not saturated are not narrowed so.
class NarrowedShift : public IRGraphVisitor {
  public:
    bool found = false;

  private:
    using IRGraphVisitor::visit;
    void visit(const Cast *op) override {
        look(op->type, op->value, op->value.type().bits() > 16);
        IRGraphVisitor::visit(op);
    }
    void visit(const Call *op) override {
        if (op->is_intrinsic(Call::saturating_cast)) {
            look(op->type, op->args[0], true);
        }
        IRGraphVisitor::visit(op);
    }

    void look(const Type &narrow, const Expr &value, bool is_one_instruction) {
        const Call *shift = value.as<Call>();
        const bool narrows = value.type().is_vector() && value.type().bits() > narrow.bits();
        if (!shift || !narrows || !is_one_instruction ||
            !(shift->is_intrinsic(Call::shift_right) || shift->is_intrinsic(Call::rounding_shift_right))) {
            return;
        }
        const auto by = as_const_int(shift->args[1]);
        const auto unsigned_by = as_const_uint(shift->args[1]);
        const int half = value.type().bits() / 2;
        found |= (by && *by >= half) || (unsigned_by && *unsigned_by >= (uint64_t)half);
    }
};

}  // namespace

bool is_miscompiled(const Expr &value, const Target &target) {
    if (target.arch != Target::Hexagon) {
        return false;
    }
    NarrowedShift narrowed;
    value.accept(&narrowed);
    return narrowed.found;
}

}  // namespace isotope
