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

std::string place_of(const Load &load, const Lets &lets) {
    const Ramp *ramp = load.index.as<Ramp>();
    if (!ramp || ramp->base.type().is_vector() || !as_const_int(ramp->stride)) {
        return "";
    }
    std::ostringstream text;
    text << load.type << " " << load.name << " " << *as_const_int(ramp->stride);
    for (const auto &[factors, coefficient] : sum_of(ramp->base, lets)) {
        if (coefficient != 0) {
            text << " + " << coefficient;
            for (const std::string &factor : factors) {
                text << " * " << factor;
            }
        }
    }
    return text.str();
}

}  // namespace isotope
