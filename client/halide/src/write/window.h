// One vector expression as the service reads it: a graph, and what its names stand for.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

#include "frontend/question.h"
#include "write/stored.h"

namespace isotope {

// A symbolic part of indices, by its name in the text.
struct Base {
    std::string name;
    Halide::Expr value;
};

struct Window : Question {
    Halide::Expr value;
    std::vector<Halide::Expr> values;  // of the leaves
    std::vector<Base> bases;
};

// Writes an expression down with what is known of its leaves.
Window write_window(const Halide::Expr &value, std::string place, const Facts &facts);

}  // namespace isotope
