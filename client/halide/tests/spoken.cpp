// One of everything that Halide prints for vectors, through the pass: each must be a window that the server
// can read. ISOTOPE_REPORT has the server's answer to each. With `own`, what Halide does as well by
// itself.
#include <isotope_halide.h>

#include <cstdio>

using namespace Halide;

namespace {

constexpr int kLanes = 16;

// Compiled only: what it computes is for other tests.
void compile(const std::string &name, const Target &target, const std::function<Expr(ImageParam, ImageParam, Var)> &value,
             Type type = Int(16)) {
    ImageParam a(type, 1, "a"), b(type, 1, "b");
    Var x("x");
    Func out(name);
    out(x) = value(a, b, x);
    out.vectorize(x, kLanes, TailStrategy::RoundUp);
    Pipeline pipeline(out);
    isotope::attach(pipeline, target);
    pipeline.compile_to_module({a, b}, name, target);
}

}  // namespace

int main(int argc, char **argv) {
    const Target target("host-no_asserts-no_bounds_query-no_runtime");
    using P = ImageParam;
    using V = Var;
    if (argc > 1 && argv[1] == std::string("own")) {
        // One instruction, and Halide knows it.
        const auto average = [](P a, P b, V x) { return cast<uint8_t>((cast<uint16_t>(a(x)) + cast<uint16_t>(b(x)) + 1) >> 1); };
        compile("average", target, average, UInt(8));
        return 0;
    }
    compile("divide", target, [](P a, P b, V x) { return a(x) / b(x); });
    compile("modulo", target, [](P a, P b, V x) { return a(x) % b(x); });
    compile("divide_by_constant", target, [](P a, P, V x) { return a(x) / 7 + a(x) % 5; });
    compile("shift_by_lanes", target, [](P a, P b, V x) { return a(x) << (b(x) & 7); });
    compile("truths", target, [](P a, P b, V x) { return select(a(x) < b(x) && !(b(x) == 3), a(x), b(x) + 1); });
    compile("lerp", target, [](P a, P b, V x) { return lerp(a(x), b(x), cast<uint8_t>(37)); }, UInt(8));
    compile("float_sum", target, [](P a, P b, V x) { return a(x) * b(x) + 0.1f; }, Float(32));
    compile("float_min", target, [](P a, P b, V x) { return min(a(x), b(x)) / 3.0f; }, Float(32));
    compile("strict", target, [](P a, P b, V x) { return strict_float(a(x) * b(x) + 1.5f); }, Float(32));
    compile("double", target, [](P a, P b, V x) { return a(x) - b(x) * Expr(0.3); }, Float(64));
    compile("to_float", target, [](P a, P b, V x) { return cast<float>(a(x)) * cast<float>(b(x)); });
    compile("round", target, [](P a, P, V x) { return cast<int32_t>(round(a(x))); }, Float(32));
    compile("call", target, [](P a, P b, V x) { return sqrt(a(x)) + b(x); }, Float(32));
    compile("counts", target, [](P a, P b, V x) { return popcount(a(x)) + count_leading_zeros(b(x)); }, UInt(32));
    compile("index", target, [](P a, P, V x) { return a(x) * cast<int16_t>(x); });
    compile("gather", target, [](P a, P b, V x) { return a(cast<int32_t>(b(x))) + b(x); });
    compile("reverse", target, [](P a, P b, V x) { return a(kLanes - x) + b(x); });
    compile("stride", target, [](P a, P b, V x) { return a(3 * x) + b(2 * x + 1); });
    compile("bits", target, [](P a, P b, V x) { return reinterpret<uint16_t>(a(x)) ^ reinterpret<uint16_t>(~b(x)); });
    compile("wide", target, [](P a, P b, V x) { return cast<int64_t>(a(x)) * b(x); }, Int(32));
    compile("mux", target, [](P a, P b, V x) { return mux(x % 2, {a(x), b(x)}) + 1; });
    compile("absolute", target, [](P a, P b, V x) { return abs(a(x)) + absd(a(x), b(x)); });
    compile("half", target, [](P a, P b, V x) { return cast(Float(16), a(x)) + cast(Float(16), b(x)); }, Float(32));
    return 0;
}
