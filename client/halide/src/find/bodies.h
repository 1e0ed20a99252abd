// What a loop's body is, where that is one store with lets around it.
#pragma once

#include <Halide.h>

#include <vector>

namespace isotope {

struct Body {
    std::vector<const Halide::Internal::LetStmt *> lets;  // the outermost first
    const Halide::Internal::Store *store = nullptr;       // none where it is another body

    explicit Body(Halide::Internal::Stmt body);
    // An expression of the store, with the lets inside of it.
    Halide::Expr inside(Halide::Expr value) const;
};

// What a function finds; nothing where it refuses by an exception, or Halide does.
template <typename Find>
auto unless_refused(const Find &find) -> decltype(find()) {
    try {
        return find();
    } catch (...) {
        return {};
    }
}

}  // namespace isotope
