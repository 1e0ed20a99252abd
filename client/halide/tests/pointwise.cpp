#include "kernels.h"

using namespace Halide;
using namespace Halide::ConciseCasts;

namespace {

constexpr int kLength = kWidth * kHeight / 4;

using Pointwise = std::function<Expr(Expr, Expr)>;

Kernel pointwise(const std::string &name, Type type, const Target &target, const Pointwise &value) {
    ImageParam a(type, 1, "ea"), b(type, 1, "eb");
    Var x("x");
    Func out(name);
    out(x) = value(a(x), b(x));
    out.vectorize(x, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    return {name, out, {{a, {0}, {kLength}}, {b, {0}, {kLength}}}, {kLength}};
}

Expr add_sat_u8(Expr a, Expr b) {
    return u8_sat(u16(a) + u16(b));
}

// As in TFLite.
Expr add_q_u8(Expr a, Expr b) {
    const Expr left = (i16(a) - 128) << 6, right = (i16(b) - 120) << 6;
    const Expr sum = i32(left) * 17000 + i32(right) * 12000;
    return u8_sat(i16_sat((sum + (1 << 20)) >> 21) + 125);
}

Expr mul_q_u8(Expr a, Expr b) {
    const Expr left = (i16(a) - 128) << 4, right = (i16(b) - 120) << 4;
    const Expr product = i32(left) * i32(right);
    return u8_sat(i16_sat((i64(product) * 1500000000 + (cast<int64_t>(1) << 36)) >> 37) + 3);
}

Expr blend_u8(Expr a, Expr b) {
    return u8((u16(a) * 77 + u16(b) * 179 + 128) >> 8);
}

Expr mulhrs_i16(Expr a, Expr b) {
    return i16_sat((i32(a) * i32(b) + (1 << 14)) >> 15);
}

Kernel requant_i32_u8(const Target &target) {
    ImageParam a(Int(32), 1, "rq_in");
    Var x("x");
    Func out("requant_i32_u8");
    const Expr scaled = rounding_shift_right(mul_shift_right(a(x), 1518500250, 31), 6);
    out(x) = u8_sat(saturating_add(i16_sat(scaled), cast<int16_t>(12)));
    out.vectorize(x, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    return {"requant_i32_u8", out, {{a, {0}, {kLength}}}, {kLength}};
}

// Luma of interleaved colours.
Kernel rgb2y_interleaved(const Target &target) {
    ImageParam in(UInt(8), 2, "rgb");
    Var x("x"), y("y");
    Func out("rgb2y_interleaved");
    out(x, y) = u8((u16(in(3 * x, y)) * 77 + u16(in(3 * x + 1, y)) * 150 + u16(in(3 * x + 2, y)) * 29 + 128) >> 8);
    out.vectorize(x, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    return {"rgb2y_interleaved", out, {{in, {0, 0}, {3 * kWidth, kHeight / 2}}}, {kWidth, kHeight / 2}};
}

}  // namespace

void add_pointwise(const Target &target, std::vector<Kernel> *kernels) {
    kernels->push_back(pointwise("add_sat_u8", UInt(8), target, add_sat_u8));
    kernels->push_back(pointwise("add_q_u8", UInt(8), target, add_q_u8));
    kernels->push_back(pointwise("mul_q_u8", UInt(8), target, mul_q_u8));
    kernels->push_back(pointwise("blend_u8", UInt(8), target, blend_u8));
    kernels->push_back(pointwise("mulhrs_i16", Int(16), target, mulhrs_i16));
    kernels->push_back(requant_i32_u8(target));
    kernels->push_back(rgb2y_interleaved(target));
}
