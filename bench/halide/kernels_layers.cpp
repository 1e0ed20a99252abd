// Layers of quantised networks other than products of matrices. Images are stored channels first.
#include "suite.h"

using namespace Halide;
using namespace Halide::ConciseCasts;

namespace {

// Two quantised values, each with its zero and its scale.
Expr added(const Expr &a, const Expr &b) {
    const Expr left = (i16(a) - 128) << 6, right = (i16(b) - 131) << 6;
    const Expr sum = i32(left) * 15000 + i32(right) * 19000;
    return u8_sat(i16_sat((sum + (1 << 20)) >> 21) + 127);
}

// A window of `size`, stepping by 2, and the result added to another image.
Kernel pool_add(const std::string &name, int size, const std::function<Expr(std::vector<Expr>)> &pooled,
                const Target &target, bool other_schedule) {
    constexpr int channels = 128, side = 32;
    ImageParam in(UInt(8), 3, "pool_in"), other(UInt(8), 3, "pool_other");
    Var c("c"), x("x"), y("y"), xi("xi");
    Func out(name);
    std::vector<Expr> window;
    for (int dy = 0; dy < size; dy++) {
        for (int dx = 0; dx < size; dx++) {
            window.push_back(in(c, 2 * x + dx, 2 * y + dy));
        }
    }
    out(c, x, y) = added(pooled(window), other(c, x, y));
    out.vectorize(c, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    if (other_schedule) {
        out.split(x, x, xi, 2, TailStrategy::RoundUp).reorder(xi, c).unroll(xi);
    }
    const int around = 2 * side + size - 2;
    return {name,
            out,
            {{in, {0, 0, 0}, {channels, around, around}}, {other, {0, 0, 0}, {channels, side, side}}},
            {channels, side, side}};
}

Expr average_of(const std::vector<Expr> &window) {
    Expr sum = u16(window[0]);
    for (size_t i = 1; i < window.size(); i++) {
        sum += u16(window[i]);
    }
    const int count = (int)window.size();
    return u8((sum + count / 2) / count);
}

Expr highest_of(const std::vector<Expr> &window) {
    Expr value = window[0];
    for (size_t i = 1; i < window.size(); i++) {
        value = max(value, window[i]);
    }
    return value;
}

// Reduces along r in vectors, of which only the last step combines the lanes.
void reduce_in_lanes(Func &reduction, const RVar &r, int lanes, Func &out, const Var &at) {
    RVar ro("ro"), ri("ri");
    Var lane("lane");
    reduction.compute_at(out, at);
    Func partial = reduction.update().split(r, ro, ri, lanes).rfactor(ri, lane);
    partial.compute_at(out, at).vectorize(lane).update().reorder(lane, ro).vectorize(lane);
    reduction.update().atomic().vectorize(ri);
}

// The power is 2^-t for t = (highest - x) * log2(e) / 16 in 8 fractional bits: a parabola for the fraction of
// t, a shift for the rest.
Kernel softmax(const Target &target, bool other_schedule) {
    constexpr int length = 256, rows = 512;
    ImageParam in(UInt(8), 2, "softmax_in");
    Var x("x"), y("y"), xo("xo");
    Func highest("highest"), power("power"), total("total"), inverse("inverse"), out("softmax");
    RDom r(0, length, "r");
    highest(y) = cast<uint8_t>(0);
    highest(y) = max(highest(y), in(r, y));
    const Expr t = u16(highest(y) - in(x, y)) * cast<uint16_t>(23);
    const Expr fraction = i16((t & 255) << 7);
    const Expr slope = cast<int16_t>(21758) - rounding_mul_shift_right(fraction, cast<int16_t>(5374), 15);
    const Expr parabola = cast<int16_t>(32767) - rounding_mul_shift_right(fraction, slope, 15);
    power(x, y) = parabola >> i16(min(t >> 8, 15));
    total(y) = cast<int32_t>(0);
    total(y) += i32(power(r, y));
    inverse(y) = i16(min((1 << 30) / total(y), 32767));
    out(x, y) = u8_sat((i32(power(x, y)) * i32(inverse(y)) + (1 << 21)) >> 22);
    const int bytes = target.natural_vector_size(UInt(8)), words = target.natural_vector_size(Int(16));
    // A row of known length has its intermediate values on the stack.
    out.bound(x, 0, length).vectorize(x, bytes, TailStrategy::RoundUp);
    power.compute_at(out, y).vectorize(x, words, TailStrategy::RoundUp);
    inverse.compute_at(out, y);
    reduce_in_lanes(highest, r, bytes, out, y);
    reduce_in_lanes(total, r, words, out, y);
    if (other_schedule) {
        out.split(x, xo, x, 2, TailStrategy::RoundUp).unroll(x);
        power.unroll(x, 4, TailStrategy::RoundUp);
    }
    return {"softmax", out, {{in, {0, 0}, {length, rows}}}, {length, rows}};
}

// 3x3, 32 channels to 64, weights packed by 4 channels of the input; the zero of the input is in the bias.
Kernel conv_nn(const Target &target, bool other_schedule) {
    constexpr int from = 32, to = 64, side = 16, group = 4;
    ImageParam in(UInt(8), 3, "conv_in"), weights(Int(8), 5, "conv_f"), bias(Int(32), 1, "conv_b");
    Var c("c"), x("x"), y("y"), ci("ci"), xi("xi");
    Func sum("acc"), out("conv_nn");
    RDom r(0, group, 0, from / group, 0, 3, 0, 3, "r");
    sum(c, x, y) = bias(c);
    sum(c, x, y) += i32(in(r.y * group + r.x, x + r.z, y + r.w)) * i32(weights(r.x, c, r.y, r.z, r.w));
    out(c, x, y) = u8_sat(saturating_add(requantised(sum(c, x, y), 11), cast<int16_t>(120)));
    weights.dim(0).set_min(0).set_extent(group).set_stride(1);
    weights.dim(1).set_stride(group);
    const int bytes = target.natural_vector_size(UInt(8)), lanes = target.natural_vector_size(Int(32));
    out.tile(c, x, ci, xi, bytes, other_schedule ? 2 : 4, TailStrategy::RoundUp).vectorize(ci).unroll(xi);
    sum.compute_at(out, c).vectorize(c, lanes).unroll(c).unroll(x);
    sum.update()
        .reorder(r.x, c, x, r.y, r.z, r.w)
        .atomic()
        .vectorize(r.x)
        .vectorize(c, lanes)
        .unroll(c)
        .unroll(x);
    return {"conv_nn",
            out,
            {{in, {0, 0, 0}, {from, side + 2, side + 2}},
             {weights, {0, 0, 0, 0, 0}, {group, to, from / group, 3, 3}},
             {bias, {0}, {to}}},
            {to, side, side}};
}

// One vector by a matrix whose rows are the outputs.
Kernel fully_connected(const Target &target, bool other_schedule) {
    constexpr int inputs = 1024, outputs = 256, group = 4;
    ImageParam in(UInt(8), 1, "fc_in"), weights(Int(8), 2, "fc_f"), bias(Int(32), 1, "fc_b");
    const int lanes = target.natural_vector_size(Int(32));
    Var n("n"), lane("lane"), ni("ni");
    Func partial("partial"), sum("acc"), out("fully_connected");
    RDom r(0, group, 0, inputs / (group * lanes), "r"), l(0, lanes, "l");
    const Expr k = (r.y * lanes + lane) * group + r.x;
    partial(lane, n) = cast<int32_t>(0);
    partial(lane, n) += i32(in(k)) * i32(weights(k, n));
    sum(n) = bias(n);
    sum(n) += partial(l, n);
    out(n) = u8_sat(saturating_add(requantised(sum(n), 12), cast<int16_t>(125)));
    // Eight rows share what is made of the input for products. Where these are one instruction nothing is, and the second cache
    // is the limit, which gives one row after the other sooner: 1.32 and 2.01 us on a Zen 5.
    const bool has_dot =
        target.has_feature(Target::AVX512_Zen4) || target.has_feature(Target::AVX512_SapphireRapids);
    const int rows = other_schedule ? 4 : has_dot ? 1 : 8;
    weights.dim(1).set_stride(inputs);
    out.split(n, n, ni, lanes, TailStrategy::RoundUp).vectorize(ni);
    Var no("no");
    sum.compute_at(out, n)
        .vectorize(n, lanes)
        .update()
        .split(n, no, ni, rows)
        .unroll(ni)
        .atomic()
        .vectorize(l);
    sum.update().reorder(l, ni, no);
    partial.compute_at(sum, no).vectorize(lane).unroll(n);
    partial.update().reorder(r.x, lane, n, r.y).atomic().vectorize(r.x).vectorize(lane).unroll(n);
    if (rows == 1) {
        partial.update().unroll(r.y, 4);
    }
    return {"fully_connected",
            out,
            {{in, {0}, {inputs}}, {weights, {0, 0}, {inputs, outputs}}, {bias, {0}, {outputs}}},
            {outputs}};
}

}  // namespace

Expr requantised(const Expr &sum, int shift) {
    return i16_sat(rounding_mul_shift_right(sum, 1518500250, 31 + shift));
}

void add_layers(const Target &target, bool other_schedule, std::vector<Kernel> *kernels) {
    kernels->push_back(pool_add("average_pool_add", 2, average_of, target, other_schedule));
    kernels->push_back(pool_add("max_pool_add", 3, highest_of, target, other_schedule));
    kernels->push_back(softmax(target, other_schedule));
    kernels->push_back(conv_nn(target, other_schedule));
    kernels->push_back(fully_connected(target, other_schedule));
}
