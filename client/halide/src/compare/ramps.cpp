#include "compare/ramps.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// A sum of products: coefficients by their sorted factors. 3*y*x + 2 is {{"x", "y"}: 3, {}: 2}.
using Sum = std::map<std::vector<std::string>, int64_t>;

// More summands are no index that a program has.
constexpr size_t kMaxTerms = 64;

// Estimates wrap where indices would overflow.
int64_t plus(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

int64_t times(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

Sum scaled(Sum sum, int64_t factor) {
    for (auto &[factors, coefficient] : sum) {
        coefficient = times(coefficient, factor);
    }
    return sum;
}

Sum total(Sum a, const Sum &b) {
    for (const auto &[factors, coefficient] : b) {
        int64_t &known = a[factors];
        known = plus(known, coefficient);
    }
    return a;
}

// (x + 1)*w is w*x + w: the factors of each are sorted.
Sum product(const Sum &a, const Sum &b) {
    Sum all;
    for (const auto &[left, x] : a) {
        for (const auto &[right, y] : b) {
            std::vector<std::string> factors = left;
            factors.insert(factors.end(), right.begin(), right.end());
            std::sort(factors.begin(), factors.end());
            int64_t &known = all[factors];
            known = plus(known, times(x, y));
        }
    }
    return all;
}

// An expression that is too large to be printed is told by where it is: another one that is equal counts as another.
Sum atom(const Expr &e) {
    std::ostringstream text;
    if (is_small_tree(e)) {
        text << e;
    } else {
        text << (const void *)e.get();
    }
    return {{{text.str()}, 1}};
}

// Remembers the sums of shared parts.
class Sums {
  public:
    const Sum &sum_of(const Expr &e, const Lets &lets) {
        const auto key = std::make_pair((const void *)e.get(), lets.identity());
        const auto known = done.find(key);
        return known != done.end() ? known->second : done[key] = fresh(e, lets);
    }

  private:
    Sum fresh(const Expr &e, const Lets &lets) {
        if (const auto constant = as_const_int(e)) {
            return {{{}, *constant}};
        } else if (const Add *add = e.as<Add>()) {
            return bounded(total(sum_of(add->a, lets), sum_of(add->b, lets)), e);
        } else if (const Sub *sub = e.as<Sub>()) {
            return bounded(total(sum_of(sub->a, lets), scaled(sum_of(sub->b, lets), -1)), e);
        } else if (const Mul *mul = e.as<Mul>()) {
            const Sum &a = sum_of(mul->a, lets), &b = sum_of(mul->b, lets);
            return a.size() * b.size() <= kMaxTerms ? product(a, b) : atom(e);
        } else if (const Variable *variable = e.as<Variable>()) {
            const auto let = lets.find(variable->name);
            return let ? sum_of(let->value, let->around) : atom(e);
        }
        return atom(e);
    }
    static Sum bounded(Sum sum, const Expr &e) { return sum.size() <= kMaxTerms ? sum : atom(e); }

    std::map<std::pair<const void *, const void *>, Sum> done;
};

}  // namespace

Lets Lets::with(const std::string &name, const Expr &value) const {
    Lets inner;
    inner.innermost = std::make_shared<Bound>(Bound{name, value, innermost});
    return inner;
}

std::optional<Lets::Found> Lets::find(const std::string &name) const {
    for (const Bound *each = innermost.get(); each; each = each->outer.get()) {
        if (each->name == name) {
            Found found{each->value, {}};
            found.around.innermost = each->outer;
            return found;
        }
    }
    return {};
}

std::optional<LoadRamp> ramp_of(const Load &load, const Lets &lets) {
    const Ramp *ramp = load.index.as<Ramp>();
    const Expr first = ramp ? ramp->base : load.index;
    const auto stride = ramp ? as_const_int(ramp->stride) : std::optional<int64_t>(1);
    if (first.type().is_vector() || !stride) {
        return {};
    }
    LoadRamp read;
    read.stride = *stride;
    std::ostringstream text;
    Sums sums;
    for (const auto &[factors, coefficient] : sums.sum_of(first, lets)) {
        if (factors.empty()) {
            read.offset = coefficient;
        } else if (coefficient != 0) {
            text << " + " << coefficient;
            for (const std::string &factor : factors) {
                text << " * " << factor;
            }
        }
    }
    read.base = text.str();
    return read;
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
            if (!found && let) {
                const ScopedValue<Lets> around(lets, let->around);
                include(let->value);
            }
        }

        const std::string &variable;
        Lets lets;
    } finder(variable, lets);
    value.accept(&finder);
    return finder.found;
}

}  // namespace isotope
