// Several turns of a loop as one value.
//
// A stencil's neighbouring turns read overlapping elements, and the next turn needs again what one has made of them, a column's sum say.
// One window sees one turn. So the turns that fill a few registers are taken for one value of as many lanes, and what is left of the loop
// stays as it is.
#pragma once

#include <Halide.h>

#include <optional>

namespace isotope {

struct Turns {
    // A turn of this loop, whose body is the store of their value, does `count` turns of the program's loop.
    Halide::Internal::Stmt loop;
    int count = 0;
    // The program's loop goes on with this value of its variable.
    Halide::Expr rest;
    // One turn of the program's loop stores this, without lets.
    Halide::Expr of_one;

    const Halide::Internal::Store *store() const;
    // The loop with a value in the place of the store's, and after it the turns that are left of a loop.
    Halide::Internal::Stmt with(const Halide::Expr &value, const Halide::Internal::Stmt &of_one) const;
};

// None where a turn does not store, lane by lane, what overlapping loads are made into, or where the next
// turn's loads and store do not follow it side by side. `bytes` are those of a vector register.
std::optional<Turns> several_turns(const Halide::Internal::For *loop, int bytes);

// Two turns, whether they load the same or not.
std::optional<Turns> two_turns(const Halide::Internal::For *loop, int bytes);

}  // namespace isotope
