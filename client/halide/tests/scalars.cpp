// Reductions of a row to one scalar, computed with Isotope and without. One line for each that differs.
#include "compared.h"

using namespace Halide;

namespace {

// A reduction of each row to a scalar, many elements at a time.
Case row(const std::string &name, const std::function<Expr(Expr, Expr)> &term) {
    const auto make = [=](ImageParam a, ImageParam b) {
        Var y("y");
        Func sum("sum"), out(name);
        RDom r(0, 1152);
        sum(y) = cast<int32_t>(0);
        sum(y) += term(a(r, y), b(r, y));
        out(y) = sum(y);
        sum.compute_at(out, y).update().atomic().vectorize(r, 64);
        return out;
    };
    return {name, make, {kHeight}};
}

}  // namespace

int main() {
    const auto centred = [](const Expr &e) { return cast<int32_t>(cast<int16_t>(e) - 128); };
    const std::vector<Case> cases = {
        row("squares", [=](Expr a, Expr) { return centred(a) * centred(a); }),
        row("differences", [](Expr a, Expr b) { return cast<int32_t>(absd(a, b)); }),
    };
    return compare(cases) ? 1 : 0;
}
