// Kernels whose values are each used twice by the next: small as graphs, huge as trees. For compile times.
#include "suite.h"

using namespace Halide;

namespace {

Kernel kernel(const std::string &name, const Type &type, const std::function<Expr(Expr)> &value) {
    ImageParam in(type, 1, name + "_in");
    Var x("x");
    Func out(name);
    out(x) = value(in(x));
    out.vectorize(x, 512 / type.bits(), TailStrategy::RoundUp);
    return {name, out, {{in, {0}, {kWidth}}}, {kWidth}};
}

Expr xorshift(Expr e, int rounds) {
    for (int i = 0; i < rounds; i++) {
        e = e ^ (e << 13);
        e = e ^ (e >> 17);
        e = e ^ (e << 5);
    }
    return e;
}

Expr squared(Expr e, int rounds) {
    for (int i = 0; i < rounds; i++) {
        e = e * e + cast(e.type(), i + 1);
    }
    return e;
}

}  // namespace

std::vector<Kernel> make_shared() {
    std::vector<Kernel> all;
    for (int rounds : {10, 20, 30}) {
        const std::string number = std::to_string(rounds);
        all.push_back(
            kernel("xorshift" + number, UInt(32), [=](Expr e) { return xorshift(std::move(e), rounds); }));
        all.push_back(
            kernel("squared" + number, UInt(16), [=](Expr e) { return squared(std::move(e), rounds); }));
    }
    return all;
}
