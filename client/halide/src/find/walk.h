// Walks a statement to what may be windows.
#pragma once

#include <Halide.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "find/choices.h"
#include "find/lines.h"
#include "find/results.h"

namespace isotope {

// Walks a statement to the values of stores and lets, or the reductions in them where they are scalars, to those of stores with the lets
// around them inside, to those of chains of stores and of stores that share work, and to those of several iterations of a loop or several
// lines of an image, always in the same order: the same value may stand in two places with different facts, so that its number tells them
// apart. It walks into no expression.
class Walk : public Halide::Internal::IRMutator {
  public:
    // `bytes` are those of a vector register; at most so many lines of an image are done at once.
    explicit Walk(int bytes, int most_lines = kMostLines) : bytes(bytes), most_lines(most_lines) {}

    using IRMutator::mutate;
    Halide::Expr mutate(const Halide::Expr &e) override { return e; }
    Halide::Internal::Stmt mutate(const Halide::Internal::Stmt &stmt) override;

  protected:
    virtual Halide::Expr at(const Halide::Expr &value, const std::string &place) = 0;
    // Begins what may stand for several windows; `at` gets its value. They are one store with its lets, several stores, or one in
    // several iterations.
    virtual void together(Choice choice) = 0;
    // Walks what stands in a loop.
    virtual void inside(const Halide::Internal::For *, const std::function<void()> &walk) { walk(); }
    virtual Halide::Internal::Stmt inside(const Halide::Internal::LetStmt *op, const Halide::Expr &value);

    using IRMutator::visit;
    Halide::Internal::Stmt visit(const Halide::Internal::Store *op) override;
    Halide::Internal::Stmt visit(const Halide::Internal::LetStmt *op) override;
    Halide::Internal::Stmt visit(const Halide::Internal::Block *op) override;
    Halide::Internal::Stmt visit(const Halide::Internal::For *op) override;

    size_t number = 0;  // of values so far
    Lets lets;          // of scalars, that the walk is in

  private:
    // A let with nothing but lets between it and a store, and the window of its value if that has one.
    struct Bound {
        const Halide::Internal::LetStmt *op;
        std::vector<size_t> windows;
    };

    Halide::Expr of_results(const StoreGroup &group, const std::vector<Halide::Internal::Stmt> &statements,
                            const std::vector<size_t> &first, const std::vector<Bound> &lets);
    // A value that stands for iterations of a loop in another way.
    Halide::Expr in_loop(const Halide::Internal::For *op, const Choice &choice, const Halide::Expr &of_iterations,
                         const std::string &place);
    Halide::Internal::Stmt in_lines(const Halide::Internal::For *op, const Halide::Internal::Stmt &walked);
    Halide::Expr visited(const Halide::Expr &value, const std::string &place);

    // The statement that stands for a loop, the window of an iteration if that is one, and the window of several.
    struct Walked {
        Halide::Internal::Stmt stmt;
        std::vector<size_t> windows;
        std::vector<Choice::Several> in_iterations;
    };

    std::vector<Bound> bound;
    std::vector<Bound> around;  // as many lets with nothing but lets between them and a block
    std::map<const Halide::Internal::For *, Walked> loops;
    const int bytes, most_lines;
};

}  // namespace isotope
