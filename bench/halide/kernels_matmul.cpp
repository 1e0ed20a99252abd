// Products of quantised matrices with what follows them in a network.
#include "suite.h"

using namespace Halide;
using namespace Halide::ConciseCasts;

namespace {

constexpr int kGroup = 4;  // neighbours along the depth that are packed together
constexpr int kRows = 128, kColumns = 256, kDepth = 256;
constexpr int kBatchSide = 128;
constexpr int kChainRows = 64;

// A matrix of the right-hand side, M(k % group, n, k / group), in as many dimensions as there are batches.
ImageParam packed(const std::string &name, int dimensions = 3) {
    ImageParam matrix(Int(8), dimensions, name);
    matrix.dim(0).set_min(0).set_extent(kGroup).set_stride(1);
    matrix.dim(1).set_stride(kGroup);
    return matrix;
}

// The sum over k of left(k) * right(k % group, k / group), from a start.
struct Product {
    RDom r;
    Func sum{"acc"};
    Var n, m;

    using Left = std::function<Expr(Expr)>;
    using Right = std::function<Expr(Expr, Expr)>;
    Product(const std::vector<Var> &place, int depth, const Left &left, const Right &right,
            const Expr &start = cast<int32_t>(0))
        : r(0, kGroup, 0, depth / kGroup, "r"), n(place[0]), m(place[1]) {
        sum(place) = start;
        sum(place) += i32(left(r.y * kGroup + r.x)) * i32(right(r.x, r.y));
    }

    // A tile of sums at a time, in registers.
    void schedule_at(Func &consumer, const Var &at, const Target &target) {
        const int lanes = target.natural_vector_size(Int(32));
        sum.compute_at(consumer, at).vectorize(n, lanes).unroll(n).unroll(m);
        sum.update().reorder(r.x, n, m, r.y).atomic().vectorize(r.x).vectorize(n, lanes).unroll(n).unroll(m);
    }
};

// Outputs in tiles of whole vectors of their type; the other schedule also keeps to a block of columns.
void tile(Func &out, const Var &n, const Var &m, bool bytes, const Target &target, bool other_schedule) {
    Var ni("ni"), mi("mi"), no("no");
    const int lanes = target.natural_vector_size(bytes ? UInt(8) : Int(32));
    const int width = bytes ? lanes : other_schedule ? 4 * lanes : 2 * lanes;
    const int height = other_schedule ? 2 : 4;
    out.tile(n, m, ni, mi, width, height, TailStrategy::RoundUp);
    out.vectorize(ni, lanes).unroll(ni).unroll(mi);
    if (other_schedule) {
        out.split(n, no, n, 2, TailStrategy::RoundUp).reorder(n, m, no);
    }
}

Kernel batched(int batches, const Target &target, bool other_schedule) {
    const std::string name = "batched_matmul_" + std::to_string(batches);
    ImageParam a(Int(8), 3, "A"), b = packed("B", 4);
    Var n("n"), m("m"), batch("batch");
    Func out(name);
    Product product(
        {n, m, batch}, kBatchSide, [&](const Expr &k) { return a(k, m, batch); },
        [&](const Expr &i, const Expr &block) { return b(i, n, block, batch); });
    out(n, m, batch) = product.sum(n, m, batch);
    tile(out, n, m, false, target, other_schedule);
    product.schedule_at(out, n, target);
    return {name,
            out,
            {{a, {0, 0, 0}, {kBatchSide, kBatchSide, batches}},
             {b, {0, 0, 0, 0}, {kGroup, kBatchSide, kBatchSide / kGroup, batches}}},
            {kBatchSide, kBatchSide, batches}};
}

Expr rounded_product(const Expr &a, const Expr &b) {
    return rounding_mul_shift_right(a, b, 15);
}

// x (1 + erf(x / sqrt 2)) / 2 with the parabola of I-BERT for erf; x has 10 fractional bits, the result 9.
Expr gelu(const Expr &x) {
    const auto constant = [](int value) { return cast<int16_t>(value); };
    const Expr scaled = rounded_product(x, constant(23170));
    const Expr beyond = (min(i16(abs(scaled)), constant(1811)) - constant(1811)) << 4;
    const Expr gap = rounded_product(rounded_product(beyond, beyond), constant(9463));
    const Expr erf = constant(8192) - gap;
    return rounded_product(x, constant(8192) + select(x < 0, -erf, erf));
}

// Sums of one product, the column and the row to the output.
using Finish = std::function<Expr(Expr sum, Var n, Var m)>;

Kernel one_product(const std::string &name, bool bytes, const std::vector<Input> &others,
                   const Finish &finish, const Target &target, bool other_schedule) {
    ImageParam a(UInt(8), 2, "A"), b = packed("B");
    Var n("n"), m("m");
    Func out(name);
    Product product(
        {n, m}, kDepth, [&](const Expr &k) { return a(k, m); },
        [&](const Expr &i, const Expr &block) { return b(i, n, block); });
    out(n, m) = finish(product.sum(n, m), n, m);
    tile(out, n, m, bytes, target, other_schedule);
    product.schedule_at(out, n, target);
    std::vector<Input> inputs = {{a, {0, 0}, {kDepth, kRows}},
                                 {b, {0, 0, 0}, {kGroup, kColumns, kDepth / kGroup}}};
    inputs.insert(inputs.end(), others.begin(), others.end());
    return {name, out, inputs, {kColumns, kRows}};
}

// A product, a bias and an activation in bytes, which another product takes without leaving the cache.
Kernel two_products(const std::string &name, int shift, const std::function<Expr(Expr)> &activation,
                    const Target &target, bool other_schedule) {
    ImageParam a(UInt(8), 2, "A"), b = packed("B"), bias(Int(32), 1, "bias"), d = packed("D");
    Var h("h"), n("n"), m("m"), hi("hi"), mi("mi");
    Func hidden("hidden"), out(name);
    Product first(
        {h, m}, kDepth, [&](const Expr &k) { return a(k, m); },
        [&](const Expr &i, const Expr &block) { return b(i, h, block); }, bias(h));
    hidden(h, m) = activation(first.sum(h, m));
    Product second(
        {n, m}, kDepth, [&](const Expr &k) { return hidden(k, m); },
        [&](const Expr &i, const Expr &block) { return d(i, n, block); });
    out(n, m) = u8_sat(saturating_add(requantised(second.sum(n, m), shift), cast<int16_t>(128)));
    const int lanes = target.natural_vector_size(UInt(8)), height = other_schedule ? 2 : 4;
    out.tile(n, m, hi, mi, lanes, height, TailStrategy::RoundUp).vectorize(hi).unroll(mi);
    second.schedule_at(out, n, target);
    hidden.compute_at(out, m).tile(h, m, hi, mi, lanes, height).vectorize(hi).unroll(mi);
    first.schedule_at(hidden, h, target);
    const std::vector<int> extent = {kGroup, kColumns, kDepth / kGroup};
    return {name,
            out,
            {{a, {0, 0}, {kDepth, kChainRows}},
             {b, {0, 0, 0}, extent},
             {bias, {0}, {kDepth}},
             {d, {0, 0, 0}, extent}},
            {kColumns, kChainRows}};
}

}  // namespace

void add_matmuls(const Target &target, bool other_schedule, std::vector<Kernel> *kernels) {
    for (const int batches : {1, 2, 4}) {
        kernels->push_back(batched(batches, target, other_schedule));
    }
    const auto add = [&](const std::string &name, bool bytes, const std::vector<Input> &others,
                         const Finish &finish) {
        kernels->push_back(one_product(name, bytes, others, finish, target, other_schedule));
    };
    ImageParam start(Int(32), 2, "start"), bias(Int(32), 1, "bias"), residual(UInt(8), 2, "residual");
    const Input whole = {start, {0, 0}, {kColumns, kRows}}, of_columns = {bias, {0}, {kColumns}},
                image = {residual, {0, 0}, {kColumns, kRows}};
    add("matmul_add", false, {whole}, [&](const Expr &sum, Var n, Var m) { return sum + start(n, m); });
    add("matmul_bias_add", true, {of_columns, image}, [&](const Expr &sum, Var n, Var m) {
        return u8_sat(saturating_add(requantised(sum + bias(n), 11), i16(residual(n, m))));
    });
    add("matmul_bias_add_relu", true, {of_columns, image}, [&](const Expr &sum, Var n, Var m) {
        const Expr moved = i16(residual(n, m)) - cast<int16_t>(100);
        return max(u8_sat(saturating_add(requantised(sum + bias(n), 11), moved)), cast<uint8_t>(16));
    });
    add("matmul_bias_add_gelu", true, {of_columns, image}, [&](const Expr &sum, Var n, Var m) {
        const Expr moved = (i16(residual(n, m)) - cast<int16_t>(128)) << 3;
        const Expr value = gelu(saturating_add(requantised(sum + bias(n), 7), moved));
        return u8_sat(rounding_shift_right(value, 4) + cast<int16_t>(10));
    });
    kernels->push_back(two_products(
        "matmul_bias_relu_matmul", 10, [](const Expr &sum) { return u8_sat(requantised(max(sum, 0), 11)); },
        target, other_schedule));
    kernels->push_back(two_products(
        "matmul_bias_gelu_matmul", 9,
        [](const Expr &sum) { return i8_sat(rounding_shift_right(gelu(requantised(sum, 7)), 4)); }, target,
        other_schedule));
}
