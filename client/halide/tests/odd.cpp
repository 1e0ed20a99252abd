// Vectors whose lanes are no power of two, computed with Isotope and without: one line for each that differs.
#include <isotope_halide.h>

#include <cstdio>
#include <cstring>

using namespace Halide;

namespace {

constexpr int kWidth = 1200, kHeight = 6;

struct Case {
    std::string name;
    std::function<Func(ImageParam, ImageParam)> make;
};

Buffer<> run(const Case &each, const Target &target, const Buffer<uint8_t> &left, const Buffer<uint8_t> &right,
             bool with_isotope) {
    ImageParam a(UInt(8), 2, "a"), b(UInt(8), 2, "b");
    Func out = each.make(a, b);
    a.set(left);
    b.set(right);
    Pipeline pipeline(out);
    if (with_isotope) {
        isotope::attach(pipeline, target);
    }
    Buffer<> result(out.type(), {kWidth - 8, kHeight});
    pipeline.realize(result, target);
    return result;
}

Case pointwise(const std::string &name, int lanes, const std::function<Expr(Expr, Expr)> &of) {
    const auto make = [=](ImageParam a, ImageParam b) {
        Var x("x"), y("y");
        Func out(name + std::to_string(lanes));
        out(x, y) = of(a(x, y), b(x, y));
        out.vectorize(x, lanes, TailStrategy::ShiftInwards);
        return out;
    };
    return {name + std::to_string(lanes), make};
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
    return {"stencil" + std::to_string(lanes), make};
}

}  // namespace

int main() {
    const Target target("host-no_asserts-no_bounds_query");
    Buffer<uint8_t> left(kWidth, kHeight), right(kWidth, kHeight);
    for (int i = 0; i < kWidth * kHeight; i++) {
        left.data()[i] = (uint8_t)(i * 37 + i / 251 * 11);
        right.data()[i] = (uint8_t)(i * 101 + i / 83 * 7);
    }
    const auto narrowed = [](const Expr &a, const Expr &b) {
        return cast<int16_t>(clamp(cast<int32_t>(a) * cast<int32_t>(b) - 9000, -32768, 32767));
    };
    std::vector<Case> cases;
    for (int lanes : {3, 12, 24, 48, 96, 100}) {
        cases.push_back(pointwise("weighted", lanes, weighted));
        cases.push_back(pointwise("narrowed", lanes, narrowed));
        cases.push_back(stencil(lanes));
    }
    int failures = 0;
    for (const Case &each : cases) {
        const Buffer<> plain = run(each, target, left, right, false), ours = run(each, target, left, right, true);
        if (memcmp(plain.data(), ours.data(), plain.size_in_bytes())) {
            printf("%s is DIFFERENT\n", each.name.c_str());
            failures++;
        }
    }
    return failures ? 1 : 0;
}
