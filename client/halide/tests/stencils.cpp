#include "kernels.h"

using namespace Halide;
using namespace Halide::ConciseCasts;

namespace {

Expr average(Expr a, Expr b) {
    const Type wide = a.type().widen();
    return cast(a.type(), (cast(wide, a) + b + 1) / 2);
}

Expr middle(Expr a, Expr b, Expr c) {
    return max(min(max(a, b), c), min(a, b));
}

Expr gaussian3x3(ImageParam in, Var x, Var y) {
    Func rows("rows");
    rows(x, y) = u16(in(x, y - 1)) + 2 * u16(in(x, y)) + u16(in(x, y + 1));
    return u8((rows(x - 1, y) + 2 * rows(x, y) + rows(x + 1, y) + 8) >> 4);
}

Expr gaussian5x5(ImageParam in, Var x, Var y) {
    Func rows("rows");
    rows(x, y) = u16(in(x, y - 2)) + 4 * u16(in(x, y - 1)) + 6 * u16(in(x, y)) + 4 * u16(in(x, y + 1)) + u16(in(x, y + 2));
    return u8((rows(x - 2, y) + 4 * rows(x - 1, y) + 6 * rows(x, y) + 4 * rows(x + 1, y) + rows(x + 2, y) + 128) >> 8);
}

Expr sobel3x3(ImageParam in, Var x, Var y) {
    const auto e = [&](int dx, int dy) { return u16(in(x + dx, y + dy)); };
    const Expr xa = e(-1, -1) + 2 * e(0, -1) + e(1, -1), xb = e(-1, 1) + 2 * e(0, 1) + e(1, 1);
    const Expr ya = e(-1, -1) + 2 * e(-1, 0) + e(-1, 1), yb = e(1, -1) + 2 * e(1, 0) + e(1, 1);
    return u8(clamp(absd(xa, xb) + absd(ya, yb), 0, 255));
}

Expr boxblur3x3(ImageParam in, Var x, Var y) {
    Expr sum = cast<uint16_t>(0);
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            sum += u16(in(x + dx, y + dy));
        }
    }
    return u8(sum / 9);
}

Expr dilate3x3(ImageParam in, Var x, Var y) {
    Func row("row");
    row(x, y) = max(in(x - 1, y), in(x, y), in(x + 1, y));
    return max(row(x, y - 1), row(x, y), row(x, y + 1));
}

Expr median3x3(ImageParam in, Var x, Var y) {
    Func high("high"), mid("mid"), low("low");
    high(x, y) = max(in(x, y - 1), in(x, y), in(x, y + 1));
    low(x, y) = min(in(x, y - 1), in(x, y), in(x, y + 1));
    mid(x, y) = middle(in(x, y - 1), in(x, y), in(x, y + 1));
    return middle(min(high(x - 1, y), high(x, y), high(x + 1, y)), middle(mid(x - 1, y), mid(x, y), mid(x + 1, y)),
                  max(low(x - 1, y), low(x, y), low(x + 1, y)));
}

Expr avgpool2x2(ImageParam in, Var x, Var y) {
    return u8((u16(in(2 * x, 2 * y)) + u16(in(2 * x + 1, 2 * y)) + u16(in(2 * x, 2 * y + 1)) + u16(in(2 * x + 1, 2 * y + 1)) + 2) >> 2);
}

Expr maxpool2x2(ImageParam in, Var x, Var y) {
    return max(max(in(2 * x, 2 * y), in(2 * x + 1, 2 * y)), max(in(2 * x, 2 * y + 1), in(2 * x + 1, 2 * y + 1)));
}

Expr unsharp(ImageParam in, Var x, Var y) {
    const auto e = [&](int dx, int dy) { return i16(in(x + dx, y + dy)); };
    const Expr blur = (e(-1, 0) + e(1, 0) + e(0, -1) + e(0, 1) + 4 * e(0, 0)) >> 3;
    return u8_sat(e(0, 0) + (((e(0, 0) - blur) * 3) >> 1));
}

// Green at the red sites of a Bayer mosaic, hot pixels removed first.
Kernel demosaic(const Target &target) {
    ImageParam raw(UInt(16), 2, "raw");
    Var x("x"), y("y");
    Func clean("clean"), out("demosaic"), shifted("shifted");
    shifted(x, y) = cast<int16_t>(raw(x, y));
    const Expr around = max(shifted(x - 2, y), shifted(x + 2, y), shifted(x, y - 2), shifted(x, y + 2));
    clean(x, y) = clamp(shifted(x, y), cast<int16_t>(0), around);
    const auto gr = [&](Expr xx, Expr yy) { return clean(2 * xx, 2 * yy); };
    const auto r = [&](Expr xx, Expr yy) { return clean(2 * xx + 1, 2 * yy); };
    const auto gb = [&](Expr xx, Expr yy) { return clean(2 * xx + 1, 2 * yy + 1); };
    const Expr gv = average(gb(x, y - 1), gb(x, y)), gvd = absd(gb(x, y - 1), gb(x, y));
    const Expr gh = average(gr(x + 1, y), gr(x, y)), ghd = absd(gr(x + 1, y), gr(x, y));
    const Expr green = select(ghd < gvd, gh, gv);
    const Expr correction = r(x, y) - average(r(x, y), r(x + 1, y));
    out(x, y) = cast<uint8_t>(clamp((cast<int32_t>(green) * 200 + cast<int32_t>(correction) * 56) >> 10, 0, 255));
    out.vectorize(x, target.natural_vector_size(Int(16)), TailStrategy::RoundUp);
    return {"demosaic", out, {{raw, {-128, -8}, {kWidth + 256, kHeight + 16}}}, {kWidth / 2, kHeight / 2}};
}

Kernel avgpool3x3_nhwc(const Target &target) {
    ImageParam in(UInt(8), 3, "ap_in");
    Var c("c"), x("x"), y("y");
    Func out("avgpool3x3_nhwc");
    Expr sum = cast<uint16_t>(0);
    for (int dy = 0; dy < 3; dy++) {
        for (int dx = 0; dx < 3; dx++) {
            sum += u16(in(c, x + dx, y + dy));
        }
    }
    out(c, x, y) = u8((sum + 4) / 9);
    out.vectorize(c, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    return {"avgpool3x3_nhwc", out, {{in, {0, 0, 0}, {128, 66, 66}}}, {128, 64, 64}};
}

}  // namespace

void add_stencils(const Target &target, std::vector<Kernel> *kernels) {
    const std::pair<const char *, Stencil> all[] = {{"gaussian3x3", gaussian3x3}, {"gaussian5x5", gaussian5x5}, {"sobel3x3", sobel3x3},
                                                    {"boxblur3x3", boxblur3x3},   {"dilate3x3", dilate3x3},     {"median3x3", median3x3},
                                                    {"avgpool2x2", avgpool2x2},   {"maxpool2x2", maxpool2x2},   {"unsharp", unsharp}};
    for (const auto &[name, value] : all) {
        kernels->push_back(stencil(name, UInt(8), target, value));
        if (std::string(name).find("pool2x2") != std::string::npos) {
            kernels->back().extent = {kWidth / 2, kHeight / 2};
        }
    }
    kernels->push_back(demosaic(target));
    kernels->push_back(avgpool3x3_nhwc(target));
}
