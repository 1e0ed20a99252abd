// Vectors whose lanes are no power of two, computed with Isotope and without: one line for each that differs.
#include "compared.h"

using namespace Halide;

namespace {

Case pointwise(const std::string &name, int lanes, const std::function<Expr(Expr, Expr)> &of) {
    const auto make = [=](ImageParam a, ImageParam b) {
        Var x("x"), y("y");
        Func out(name + std::to_string(lanes));
        out(x, y) = of(a(x, y), b(x, y));
        out.vectorize(x, lanes, TailStrategy::ShiftInwards);
        return out;
    };
    return {name + std::to_string(lanes), make, {kWidth - 8, kHeight}};
}

Expr weighted(const Expr &a, const Expr &b) {
    return cast<uint8_t>((cast<uint16_t>(a) * 77 + cast<uint16_t>(b) * 179 + 128) >> 8);
}

// Neighbours, which loads at other places share.
Case stencil(int lanes) {
    const auto make = [=](ImageParam a, ImageParam) {
        Var x("x"), y("y");
        Func out("stencil" + std::to_string(lanes));
        const auto in = [&](int at) { return cast<uint16_t>(a(x + at, y)); };
        out(x, y) = cast<uint8_t>((in(0) + 4 * in(3) + 6 * in(4) + 4 * in(5) + in(8) + 8) >> 4);
        out.vectorize(x, lanes, TailStrategy::ShiftInwards);
        return out;
    };
    return {"stencil" + std::to_string(lanes), make, {kWidth - 8, kHeight}};
}

}  // namespace

int main() {
    const auto narrowed = [](const Expr &a, const Expr &b) {
        return cast<int16_t>(clamp(cast<int32_t>(a) * cast<int32_t>(b) - 9000, -32768, 32767));
    };
    std::vector<Case> cases;
    for (int lanes : {3, 12, 24, 48, 96, 100}) {
        cases.push_back(pointwise("weighted", lanes, weighted));
        cases.push_back(pointwise("narrowed", lanes, narrowed));
        cases.push_back(stencil(lanes));
    }
    return compare(cases) ? 1 : 0;
}
