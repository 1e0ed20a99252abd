// The 27 kernels whose windows are in tests/cases/windows, scheduled as a user would, and inputs for them.
#pragma once

#include <Halide.h>

#include <functional>
#include <string>
#include <vector>

// An input buffer, with its place.
struct Input {
    Halide::ImageParam param;
    std::vector<int> min, extent;
};

struct Kernel {
    std::string name;
    Halide::Func out;
    std::vector<Input> inputs;
    std::vector<int> extent;

    // Random inputs, the same in every run; 16- and 32-bit ones are kept small enough not to overflow.
    void fill_inputs();
    std::vector<Halide::Argument> arguments() const;
};

// All of them for a target. A kernel is compiled once: make them anew for another compilation.
std::vector<Kernel> make_kernels(const Halide::Target &target);

// Its parts.
constexpr int kWidth = 1024, kHeight = 512;
void add_stencils(const Halide::Target &target, std::vector<Kernel> *kernels);
void add_products(const Halide::Target &target, std::vector<Kernel> *kernels);
void add_pointwise(const Halide::Target &target, std::vector<Kernel> *kernels);

using Stencil = std::function<Halide::Expr(Halide::ImageParam, Halide::Var, Halide::Var)>;
// A kernel over one image with a border, vectorised over whole vectors of bytes.
Kernel stencil(const std::string &name, Halide::Type type, const Halide::Target &target, const Stencil &value);
