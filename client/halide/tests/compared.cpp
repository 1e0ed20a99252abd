#include "compared.h"

#include <cstdio>
#include <cstring>

using namespace Halide;

namespace {

Buffer<> run(const Case &each, const Target &target, const Buffer<uint8_t> &left, const Buffer<uint8_t> &right, bool with_isotope) {
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

}  // namespace

Target target_of_cases() {
    Target target("host-no_asserts-no_bounds_query");
#ifdef __x86_64__
    // Halide 19 takes a Zen 5 for a Sapphire Rapids, whose half-precision instructions it lacks.
    if (!__builtin_cpu_supports("avx512fp16")) {
        target = target.without_feature(Target::AVX512_SapphireRapids);
    }
#endif
    return target;
}

int compare(const std::vector<Case> &cases) {
    const Target target = target_of_cases();
    Buffer<uint8_t> left(kWidth, kHeight), right(kWidth, kHeight);
    for (int i = 0; i < kWidth * kHeight; i++) {
        left.data()[i] = (uint8_t)(i * 37 + i / 251 * 11);
        right.data()[i] = (uint8_t)(i * 101 + i / 83 * 7);
    }
    int failures = 0;
    for (const Case &each : cases) {
        const Buffer<> plain = run(each, target, left, right, false), ours = run(each, target, left, right, true);
        if (memcmp(plain.data(), ours.data(), plain.size_in_bytes())) {
            printf("%s is DIFFERENT\n", each.name.c_str());
            failures++;
        }
    }
    return failures;
}
