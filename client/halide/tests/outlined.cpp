// Values taken out of their pipelines: what is the same there has one name, and what is not has another.
#include <Halide.h>

#include <cstdio>

#include "compare/outlined.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kLanes = 16;

int failures = 0;

void expect(const char *what, const std::string &a, const std::string &b, bool equal) {
    const bool good = (a == b) == equal;
    printf("%s: %s\n", what, good ? "as expected" : (a + "and\n" + b).c_str());
    failures += !good;
}

Expr load(const std::string &buffer, const Expr &base, const ModulusRemainder &alignment = ModulusRemainder()) {
    return Load::make(Int(32, kLanes), buffer, Ramp::make(base, 1, kLanes), Buffer<>(), Parameter(), const_true(kLanes), alignment);
}

Expr scalar(const std::string &buffer, const Expr &index) {
    return Broadcast::make(Load::make(Int(32), buffer, index, Buffer<>(), Parameter(), const_true(), ModulusRemainder()), kLanes);
}

std::string name(const std::string &loop, const Expr &value) {
    const Expr y = Variable::make(Int(32), "y");
    // Of two lets of one name the inner one counts, and what it stands for may mention the outer one.
    const isotope::Lets lets = isotope::Lets().with("row", y * 50).with("row", Variable::make(Int(32), "row") * 2);
    const isotope::Surroundings scope = {1, loop, lets};
    return isotope::outline({{value, value + 1, &scope}}).name;
}

}  // namespace

int main() {
    const Expr x = Variable::make(Int(32), "x"), y = Variable::make(Int(32), "y");
    const Expr row = Variable::make(Int(32), "row");
    const auto blur = [](const std::string &in, const Expr &at) { return load(in, at) + load(in, at + 1); };
    const std::string plain = name("x", blur("in", x * kLanes + 3));
    expect("other names and offsets", plain, name("y", blur("image", y * kLanes + 7)), true);
    expect("by way of a let", plain, name("y", blur("in", row + 3)), true);
    expect("another distance", plain, name("x", load("in", x * kLanes) + load("in", x * kLanes + 2)), false);
    expect("another buffer", plain, name("x", load("in", x * kLanes) + load("on", x * kLanes + 1)), false);
    const auto scaled = [&](const Expr &at) { return load("in", x * kLanes) * scalar("weights", at); };
    expect("a scalar that stays, and one that does not", name("x", scaled(y)), name("x", scaled(x)), false);
    // Halide loads two registers that are aligned and what lies between them only where a load itself says so.
    const std::string stated = name("x", load("in", x * kLanes + 15, {64, 15}) * load("in", x * kLanes + 17, {64, 17}));
    for (const char *said : {"aligned(16, 15)", "aligned(16, 1)"}) {
        const bool is_said = stated.find(said) != std::string::npos;
        printf("a load that is %s: %s\n", said, is_said ? "as expected" : stated.c_str());
        failures += !is_said;
    }
    const bool is_silent = plain.find("aligned") == std::string::npos;
    printf("loads of which nothing is known: %s\n", is_silent ? "as expected" : plain.c_str());
    failures += !is_silent;
    // Compiling anything makes up names.
    const Expr square = load("in", x) * load("in", x + 1), twice = square * square + square;
    const std::string before = name("x", twice);
    common_subexpression_elimination(twice * twice);
    expect("after other compilations", before, name("x", twice), true);
    const isotope::Surroundings scope = {1, "x", {}};
    const Halide::Target target("host-no_asserts-no_bounds_query");
    const auto made = isotope::compile({isotope::outline({{twice, twice, &scope}})}, target, 60000);
    // Labels have their function's number in them.
    const bool compiled = made[0] && made[0]->own.find(":\n") != std::string::npos && made[0]->own.size() == made[0]->selected.size();
    printf("compiled: %s\n", compiled ? "as expected" : made[0] ? made[0]->own.c_str() : "nothing");
    return failures + !compiled;
}
