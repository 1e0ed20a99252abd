// Small pipelines over two images, computed with Isotope and without.
#pragma once

#include <isotope_halide.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

constexpr int kWidth = 1200, kHeight = 11;

struct Case {
    std::string name;
    std::function<Halide::Func(Halide::ImageParam, Halide::ImageParam)> make;
    std::vector<int> extent;
};

// Those of this machine.
Halide::Target target_of_cases();

// How many differ, each told in a line.
int compare(const std::vector<Case> &cases);
