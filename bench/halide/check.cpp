// Every kernel of the suite under both schedules against the references: the outputs are the same bit for
// bit.
//
//   check [LIBRARY.so...] [KERNEL...]
//
// The libraries hold the references; without any, those beside this program are taken. One line for each
// kernel: whether equal, times. Ends in status 1 if any differs or fails to compile.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "suite.h"

using namespace Halide;

namespace {

using Reference = void (*)(const void *const *, void *);

struct Library {
    std::string path;
    void *handle;
};

Library open_library(const std::string &path) {
    void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        throw std::runtime_error(dlerror());
    }
    return {path, handle};
}

// Microseconds, the best of some runs.
double best_of(const std::function<void()> &work) {
    double best = 1e9;
    for (int i = 0; i < 30; i++) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        best = std::min(best, taken.count() * 1e6);
    }
    return best;
}

// Outputs start from bytes that none of the sides would leave everywhere.
Buffer<> empty_output(const Kernel &kernel) {
    Buffer<> out(kernel.out.type(), kernel.extent);
    memset(out.data(), 0xA5, out.size_in_bytes());
    return out;
}

size_t differing(const Buffer<> &a, const Buffer<> &b) {
    const auto *left = (const uint8_t *)a.data(), *right = (const uint8_t *)b.data();
    size_t count = 0;
    for (size_t i = 0; i < a.size_in_bytes(); i++) {
        count += left[i] != right[i];
    }
    return count;
}

bool check(Kernel kernels[2], const std::vector<Library> &libraries, const Target &target) {
    std::vector<Buffer<>> outs;
    std::vector<double> times;
    for (int i = 0; i < 2; i++) {
        kernels[i].fill_inputs();
        Pipeline pipeline(kernels[i].out);
        pipeline.compile_jit(target);
        Buffer<> out = empty_output(kernels[i]);
        times.push_back(best_of([&] { pipeline.realize(out, target); }));
        outs.push_back(out);
    }
    std::vector<const void *> inputs;
    for (const Input &input : kernels[0].inputs) {
        inputs.push_back(input.param.get().data());
    }
    for (const Library &library : libraries) {
        const auto reference = (Reference)dlsym(library.handle, kernels[0].name.c_str());
        if (!reference) {
            throw std::runtime_error(dlerror());
        }
        Buffer<> out = empty_output(kernels[0]);
        times.push_back(best_of([&] { reference(inputs.data(), out.data()); }));
        outs.push_back(out);
    }
    size_t worst = 0, distinct = 0;
    for (const Buffer<> &out : outs) {
        worst = std::max(worst, differing(outs[0], out));
    }
    bool seen[256] = {};
    for (size_t i = 0; i < outs[0].size_in_bytes(); i++) {
        const uint8_t byte = ((const uint8_t *)outs[0].data())[i];
        distinct += !seen[byte];
        seen[byte] = true;
    }
    printf("%-24s %-9s %3zu different bytes, halide %7.1f us, other schedule %7.1f us, references",
           kernels[0].name.c_str(), worst ? "DIFFERENT" : "equal", distinct, times[0], times[1]);
    for (size_t i = 2; i < times.size(); i++) {
        printf(" %7.1f us", times[i]);
    }
    printf("\n");
    if (worst) {
        for (size_t i = 1; i < outs.size(); i++) {
            printf("    %zu of %zu bytes differ %s\n", differing(outs[0], outs[i]), outs[0].size_in_bytes(),
                   i == 1 ? "under the other schedule" : libraries[i - 2].path.c_str());
        }
    }
    fflush(stdout);
    return !worst;
}

int run(const std::vector<std::string> &words) {
    const char *given = getenv("HL_TARGET");
    const Target target(given ? given : "host-no_asserts-no_bounds_query");
    std::vector<Library> libraries;
    std::vector<std::string> wanted;
    for (const std::string &word : words) {
        if (word.size() > 3 && word.compare(word.size() - 3, 3, ".so") == 0) {
            libraries.push_back(open_library(word));
        } else {
            wanted.push_back(word);
        }
    }
    if (libraries.empty()) {
        libraries.push_back(open_library("libreferences_clang.so"));
        libraries.push_back(open_library("libreferences_gcc.so"));
    }
    std::vector<Kernel> first = make_suite(target, false), second = make_suite(target, true);
    size_t checked = 0, failed = 0;
    for (size_t i = 0; i < first.size(); i++) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), first[i].name) == wanted.end()) {
            continue;
        }
        checked++;
        Kernel both[2] = {first[i], second[i]};
        try {
            failed += !check(both, libraries, target);
        } catch (const std::exception &error) {
            failed++;
            printf("%-24s FAILED %s\n", first[i].name.c_str(), error.what());
        }
    }
    printf("target %s\n%zu kernels, %zu failed\n", target.to_string().c_str(), checked, failed);
    return failed || checked < wanted.size() ? 1 : 0;
}

}  // namespace

int main(int argc, char **argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception &error) {
        fprintf(stderr, "check: %s\n", error.what());
        return 1;
    }
}
