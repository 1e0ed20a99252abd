// Every kernel compiled with and without Isotope and run: the outputs are the same bit for bit.
//
//   equal [--threads N] [KERNEL...]
//
// One line for each kernel: expressions, how many answers were used, whether equal, times. Ends in status 1
// if any differs or fails to compile.
#include <isotope_halide.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "kernels.h"

using namespace Halide;

namespace {

double seconds_of(const std::function<void()> &work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// One way of compiling a kernel.
struct Run {
    Buffer<> out;
    double compile = 0, best = 1e9;  // seconds
};

Run run(const Target &target, size_t index, bool with_isotope) {
    Kernel kernel = make_kernels(target)[index];
    kernel.fill_inputs();
    Pipeline pipeline(kernel.out);
    if (with_isotope) {
        isotope::attach(pipeline, target);
    }
    Run result;
    result.compile = seconds_of([&] { pipeline.compile_jit(target); });
    result.out = Buffer<>(kernel.out.type(), kernel.extent);
    for (int i = 0; i < 40; i++) {
        result.best = std::min(result.best, seconds_of([&] { pipeline.realize(result.out, target); }));
    }
    return result;
}

bool compare(const Target &target, size_t index, const std::string &name) {
    static std::mutex printing;
    try {
        const Run plain = run(target, index, false), ours = run(target, index, true);
        const bool same = !memcmp(plain.out.data(), ours.out.data(), plain.out.size_in_bytes());
        const std::lock_guard<std::mutex> lock(printing);
        printf("%-24s %-9s halide %8.1f us, isotope %8.1f us; compiled in %5.0f ms, %5.0f ms\n", name.c_str(), same ? "equal" : "DIFFERENT",
               plain.best * 1e6, ours.best * 1e6, plain.compile * 1e3, ours.compile * 1e3);
        fflush(stdout);
        return same;
    } catch (const Error &error) {
        const std::lock_guard<std::mutex> lock(printing);
        printf("%-24s FAILED %s\n", name.c_str(), error.what());
        return false;
    }
}

Target target_of_this_cpu() {
    const char *given = getenv("ISOTOPE_TEST_TARGET");
    return Target(given ? given : "host-no_asserts-no_bounds_query");
}

}  // namespace

int main(int argc, char **argv) {
    const Target target = target_of_this_cpu();
    size_t threads = 1;
    std::vector<std::string> wanted;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--threads") && i + 1 < argc) {
            threads = strtoul(argv[++i], nullptr, 10);
        } else {
            wanted.push_back(argv[i]);
        }
    }
    std::vector<std::pair<size_t, std::string>> work;
    const std::vector<Kernel> kernels = make_kernels(target);
    for (size_t i = 0; i < kernels.size(); i++) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), kernels[i].name) != wanted.end()) {
            work.emplace_back(i, kernels[i].name);
        }
    }
    std::atomic<size_t> next{0}, failed{0};
    const auto worker = [&] {
        for (size_t i = next++; i < work.size(); i = next++) {
            failed += !compare(target, work[i].first, work[i].second);
        }
    };
    std::vector<std::thread> others;
    for (size_t i = 1; i < threads; i++) {
        others.emplace_back(worker);
    }
    worker();
    for (std::thread &other : others) {
        other.join();
    }
    const isotope::Totals totals = isotope::totals();
    printf("target %s\n", target.to_string().c_str());
    printf("%zu kernels, %zu failed; %llu expressions, %llu answers used; the pass took %.3f s%s%s\n", work.size(), failed.load(),
           (unsigned long long)totals.expressions, (unsigned long long)totals.used, totals.nanoseconds / 1e9,
           isotope::obstacle().empty() ? "" : "; ", isotope::obstacle().c_str());
    return failed ? 1 : 0;
}
