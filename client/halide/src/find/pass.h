// The lowering pass.
#pragma once

#include <isotope_halide.h>

namespace isotope {

// The statement with answers in the place of its vector expressions. Never throws and never changes what it
// computes.
Halide::Internal::Stmt substitute(const Halide::Internal::Stmt &stmt, const Halide::Target &target, Code code);

// `substitute` as Halide calls it. Holds nothing of a compilation: pipelines may share one and compile at
// once.
class Pass : public Halide::Internal::IRMutator {
  public:
    explicit Pass(const Halide::Target &target, Code code = Code::Selected) : target(target), code(code) {}
    Halide::Internal::Stmt mutate(const Halide::Internal::Stmt &stmt) override { return substitute(stmt, target, code); }
    Halide::Expr mutate(const Halide::Expr &e) override { return e; }

  private:
    const Halide::Target target;
    const Code code;
};

}  // namespace isotope
