// Places in memory that stores write and expressions load from, and whether they have an element in common.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace isotope {

// Elements of a buffer. Buffers of different names do not overlap: Halide tells LLVM the same.
struct Location {
    std::string buffer;
    Halide::Expr index;

    bool is(const Location &other) const;

    // Whether they may have an element in common: in[ramp(x, 1, 8)] has some of in[ramp(x + 4, 1, 8)], and none of in[ramp(x + 8, 1, 8)].
    bool meets(const Location &other) const;
};

// The places from which an expression loads.
class Loads : public Halide::Internal::IRGraphVisitor {
  public:
    std::vector<Location> places;
    bool pure = true;  // it calls nothing that does more than compute

    // Of nothing where there is no expression.
    explicit Loads(const Halide::Expr &e);
    bool meet(const Location &place) const;

  private:
    using IRGraphVisitor::visit;
    void visit(const Halide::Internal::Load *op) override;
    void visit(const Halide::Internal::Call *op) override;
};

// The store of a vector that a statement is, if it is one, and one under no condition.
const Halide::Internal::Store *plain_store(const Halide::Internal::Stmt &statement);

}  // namespace isotope
