// Several iterations of a loop as one value.
//
// A stencil's neighbouring iterations read overlapping elements, and the next iteration needs again what one has made of them, a column's
// sum say. One window sees one iteration. So the iterations that fill a few registers are taken for one value of as many lanes, and what is
// left of the loop stays as it is.
#pragma once

#include <Halide.h>

#include <optional>

namespace isotope {

struct Iterations {
    // An iteration of this loop, whose body is the store of their value, does `count` iterations of the program's loop.
    Halide::Internal::Stmt loop;
    int count = 0;
    // The program's loop goes on with this value of its variable.
    Halide::Expr rest;
    // One iteration of the program's loop stores this, without lets.
    Halide::Expr of_one;

    const Halide::Internal::Store *store() const;
    // The loop with a value in the place of the store's, and after it the iterations that are left of a loop.
    Halide::Internal::Stmt with(const Halide::Expr &value, const Halide::Internal::Stmt &of_one) const;
};

// None where an iteration does not store, lane by lane, what overlapping loads are made into, or where the next
// iteration's loads and store do not follow it side by side. `bytes` are those of a vector register.
std::optional<Iterations> several_iterations(const Halide::Internal::For *loop, int bytes);

// Two iterations, whether they load the same or not.
std::optional<Iterations> two_iterations(const Halide::Internal::For *loop, int bytes);

}  // namespace isotope
