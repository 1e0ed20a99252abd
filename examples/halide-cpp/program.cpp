// A Halide program that gives its pipeline to Isotope.
#include <isotope_halide.h>

#include <cstdio>

using namespace Halide;

int main() {
    constexpr int kPixels = 1 << 16;
    const Target target("host-no_asserts-no_bounds_query");
    Buffer<uint8_t> a(kPixels), b(kPixels);
    a.for_each_element([&](int x) {
        a(x) = (uint8_t)(x * 7);
        b(x) = (uint8_t)(x / 5);
    });
    Var x("x");
    Func blend("blend");
    blend(x) = cast<uint8_t>((cast<uint16_t>(a(x)) * 77 + cast<uint16_t>(b(x)) * 179 + 128) >> 8);
    blend.vectorize(x, 64, TailStrategy::RoundUp);

    Pipeline pipeline(blend);
    isotope::attach(pipeline, target);
    const Buffer<uint8_t> out = pipeline.realize({kPixels}, target);

    const isotope::Totals totals = isotope::totals();
    printf("%llu of %llu expressions are Isotope's %s\n", (unsigned long long)totals.used,
           (unsigned long long)totals.expressions, isotope::obstacle().c_str());
    for (int i = 0; i < kPixels; i++) {
        if (out(i) != (uint8_t)((a(i) * 77 + b(i) * 179 + 128) >> 8)) {
            printf("different at %d\n", i);
            return 1;
        }
    }
    puts("equal");
    return 0;
}
