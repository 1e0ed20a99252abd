// A loop's body, if that is one store with lets around it.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace isotope {

struct Body {
    std::vector<const Halide::Internal::LetStmt *> lets;  // the outermost first
    const Halide::Internal::Store *store = nullptr;       // none where it is another body

    explicit Body(Halide::Internal::Stmt body);
    // An expression of the store, with the lets inside of it: of
    //   let t = a*b
    //   out[i] = t + c               the value t + c is a*b + c
    Halide::Expr inside(Halide::Expr value) const;
};

// By how much an index grows from one iteration to the next, if that is always the same: 16 of x*16 + 3.
std::optional<int64_t> growth(const Halide::Expr &index, const std::string &variable);

// The result of a function; nothing where it refuses by an exception, or Halide does.
template <typename Find>
auto unless_refused(const Find &find) -> decltype(find()) {
    try {
        return find();
    } catch (...) {
        return {};
    }
}

}  // namespace isotope
