// Reductions of a row to one scalar, computed with Isotope and without. One line for each that differs.
#include <isotope_halide.h>

#include <cstdio>
#include <cstring>

using namespace Halide;

namespace {

constexpr int kWidth = 1200, kHeight = 6;

struct Case {
    std::string name;
    std::function<Func(ImageParam, ImageParam)> make;
    std::vector<int> extent;
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
    Buffer<> result(out.type(), each.extent);
    pipeline.realize(result, target);
    return result;
}

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
    const Target target("host-no_asserts-no_bounds_query");
    Buffer<uint8_t> left(kWidth, kHeight), right(kWidth, kHeight);
    for (int i = 0; i < kWidth * kHeight; i++) {
        left.data()[i] = (uint8_t)(i * 37 + i / 251 * 11);
        right.data()[i] = (uint8_t)(i * 101 + i / 83 * 7);
    }
    const auto centred = [](const Expr &e) { return cast<int32_t>(cast<int16_t>(e) - 128); };
    const std::vector<Case> cases = {
        row("squares", [=](Expr a, Expr) { return centred(a) * centred(a); }),
        row("differences", [](Expr a, Expr b) { return cast<int32_t>(absd(a, b)); }),
    };
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
