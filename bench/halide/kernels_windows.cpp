// Windows of 5x5 and 7x7 over an image. All are separable: columns first, into a row, then along the row. A row is as wide as it is
// in the references in C, which know that too, so that it stands on the stack: of unknown width, Halide asks the heap for each.
#include "suite.h"

using namespace Halide;
using namespace Halide::ConciseCasts;

namespace {

struct Image {
    std::string name;
    ImageParam in;
    Var x{"x"}, y{"y"};
    Func out;
    std::vector<Func> columns;

    explicit Image(const std::string &name) : name(name), in(UInt(8), 2, name + "_in"), out(name) {
        in.dim(0).set_stride(1);
    }

    // An intermediate value, for the rows that are computed together.
    Func column(const std::string &name, const Expr &value) {
        columns.emplace_back(name);
        columns.back()(x, y) = value;
        return columns.back();
    }

    Kernel finish(const Expr &value, const Target &target, bool other_schedule) {
        out(x, y) = value;
        const int bytes = target.natural_vector_size(UInt(8));
        Var yi("yi");
        out.bound(x, 0, kWidth).vectorize(x, bytes, TailStrategy::RoundUp);
        if (other_schedule) {
            out.split(y, y, yi, 2, TailStrategy::RoundUp).reorder(yi, x).unroll(yi);
        }
        for (Func &each : columns) {
            each.compute_at(out, y).vectorize(x, bytes, TailStrategy::RoundUp).reorder(y, x).unroll(y);
        }
        return {name, out, {{in, {-128, -4}, {kWidth + 256, kHeight + 8}}}, {kWidth, kHeight}};
    }
};

using Taps = std::vector<int>;

// The sum of weight * at(offset), in the type of at.
Expr weighted(const Taps &weights, const std::function<Expr(int)> &at) {
    Expr sum;
    for (size_t i = 0; i < weights.size(); i++) {
        const Expr value = at((int)i - (int)weights.size() / 2);
        const Expr term = weights[i] == 1 ? value : value * cast(value.type(), weights[i]);
        sum = sum.defined() ? sum + term : term;
    }
    return sum;
}

Kernel blur(const std::string &name, int size, const Target &target, bool other_schedule) {
    Image image(name);
    const Var x = image.x, y = image.y;
    const Taps ones(size, 1);
    Func sums = image.column("sums", weighted(ones, [&](int d) { return u16(image.in(x, y + d)); }));
    const Expr sum = weighted(ones, [&](int d) { return sums(x + d, y); });
    return image.finish(u8(sum / cast<uint16_t>(size * size)), target, other_schedule);
}

Kernel gaussian7x7(const Target &target, bool other_schedule) {
    Image image("gaussian7x7");
    const Var x = image.x, y = image.y;
    const Taps weights = {1, 6, 15, 20, 15, 6, 1};
    Func sums = image.column("sums", weighted(weights, [&](int d) { return i16(image.in(x, y + d)); }));
    const Expr sum = weighted(weights, [&](int d) { return i32(sums(x + d, y)); });
    return image.finish(u8((sum + 2048) >> 12), target, other_schedule);
}

Kernel dilate(const std::string &name, int size, const Target &target, bool other_schedule) {
    Image image(name);
    const Var x = image.x, y = image.y;
    const auto highest = [&](const std::function<Expr(int)> &at) {
        Expr value = at(-size / 2);
        for (int d = -size / 2 + 1; d <= size / 2; d++) {
            value = max(value, at(d));
        }
        return value;
    };
    Func column = image.column("column", highest([&](int d) { return image.in(x, y + d); }));
    return image.finish(highest([&](int d) { return column(x + d, y); }), target, other_schedule);
}

Kernel sobel5x5(const Target &target, bool other_schedule) {
    Image image("sobel5x5");
    const Var x = image.x, y = image.y;
    const Taps smooth = {1, 4, 6, 4, 1};
    const auto derived = [&](const std::function<Expr(int)> &at) {
        return at(2) - at(-2) + cast<int16_t>(2) * (at(1) - at(-1));
    };
    const auto pixel = [&](int d) { return i16(image.in(x, y + d)); };
    Func smoothed = image.column("smoothed", weighted(smooth, pixel));
    Func sloped = image.column("sloped", derived(pixel));
    const Expr across = derived([&](int d) { return smoothed(x + d, y); });
    const Expr down = weighted(smooth, [&](int d) { return sloped(x + d, y); });
    return image.finish(u8(min((abs(across) + abs(down)) >> 4, 255)), target, other_schedule);
}

}  // namespace

void add_windows(const Target &target, bool other_schedule, std::vector<Kernel> *kernels) {
    kernels->push_back(blur("blur5x5", 5, target, other_schedule));
    kernels->push_back(blur("blur7x7", 7, target, other_schedule));
    kernels->push_back(gaussian7x7(target, other_schedule));
    kernels->push_back(dilate("dilate5x5", 5, target, other_schedule));
    kernels->push_back(dilate("dilate7x7", 7, target, other_schedule));
    kernels->push_back(sobel5x5(target, other_schedule));
}
