// Which stores are taken for one: lists of statements, and the chains that are found in them.
#include <Halide.h>

#include <cstdio>

#include "find/chains.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kLanes = 16;

Expr at(int base) {
    return Ramp::make(base, 1, kLanes);
}

Expr load(const std::string &buffer, int base) {
    return Load::make(Int(32, kLanes), buffer, at(base), Buffer<>(), Parameter(), const_true(kLanes), ModulusRemainder());
}

Stmt store(const std::string &buffer, int base, const Expr &value, const Expr &predicate = const_true(kLanes)) {
    return Store::make(buffer, value, at(base), Parameter(), predicate, ModulusRemainder());
}

// buffer[base] += source[from]
Stmt add(const std::string &buffer, int base, const std::string &source, int from) {
    return store(buffer, base, load(buffer, base) + load(source, from));
}

int failures = 0;

// The members of all chains, as in "0 1; 2 3".
void expect(const char *what, const std::vector<Stmt> &statements, const std::string &members) {
    std::string found;
    for (const isotope::Chain &chain : isotope::chains(statements)) {
        found += found.empty() ? "" : ";";
        for (size_t member : chain.members) {
            found += (found.empty() || found.back() == ';' ? "" : " ") + std::to_string(member);
        }
    }
    if (found != members) {
        printf("%s: chains '%s' instead of '%s'\n", what, found.c_str(), members.c_str());
        failures++;
    }
}

}  // namespace

int main() {
    const auto a = [](int from) { return add("sum", 0, "a", from); };
    expect("one after the other", {a(0), a(16)}, "0 1");
    expect("a new sum", {a(0), store("sum", 0, load("a", 16))}, "");
    expect("no more than four", {a(0), a(1), a(2), a(3), a(4), a(5)}, "0 1 2 3;4 5");
    expect("two sums in turn", {a(0), add("sum", 16, "a", 0), a(16), add("sum", 16, "a", 16)}, "0 2;1 3");
    expect("an overlapping sum", {a(0), add("sum", 8, "a", 0), a(16)}, "");
    expect("what it loads is written meanwhile", {a(0), add("a", 8, "b", 0), a(32)}, "");
    expect("something else is written meanwhile", {a(0), add("a", 16, "b", 0), a(32)}, "0 2");
    expect("its place is read meanwhile", {a(0), add("other", 0, "sum", 8), a(16)}, "");
    expect("another statement meanwhile", {a(0), Evaluate::make(0), a(16)}, "");
    const Expr some = Broadcast::make(Variable::make(Bool(), "p"), kLanes);
    expect("under a condition", {a(0), store("sum", 0, load("sum", 0) + load("a", 16), some)}, "");
    const Expr effect = Call::make(Int(32, kLanes), "effect", std::vector<Expr>{load("a", 0)}, Call::Extern);
    expect("with an effect", {store("sum", 0, load("sum", 0) + effect), a(16)}, "");

    const std::vector<isotope::Chain> both = isotope::chains({a(0), a(16)});
    const Expr whole = load("sum", 0) + load("a", 0) + load("a", 16);
    if (both.size() != 1 || !equal(both[0].value, whole)) {
        printf("the value of a chain is not what its stores make\n");
        failures++;
    }
    return failures ? 1 : 0;
}
