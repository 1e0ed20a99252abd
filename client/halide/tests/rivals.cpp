// One window for several values against an answer for each of them: which of both is left to be compared, and what is compared.
#include <Halide.h>

#include <cstdio>

#include "ask/machine.h"
#include "find/choices.h"

using namespace Halide;
using namespace Halide::Internal;
using isotope::Code;
using isotope::Decision;

namespace {

constexpr int kLanes = 16;

int failures = 0;

void expect(const char *what, bool holds) {
    if (!holds) {
        printf("%s\n", what);
        failures++;
    }
}

isotope_result answered(uint64_t cost, uint64_t baseline) {
    isotope_result result{};
    result.reason = ISOTOPE_ANSWERED;
    result.cost = cost;
    result.baseline_cost = baseline;
    return result;
}

Expr named(const std::string &name) {
    return Variable::make(UInt(8, kLanes), name);
}

isotope::Window window(const Expr &value) {
    isotope::Window made;
    made.value = value;
    made.text = "asked";
    return made;
}

// A let of a store, the store's own value, and both in one.
struct Store {
    const Expr inner = max(named("a"), named("b")), outer = min(named("t"), named("c"));
    const Expr whole = Let::make("t", inner, outer);
    const std::vector<isotope::Window> windows = {window(inner), window(outer), window(whole)};
    std::vector<Decision> decisions;
    bool is_store = true;

    // The costs of the let, the store's value and the whole with their answers; 0 for one that has none.
    std::vector<isotope::Rival> choose(uint64_t let, uint64_t value, uint64_t together, Code code = Code::Selected) {
        const isotope_result results[] = {answered(let, 90), answered(value, 90), answered(together, 180)};
        decisions = {
            {let ? named("let's") : Expr(), ""}, {value ? named("value's") : Expr(), ""}, {together ? named("whole's") : Expr(), ""}};
        const isotope::Choice choice = {2, {0, 1}, is_store ? whole : Expr(), 1, {inner, outer}};
        return isotope::choose({choice}, code, windows, {&results[0], &results[1], &results[2]}, &decisions);
    }
};

void test_choosing() {
    Store store;
    expect("what is clear is not compared", store.choose(50, 60, 50).empty());
    expect("the cheaper whole stands for both", store.decisions[2].replacement.defined());
    expect("and nothing for its parts", !store.decisions[0].replacement.defined());

    expect("what costs no more apart is not compared", store.choose(40, 60, 100).empty());
    expect("its parts stand", store.decisions[0].replacement.defined() && store.decisions[1].replacement.defined());

    const auto close = store.choose(50, 60, 100);
    expect("what is close is compared", close.size() == 1 && close[0].together == 2);
    expect("until then it is done together", !store.decisions[1].replacement.defined());
    expect("its parts are kept", close.size() == 1 && close[0].single.size() == 2 && close[0].single[1].window == 1 &&
                                     close[0].single[1].decision.replacement.defined());

    // Without an answer the whole is Halide's own code, and what plain code costs says as little of it.
    expect("Halide's own code is compared, too", store.choose(100, 110, 0).size() == 1);
    expect("plain code is not", store.choose(50, 60, 100, Code::Plain).empty());
    store.is_store = false;
    expect("stores one after the other are not", store.choose(50, 60, 100).empty());
}

// Two results that share what they load, which each one's cost counts: only compiled code says which is cheaper.
void test_results() {
    const Expr sum = named("a") + named("b"), difference = named("a") - named("b");
    const Expr both = Shuffle::make_concat({sum, difference});
    const std::vector<isotope::Window> windows = {window(sum), window(difference), window(both)};
    const isotope_result results[] = {answered(50, 90), answered(50, 90), answered(60, 180)};
    isotope::Choice choice{2, {0, 1}, both, 0, {sum, difference}};
    const auto rivals = [&](bool of_results) {
        choice.of_results = of_results;
        std::vector<Decision> decisions = {{Expr(), ""}, {named("difference's"), ""}, {named("both's"), ""}};
        return isotope::choose({choice}, Code::Selected, windows, {&results[0], &results[1], &results[2]}, &decisions);
    };
    expect("their costs say enough of a store and its lets", rivals(false).empty());
    const auto compared = rivals(true);
    expect("and not of several results", compared.size() == 1);
    expect("one of them has an answer", equal(isotope::with_answers(compared.at(0)), Shuffle::make_concat({sum, named("difference's")})));
}

// A value of one iteration, and four of them in one.
void test_iterations() {
    const std::vector<isotope::Window> windows = {window(named("a")), window(named("b"))};
    isotope::Choice choice{1, {0}, Expr(), 0, {}, 4, true};
    const auto kept = [&](uint64_t single, uint64_t together, Code code = Code::Selected) {
        const isotope_result results[] = {answered(single, 90), answered(together, 360)};
        std::vector<Decision> decisions = {{named("one's"), ""}, {named("all's"), ""}};
        isotope::choose({choice}, code, windows, {&results[0], &results[1]}, &decisions);
        expect("the single iteration stays", code == Code::Plain || decisions[0].replacement.defined());
        return decisions[1].replacement.defined();
    };
    expect("four iterations for less than four times one", kept(20, 79));
    expect("four iterations for as much", !kept(20, 80));
    choice.wins_ties = true;
    expect("four lines for as much", kept(20, 80));
    expect("four lines for more", !kept(20, 81));
    choice.wins_ties = false;
    expect("plain code goes iteration by iteration", !kept(20, 40, Code::Plain));
}

// The same once Halide has compiled each: a value of one iteration has a let, and four iterations stand in one window.
void test_settled_loops() {
    const isotope::Choice choice{2, {0, 1}, Expr(), 0, {}, 4, true};
    isotope::Choice of_lines{2, {0}, Expr(), 0, {}, 4, true, true, {{1, 2}}};
    of_lines.wins_ties = true;
    const auto compiled = [](uint64_t own, uint64_t selected, size_t windows = 1) {
        // An answer that is not cheaper than Halide's own code has no replacement then.
        return Decision{selected < own ? named("answer") : Expr(), "", own, selected, windows};
    };
    const auto kept = [&](const Decision &let, const Decision &value, const Decision &together) {
        std::vector<Decision> decisions = {let, value, together};
        isotope::settle_loops({choice}, &decisions);
        expect("what each iteration has stays",
               decisions[0].replacement.same_as(let.replacement) && decisions[1].replacement.same_as(value.replacement));
        expect("and it is said why", decisions[2].replacement.defined() == decisions[2].why_not.empty());
        return decisions[2].replacement.defined();
    };
    const Decision together = compiled(200, 100);
    expect("four iterations that cost more one by one", kept(compiled(30, 10), compiled(30, 16), together));
    expect("four iterations that cost no more one by one", !kept(compiled(30, 10), compiled(30, 15), together));
    expect("each iteration as Halide has it is cheaper", !kept(compiled(10, 30), compiled(15, 30), together));
    // Both were compared at once, and cost so much together.
    expect("iterations of windows that load the same", kept(compiled(60, 26, 2), compiled(60, 26, 2), together));
    expect("the same for no more", !kept(compiled(60, 25, 2), compiled(60, 25, 2), together));
    expect("an iteration without an answer was not compiled", kept(compiled(30, 5), Decision(), together));
    // Two iterations of a line have a window, too.
    const auto lines_kept = [&](const Decision &line, const Decision &two_iterations) {
        std::vector<Decision> decisions = {line, two_iterations, together};
        isotope::settle_loops({of_lines}, &decisions);
        return decisions[2].replacement.defined();
    };
    expect("four lines for as much as four", lines_kept(compiled(60, 25), Decision()));
    expect("four lines for more than four", !lines_kept(compiled(60, 24), Decision()));
    expect("four lines for more than twice two iterations", !lines_kept(compiled(60, 30), compiled(120, 49)));
    expect("two iterations that have no answer", lines_kept(compiled(60, 30), compiled(49, 120)));
}

void test_values() {
    Store store;
    const auto rivals = store.choose(0, 60, 120);
    expect("one part has an answer", rivals.size() == 1);
    const Expr value = isotope::with_answers(rivals.at(0));
    expect("its answer is in its place", equal(value, Let::make("t", store.inner, named("value's"))));
    const auto both = store.choose(50, 60, 100);
    const Expr all = isotope::with_answers(both.at(0));
    expect("both are in their places", equal(all, Let::make("t", named("let's"), named("value's"))));
}

// An answer is compared on several CPUs where the target names none.
void test_machines() {
    const auto others = [](const std::string &name) { return isotope::machine(Target(name)).others; };
    expect("any CPU with AVX2", others("x86-64-linux-avx-avx2-f16c-fma-sse41") == std::vector<std::string>{"tune=znver3"});
    expect("a CPU that is named", others("x86-64-linux-avx-avx2-f16c-fma-sse41-tune_znver2").empty());
    expect("AVX-512 names one", others("x86-64-linux-avx-avx2-avx512-avx512_skylake-f16c-fma-sse41").empty());
    expect("no x86", others("arm-64-linux").empty());
}

}  // namespace

int main() {
    test_machines();
    test_choosing();
    test_results();
    test_iterations();
    test_settled_loops();
    test_values();
    return failures ? 1 : 0;
}
