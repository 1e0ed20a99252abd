#include "places.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// A sum of products: coefficients by their sorted factors.
using Sum = std::map<std::vector<std::string>, int64_t>;

// More summands are no index that a program has.
constexpr size_t kMaxTerms = 64;

Sum scaled(Sum sum, int64_t factor) {
    for (auto &[factors, coefficient] : sum) {
        coefficient *= factor;
    }
    return sum;
}

Sum total(Sum a, const Sum &b) {
    for (const auto &[factors, coefficient] : b) {
        a[factors] += coefficient;
    }
    return a;
}

Sum product(const Sum &a, const Sum &b) {
    Sum all;
    for (const auto &[left, x] : a) {
        for (const auto &[right, y] : b) {
            std::vector<std::string> factors = left;
            factors.insert(factors.end(), right.begin(), right.end());
            std::sort(factors.begin(), factors.end());
            all[factors] += x * y;
        }
    }
    return all;
}

Sum atom(const Expr &e) {
    std::ostringstream text;
    text << e;
    return {{{text.str()}, 1}};
}

Sum sum_of(const Expr &e, const Lets &lets) {
    if (const auto constant = as_const_int(e)) {
        return {{{}, *constant}};
    } else if (const Add *add = e.as<Add>()) {
        return total(sum_of(add->a, lets), sum_of(add->b, lets));
    } else if (const Sub *sub = e.as<Sub>()) {
        return total(sum_of(sub->a, lets), scaled(sum_of(sub->b, lets), -1));
    } else if (const Mul *mul = e.as<Mul>()) {
        const Sum a = sum_of(mul->a, lets), b = sum_of(mul->b, lets);
        return a.size() * b.size() <= kMaxTerms ? product(a, b) : atom(e);
    } else if (const Variable *variable = e.as<Variable>()) {
        const auto let = lets.find(variable->name);
        return let == lets.end() ? atom(e) : sum_of(let->second, lets);
    }
    return atom(e);
}

}  // namespace

std::optional<Place> place_of(const Load &load, const Lets &lets) {
    const Ramp *ramp = load.index.as<Ramp>();
    const Expr first = ramp ? ramp->base : load.index;
    const auto stride = ramp ? as_const_int(ramp->stride) : std::optional<int64_t>(1);
    if (first.type().is_vector() || !stride) {
        return {};
    }
    Place place;
    place.stride = *stride;
    std::ostringstream text;
    for (const auto &[factors, coefficient] : sum_of(first, lets)) {
        if (factors.empty()) {
            place.offset = coefficient;
        } else if (coefficient != 0) {
            text << " + " << coefficient;
            for (const std::string &factor : factors) {
                text << " * " << factor;
            }
        }
    }
    place.base = text.str();
    return place;
}

bool depends(const Expr &value, const std::string &variable, const Lets &lets) {
    class Finder : public IRGraphVisitor {
      public:
        Finder(const std::string &variable, const Lets &lets) : variable(variable), lets(lets) {}
        bool found = false;

      private:
        using IRGraphVisitor::visit;
        void visit(const Variable *op) override {
            const auto let = lets.find(op->name);
            found |= op->name == variable;
            if (!found && let != lets.end()) {
                include(let->second);
            }
        }

        const std::string &variable;
        const Lets &lets;
    } finder(variable, lets);
    value.accept(&finder);
    return finder.found;
}

}  // namespace isotope
