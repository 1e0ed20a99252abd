#include "kernels.h"

using namespace Halide;
using namespace Halide::ConciseCasts;

namespace {

// 3x3 with weights that are known when it runs; sums in `Sum`.
template <typename Sum>
Kernel convolution(const std::string &name, const Target &target) {
    ImageParam in(UInt(8), 2, "conv_in"), mask(Int(8), 2, "conv_mask");
    Func out(name);
    Var x("x"), y("y");
    Expr sum = cast<Sum>(0);
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            sum += cast<Sum>(in(x + dx, y + dy)) * cast<Sum>(mask(dx + 1, dy + 1));
        }
    }
    out(x, y) = u8_sat(sum >> 4);
    out.vectorize(x, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    return {name, out, {{in, {-128, -4}, {kWidth + 256, kHeight + 8}}, {mask, {0, 0}, {3, 3}}}, {kWidth, kHeight}};
}

constexpr int kSize = 256;  // of all matrices

// C(n, m) = sum of A(k, m) * B(k % group, n, k / group): B packed as dot products want it.
struct Packed {
    ImageParam a, b;
    Func sum{"acc"};
    Var n{"n"}, m{"m"};

    Packed(Type type_a, Type type_b, int group) : a(type_a, 2, "A"), b(type_b, 3, "B") { pack(group); }
    // Sums start from a bias for each column.
    Packed(Type type_a, Type type_b, int group, ImageParam bias) : a(type_a, 2, "A"), b(type_b, 3, "B") {
        start = bias(n);
        pack(group);
    }
    Expr start = cast<int32_t>(0);
    RDom reduction;

    void pack(int group) {
        RDom r(0, group, 0, kSize / group, "r");
        sum(n, m) = start;
        sum(n, m) += cast<int32_t>(a(r.y * group + r.x, m)) * cast<int32_t>(b(r.x, n, r.y));
        b.dim(0).set_min(0).set_extent(group).set_stride(1);
        b.dim(1).set_stride(group);
        reduction = r;
    }

    void schedule_at(Func &out, const Target &target) {
        const int lanes = target.natural_vector_size(Int(32));
        sum.compute_at(out, n).vectorize(n, lanes).unroll(n).unroll(m);
        sum.update().reorder(reduction.x, n, m, reduction.y).atomic().vectorize(reduction.x).vectorize(n, lanes).unroll(n).unroll(m);
    }
    std::vector<Input> inputs(int group) { return {{a, {0, 0}, {kSize, kSize}}, {b, {0, 0, 0}, {group, kSize, kSize / group}}}; }
};

Kernel matmul(const std::string &name, Type type_a, Type type_b, int group, const Target &target) {
    Packed product(type_a, type_b, group);
    Func out(name);
    Var ni("ni"), mi("mi");
    out(product.n, product.m) = product.sum(product.n, product.m);
    const int lanes = target.natural_vector_size(Int(32));
    out.tile(product.n, product.m, ni, mi, lanes * 2, 4, TailStrategy::RoundUp);
    out.vectorize(ni, lanes).unroll(ni).unroll(mi);
    product.schedule_at(out, target);
    return {name, out, product.inputs(group), {kSize, kSize}};
}

Kernel matmul_quantised(const Target &target) {
    ImageParam bias(Int(32), 1, "bias");
    Packed product(UInt(8), Int(8), 4, bias);
    Func out("matmul_u8i8_bias_relu_q");
    Var ni("ni"), mi("mi");
    const Expr total = product.sum(product.n, product.m);
    out(product.n, product.m) = u8_sat(rounding_mul_shift_right(max(total, 0), 1518500250, 31 + 6));
    const int bytes = target.natural_vector_size(UInt(8));
    out.tile(product.n, product.m, ni, mi, bytes, 2, TailStrategy::RoundUp).vectorize(ni, bytes).unroll(mi);
    product.schedule_at(out, target);
    std::vector<Input> inputs = product.inputs(4);
    inputs.push_back({bias, {0}, {kSize}});
    return {"matmul_u8i8_bias_relu_q", out, inputs, {kSize, kSize}};
}

// B as it comes: a broadcast of A, rows of B.
Kernel matmul_plain(const Target &target) {
    ImageParam a(UInt(8), 2, "A"), b(Int(8), 2, "B");
    Var n("n"), m("m"), ni("ni"), mi("mi");
    RDom r(0, kSize, "r");
    RVar ro("ro"), ri("ri");
    Func sum("acc"), out("matmul_u8i8_plain");
    sum(n, m) += i32(a(r, m)) * i32(b(n, r));
    out(n, m) = sum(n, m);
    const int lanes = 2 * target.natural_vector_size(Int(32));
    out.tile(n, m, ni, mi, lanes, 4, TailStrategy::RoundUp).vectorize(ni, lanes).unroll(mi);
    sum.compute_at(out, n).vectorize(n, lanes).unroll(m);
    sum.update().split(r, ro, ri, 4).reorder(ri, n, m, ro).vectorize(n, lanes).unroll(m).unroll(ri);
    return {"matmul_u8i8_plain", out, {{a, {0, 0}, {kSize, kSize}}, {b, {0, 0}, {kSize, kSize}}}, {kSize, kSize}};
}

Kernel depthwise3x3(const Target &target) {
    ImageParam in(UInt(8), 3, "dw_in"), weights(Int(8), 3, "dw_f"), bias(Int(32), 1, "dw_b");
    Var c("c"), x("x"), y("y");
    Func out("depthwise3x3");
    Expr sum = bias(c);
    for (int dy = 0; dy < 3; dy++) {
        for (int dx = 0; dx < 3; dx++) {
            sum += i32(i16(in(c, x + dx, y + dy)) * i16(weights(c, dx, dy)));
        }
    }
    out(c, x, y) = u8_sat(i16_sat(rounding_mul_shift_right(sum, 1518500250, 31 + 6)) + 10);
    out.vectorize(c, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    return {"depthwise3x3", out, {{in, {0, 0, 0}, {128, 66, 66}}, {weights, {0, 0, 0}, {128, 3, 3}}, {bias, {0}, {128}}}, {128, 64, 64}};
}

// Each row scaled by its norm.
Kernel l2norm(const Target &target) {
    ImageParam in(UInt(8), 2, "l2_in");
    Var x("x"), y("y");
    Func squares("squares"), inverse("inverse"), out("l2norm");
    constexpr int channels = 256;
    RDom r(0, channels, "r");
    squares(y) = cast<int32_t>(0);
    squares(y) += i32(i16(in(r, y)) - 128) * i32(i16(in(r, y)) - 128);
    inverse(y) = cast<int16_t>(min(32767.0f, 32768.0f * 16.0f / sqrt(cast<float>(max(squares(y), 1)))));
    const Expr scaled = rounding_mul_shift_right((i16(in(x, y)) - 128) << 4, inverse(y), 15);
    out(x, y) = u8_sat(i16_sat(scaled) + 128);
    const int bytes = target.natural_vector_size(UInt(8));
    squares.compute_at(out, y).update().atomic().vectorize(r, bytes);
    inverse.compute_at(out, y);
    out.vectorize(x, bytes, TailStrategy::RoundUp);
    return {"l2norm", out, {{in, {0, 0}, {channels, 1024}}}, {channels, 1024}};
}

Kernel sad8(const Target &target) {
    ImageParam a(UInt(8), 2, "sa"), b(UInt(8), 2, "sb");
    Var x("x"), y("y");
    Func out("sad8"), sum("acc");
    RDom r(0, 8, "r");
    sum(x, y) += u16(absd(a(8 * x + r, y), b(8 * x + r, y)));
    out(x, y) = sum(x, y);
    const int lanes = target.natural_vector_size(Int(16)) / 2;
    sum.compute_at(out, x).vectorize(x, lanes).update().atomic().vectorize(r).vectorize(x, lanes);
    out.vectorize(x, lanes, TailStrategy::RoundUp);
    return {"sad8", out, {{a, {0, 0}, {8 * 256, 256}}, {b, {0, 0}, {8 * 256, 256}}}, {256, 256}};
}

}  // namespace

void add_products(const Target &target, std::vector<Kernel> *kernels) {
    kernels->push_back(convolution<int16_t>("conv3x3a16", target));
    kernels->push_back(convolution<int32_t>("conv3x3a32", target));
    kernels->push_back(matmul("matmul_u8i8", UInt(8), Int(8), 4, target));
    kernels->push_back(matmul("matmul_i16", Int(16), Int(16), 2, target));
    kernels->push_back(matmul_quantised(target));
    kernels->push_back(matmul_plain(target));
    kernels->push_back(depthwise3x3(target));
    kernels->push_back(l2norm(target));
    kernels->push_back(sad8(target));
}
