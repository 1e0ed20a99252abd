// One vector expression as the service reads it: text, and what its names stand for.
#pragma once

#include <Halide.h>

#include <optional>
#include <string>
#include <vector>

#include "write/stored.h"

namespace isotope {

// Where a leaf is loaded from: lane i is buffer[base + offset + i * stride], in elements.
struct Address {
    std::string buffer;
    std::string base;  // its name in the text; empty when the index is a constant
    int64_t offset = 0;
    int64_t stride = 1;
};

struct Leaf {
    std::string name;
    Halide::Expr value;
    std::optional<Address> address;
};

// A symbolic part of indices, by its name in the text.
struct Base {
    std::string name;
    Halide::Expr value;
};

struct Window {
    Halide::Expr value;
    std::string place;  // what is stored or bound, for reports
    std::string text;   // empty when there is nothing to ask; `why` says why
    std::string why;
    std::vector<Leaf> leaves;
    std::vector<Base> bases;
};

// Writes an expression down with what is known of its leaves.
Window write_window(const Halide::Expr &value, std::string place, const Facts &facts);

}  // namespace isotope
