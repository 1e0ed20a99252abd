// A Halide program that knows nothing of Isotope; docs/halide.md says how it gets it.
#include <Halide.h>

#include <cstdio>

using namespace Halide;

int main() {
    constexpr int kLength = 1 << 16;
    Buffer<uint8_t> a(kLength), b(kLength);
    a.for_each_element([&](int x) {
        a(x) = (uint8_t)(x * 7);
        b(x) = (uint8_t)(x / 5);
    });
    Var x("x");
    Func blend("blend");
    blend(x) = cast<uint8_t>((cast<uint16_t>(a(x)) * 77 + cast<uint16_t>(b(x)) * 179 + 128) >> 8);
    blend.vectorize(x, 64, TailStrategy::RoundUp);
    const Buffer<uint8_t> out = blend.realize({kLength}, Target("host-no_asserts-no_bounds_query"));
    int wrong = 0;
    for (int i = 0; i < kLength; i++) {
        wrong += out(i) != (uint8_t)((a(i) * 77 + b(i) * 179 + 128) >> 8);
    }
    printf("%d of %d wrong\n", wrong, kLength);
    return wrong ? 1 : 0;
}
