// The kernels of the suite: the 33 benchmarks of the Hydride paper under its names, and the kernels of
// client/halide/tests that are none of them.
#pragma once

#include "kernels.h"

// All of them. The other schedule computes the same in vectors of the same width, tiled and unrolled
// otherwise. A kernel is compiled once: make them anew for another compilation.
std::vector<Kernel> make_suite(const Halide::Target &target, bool other_schedule);

// Only compiled: the sharing of values is measured.
std::vector<Kernel> make_shared();

// Its parts.
void add_windows(const Halide::Target &target, bool other_schedule, std::vector<Kernel> *kernels);
void add_layers(const Halide::Target &target, bool other_schedule, std::vector<Kernel> *kernels);
void add_matmuls(const Halide::Target &target, bool other_schedule, std::vector<Kernel> *kernels);

// A sum back to 16 bits: times 0.7071 / 2^shift, rounded.
Halide::Expr requantised(const Halide::Expr &sum, int shift);
