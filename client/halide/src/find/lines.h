// Several lines of an image as one iteration.
//
// An iteration of a loop over lines first fills buffers, with columns' sums say, and reads a few lines for that, or it stores its results
// without any. The next iteration reads all but one of these lines again. So the values that some lines have for the same columns are taken
// for one value: the parts that they share are computed once.
#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace isotope {

// Lines that are done at once. Where a compiler fails on so many, fewer are tried.
constexpr int kMostLines = 4;

// A loop over lines, as iterations that do several lines each. The loop must outlive it.
struct Lines {
    // Loops over columns that are done for both lines, and for each other, at once.
    struct Joined {
        std::vector<size_t> loops;  // by their places in the body
        // A statement to find the window in: the loop over lines with the lets in it, and the loop over columns, whose body stores all
        // values of an iteration side by side.
        Halide::Internal::Stmt asked;
    };
    struct Named {
        Halide::Internal::Stmt let_or_allocation;
        bool is_own = false;  // each line has its own
    };

    std::vector<Joined> joined;
    std::vector<const Halide::Internal::For *> loops;  // over columns, in the body's order

    // The loop with values, one for each of `joined`, in the places of those that are stored there; those that are undefined leave their
    // loops apart. `done` has what stands for each loop over columns in one line, and `line` is the loop over lines itself with that.
    Halide::Internal::Stmt with(const std::vector<Halide::Expr> &values,
                                const std::map<const Halide::Internal::For *, Halide::Internal::Stmt> &done,
                                const Halide::Internal::Stmt &line) const;

    // Lets and buffers around the loops over columns, the outermost first.
    std::vector<Named> around;
    const Halide::Internal::For *loop = nullptr;
    int count = 0;  // lines that are done at once
    int bytes = 0;  // of a vector register
    // Whether lines that store their results themselves lie apart, so that nobody sees the order of their stores; undefined for others.
    // A caller's buffer may have any stride.
    Halide::Expr lie_apart;
};

// None is joined where an iteration does anything but fill buffers of its own and store one line, or where no line reads what the next one
// reads again. `bytes` are those of a vector register. At most so many are done at once.
Lines several_lines(const Halide::Internal::For *loop, int bytes, int most = kMostLines);

}  // namespace isotope
