// A Halide program that gives one of its pipelines to Isotope.
#include <isotope_halide.h>

#include <cstdio>

using namespace Halide;

int main() {
    const Target target("host-no_asserts-no_bounds_query");
    Buffer<uint8_t> a(1 << 16), b(1 << 16);
    a.fill(200);
    b.fill(100);
    Var x("x");
    Func blend("blend");
    blend(x) = cast<uint8_t>((cast<uint16_t>(a(x)) * 77 + cast<uint16_t>(b(x)) * 179 + 128) >> 8);
    blend.vectorize(x, 64, TailStrategy::RoundUp);

    Pipeline pipeline(blend);
    isotope::attach(pipeline, target);
    const Buffer<uint8_t> out = pipeline.realize({1 << 16}, target);

    const isotope::Totals totals = isotope::totals();
    printf("blend(200, 100) = %d; %llu of %llu expressions are Isotope's%s%s\n", out(0), (unsigned long long)totals.used,
           (unsigned long long)totals.expressions, isotope::obstacle().empty() ? "" : ": ", isotope::obstacle().c_str());
    return out(0) == 130 ? 0 : 1;
}
