// A loop that reduces many values to one scalar, as one that reduces them to a register.
//
// An iteration that adds a vector's lanes to a scalar joins them first, which is most of its work, and again in
// every iteration. Sums of integers may be made in any order, and so may minima and maxima: here each iteration reduces
// to as many lanes as a register has, and these are joined once, after the loop.
#pragma once

#include <Halide.h>

#include <optional>

namespace isotope {

struct Row {
    // Each iteration adds this to the register, or takes the minimum or maximum of both.
    Halide::Expr value;

    // The loop with another value in that one's place, and around it what the register needs.
    Halide::Internal::Stmt with(const Halide::Expr &value) const;

    const Halide::Internal::For *loop = nullptr;
    Halide::Internal::VectorReduce::Operator op = Halide::Internal::VectorReduce::Add;
    const Halide::Internal::Store *store = nullptr;
    Halide::Expr scalar, index;  // what is there before, and its place
};

// None where an iteration does anything but reduce lanes of integers to a scalar that no other value reads, or
// where there are few iterations. `bytes` are those of a vector register. The loop must outlive what is returned.
std::optional<Row> reduced_row(const Halide::Internal::For *loop, int bytes);

}  // namespace isotope
