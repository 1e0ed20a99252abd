// Pipelines whose expressions are small as graphs and huge as trees, and others that are hard on the client:
// each is compiled by Halide alone and with Isotope, and run.
//
//   shared CASE...      xorshift N | deep N KIND | gathers N | stencils N | quantized_add | in_place
//
// A line for each: both compile times, and whether the outputs are equal. Status 1 if any differs, or takes
// longer than any way of looking at a graph explains.
#include <isotope_halide.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>

using namespace Halide;

namespace {

constexpr int kSize = 4096;
// A walk of a tree takes hours.
constexpr unsigned kHopeless_s = 400;

const Target kTarget("host-no_asserts-no_bounds_query");

double seconds_of(const std::function<void()> &work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <typename T>
Buffer<T> input(int factor) {
    Buffer<T> in(kSize);
    for (int i = 0; i < kSize; i++) {
        in(i) = (T)(i * factor + 1);
    }
    return in;
}

// Rounds of xorshift32 on each element.
Func xorshift(int rounds) {
    const Buffer<uint32_t> in = input<uint32_t>(7919);
    Var x;
    Func f;
    Expr e = in(x);
    for (int i = 0; i < rounds; i++) {
        e = e ^ (e << 13);
        e = e ^ (e >> 17);
        e = e ^ (e << 5);
    }
    f(x) = e;
    f.vectorize(x, 16);
    return f;
}

Expr squared(Expr e, int rounds) {
    for (int i = 0; i < rounds; i++) {
        e = e * e + cast(e.type(), i + 1);
    }
    return e;
}

// Each value used twice by the next, in vectors, indices, scalars, conditions and sums.
Func deep(int rounds, const std::string &kind) {
    const Buffer<uint8_t> in = input<uint8_t>(7);
    Var x, y;
    Func f;
    Expr e = in(x);
    if (kind == "bytes") {
        e = squared(e, rounds);
    } else if (kind == "words") {
        e = squared(cast<uint16_t>(e), rounds);
    } else if (kind == "longs") {
        e = squared(cast<uint32_t>(e), rounds);
    } else if (kind == "mixed") {
        for (int i = 0; i < rounds; i++) {
            e = min(e * e + cast<uint8_t>(i), e ^ cast<uint8_t>(i * 3 + 1));
        }
    } else if (kind == "index") {
        e = in(cast<int32_t>(squared(cast<uint16_t>(e), rounds) & 1023)) + e;
    } else if (kind == "scalar") {
        Func scalar;
        scalar(y) = squared(cast<uint32_t>(in(y)), rounds);
        f(x, y) = cast<uint8_t>(scalar(y)) + e;
        f.vectorize(x, 64);
        return f;
    } else if (kind == "conditions") {
        for (int i = 0; i < rounds; i++) {
            e = select(e > cast<uint8_t>(i), e + 3, absd(e, cast<uint8_t>(7)));
        }
    } else {  // floats
        e = cast<float>(e) / 256.0f;
        for (int i = 0; i < rounds; i++) {
            e = e * e + e * 0.25f;
        }
    }
    f(x) = e;
    f.vectorize(x, 64);
    return f;
}

// A dense window beside one that is slow to compile by itself.
Func gathers(int count) {
    const Buffer<uint8_t> a = input<uint8_t>(13), b = input<uint8_t>(29);
    Var x;
    Func hot("hot"), slow("slow");
    hot(x) = cast<uint8_t>((cast<uint16_t>(a(x)) * 77 + cast<uint16_t>(b(x)) * 179 + 128) >> 8);
    hot.compute_root().vectorize(x, 64, TailStrategy::RoundUp);
    Expr e = cast<uint16_t>(0);
    for (int i = 0; i < count; i++) {
        e += cast<uint16_t>(a(clamp(x * (i + 3) + i, 0, 1000))) * cast<uint16_t>(77 - i);
    }
    slow(x) = cast<uint8_t>(e >> 8) + hot(x);
    slow.vectorize(x, 64, TailStrategy::RoundUp);
    return slow;
}

// Images of 3x3 sums, each of the one before it and with weights of its own.
Func stencils(int stages) {
    const Buffer<uint8_t> in = input<uint8_t>(11);
    Var x, y;
    Func stage;
    stage(x, y) = in(clamp(x, 0, kSize - 1)) + cast<uint8_t>(y);
    for (int s = 0; s < stages; s++) {
        stage.compute_root().vectorize(x, 64, TailStrategy::RoundUp);
        Func next("stage" + std::to_string(s));
        Expr sum = cast<uint16_t>(0);
        for (int i = -1; i <= 1; i++) {
            for (int j = -1; j <= 1; j++) {
                const int weight = i || j ? 8 + s + 5 * i + 3 * j : 256 - 8 * (8 + s);
                sum += cast<uint16_t>(weight) * cast<uint16_t>(stage(x + i, y + j));
            }
        }
        next(x, y) = cast<uint8_t>((sum + 128) >> 8);
        stage = next;
    }
    stage.vectorize(x, 64, TailStrategy::RoundUp);
    return stage;
}

// Two quantised tensors added as TFLite adds them, with the scales and offsets of one model.
Func quantized_add() {
    const Buffer<uint8_t> in[] = {input<uint8_t>(13), input<uint8_t>(29)};
    Var x;
    Func f("quantized_add");
    Expr sum = cast<int32_t>(0);
    for (int i = 0; i < 2; i++) {
        const Expr offset = cast<int16_t>(in[i](x)) - cast<int16_t>(120 + i);
        sum += widening_mul(offset << 6, cast<int16_t>(12000 + 5000 * i));
    }
    const Expr scaled = saturating_cast<int16_t>(rounding_shift_right(sum, 21));
    const Expr moved = saturating_add(scaled, cast<int16_t>(125));
    f(x) = clamp(saturating_cast<uint8_t>(moved), cast<uint8_t>(5), cast<uint8_t>(250));
    f.vectorize(x, 64, TailStrategy::GuardWithIf);
    return f;
}

Buffer<> run(Func f) {
    return f.dimensions() == 2 ? f.realize({kSize, 2}, kTarget)[0] : f.realize({kSize}, kTarget)[0];
}

bool equal(const Buffer<> &a, const Buffer<> &b) {
    return !memcmp(a.data(), b.data(), a.size_in_bytes());
}

int report(const std::string &name, double halide, double isotope, bool is_equal) {
    // Generous: the machine may be busy, and a live server is waited for.
    const char *timeout_ms = getenv("ISOTOPE_TIMEOUT_MS");
    const bool soon = isotope < 5 * halide + 5 + (timeout_ms ? atof(timeout_ms) / 1000 : 1);
    printf("%-24s halide %.2f s, isotope %.2f s, %s%s\n", name.c_str(), halide, isotope, is_equal ? "equal" : "DIFFERENT",
           soon ? "" : ", TOO SLOW");
    fflush(stdout);
    return !is_equal || !soon;
}

int compare(const std::string &name, const std::function<Func()> &make) {
    Func alone = make(), with = make();
    Pipeline pipeline(with);
    isotope::attach(pipeline, kTarget);
    const double halide = seconds_of([&] { alone.compile_jit(kTarget); });
    const double isotope = seconds_of([&] { pipeline.compile_jit(kTarget); });
    const Buffer<> plain = run(alone);
    Buffer<> ours = plain.copy();
    memset(ours.data(), 0xA5, ours.size_in_bytes());
    pipeline.realize(ours, kTarget);
    return report(name, halide, isotope, equal(plain, ours));
}

// An input that is the output, element by element.
int in_place() {
    const auto make = [](ImageParam a, ImageParam b) {
        Var x;
        Func f("in_place");
        f(x) = cast<uint8_t>((cast<uint16_t>(a(x)) * 77 + cast<uint16_t>(b(x)) * 179 + 128) >> 8);
        f.vectorize(x, 64, TailStrategy::RoundUp);
        return f;
    };
    ImageParam a(UInt(8), 1), b(UInt(8), 1);
    Pipeline pipeline(make(a, b));
    isotope::attach(pipeline, kTarget);
    const double isotope = seconds_of([&] { pipeline.compile_jit(kTarget); });
    b.set(input<uint8_t>(29));
    a.set(input<uint8_t>(13));
    Buffer<uint8_t> apart(kSize), same = input<uint8_t>(13);
    pipeline.realize(apart, kTarget);
    a.set(same);
    pipeline.realize(same, kTarget);
    return report("in_place", 0, isotope, equal(apart, same));
}

}  // namespace

int main(int argc, char **argv) {
    alarm(kHopeless_s);
    int failures = 0;
    for (int i = 1; i < argc; i++) {
        const std::string name = argv[i];
        const int count = i + 1 < argc ? atoi(argv[i + 1]) : 0;
        if (name == "xorshift") {
            failures += compare(name + " " + argv[++i], [&] { return xorshift(count); });
        } else if (name == "gathers") {
            failures += compare(name + " " + argv[++i], [&] { return gathers(count); });
        } else if (name == "stencils") {
            failures += compare(name + " " + argv[++i], [&] { return stencils(count); });
        } else if (name == "quantized_add") {
            failures += compare(name, quantized_add);
        } else if (name == "deep" && i + 2 < argc) {
            const std::string kind = argv[i + 2];
            failures += compare(name + " " + argv[i + 1] + " " + kind, [&] { return deep(count, kind); });
            i += 2;
        } else if (name == "in_place") {
            failures += in_place();
        } else {
            fprintf(stderr, "shared: no case is named %s\n", name.c_str());
            return 2;
        }
    }
    return failures ? 1 : 0;
}
