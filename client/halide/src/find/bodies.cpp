#include "find/bodies.h"

#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

Body::Body(Stmt body) {
    while (const LetStmt *let = body.as<LetStmt>()) {
        lets.push_back(let);
        body = let->body;
    }
    store = body.as<Store>();
}

Expr Body::inside(Expr value) const {
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
        value = Let::make((*let)->name, (*let)->value, value);
    }
    return without_lets(value);
}

std::optional<int64_t> growth(const Expr &index, const std::string &variable) {
    if (!is_small_tree(index)) {
        return {};
    }
    const Expr next = substitute(variable, Variable::make(Int(32), variable) + 1, index);
    return as_const_int(simplify(next - index));
}

}  // namespace isotope
