// Expressions that are small as graphs and huge as trees, names that are bound more than once, and what is
// checked of an answer.
#include "write/graphs.h"

#include <isotope.h>

#include <cstdio>

#include "compare/ramps.h"
#include "find/choices.h"
#include "insert/answer.h"
#include "write/window.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kLanes = 16;
// A walk of the tree would visit 2^60 nodes.
constexpr int kRounds = 60;

int failures = 0;

void expect(const std::string &what, bool good) {
    printf("%s: %s\n", what.c_str(), good ? "as expected" : "NOT as expected");
    failures += !good;
}

Expr variable(const std::string &name, const Type &type = Int(32)) {
    return Variable::make(type, name);
}

Expr load(const std::string &buffer, const Expr &index, const Expr &predicate, const Type &type) {
    return Load::make(type, buffer, index, Buffer<>(), Parameter(), predicate, ModulusRemainder());
}

Expr load(const std::string &buffer, const Expr &base, const Type &type = UInt(8, kLanes)) {
    return load(buffer, Ramp::make(base, 1, kLanes), const_true(kLanes), type);
}

Expr doubled(Expr e) {
    for (int i = 0; i < kRounds; i++) {
        e = e * e + make_const(e.type(), i);
    }
    return e;
}

size_t length_of(const isotope::Window &window) {
    return window.shown().size();
}

void large_trees() {
    const isotope::Facts facts;
    const Expr vector = doubled(load("in", variable("x")));
    expect("a large tree is none that is walked", !isotope::is_small_tree(vector));
    const isotope::Window window = isotope::write_window(vector, "store", facts);
    expect("a shared vector", length_of(window) > 0 && length_of(window) < 200 * kRounds);

    Expr chain = doubled(variable("t0"));
    for (int i = kRounds; i > 0; i--) {
        const Expr before = variable("t" + std::to_string(i - 1));
        chain = Let::make("t" + std::to_string(i), before * before + i, chain + variable("t" + std::to_string(i)));
    }
    const Expr first = load("in", variable("x"), const_true(), Int(32));
    const Expr lets = Let::make("t0", first, Broadcast::make(chain, kLanes));
    expect("many lets", isotope::without_lets(lets).defined());

    const Expr index = doubled(variable("x"));
    for (const auto &[what, value] : {std::make_pair("a shared base", load("in", index) + load("in", index + 3)),
                                      std::make_pair("a shared base of sums", load("in", index + index) * load("in", index)),
                                      std::make_pair("a shared scalar", Broadcast::make(cast<uint8_t>(index), kLanes) * load("in", 0)),
                                      std::make_pair("shared truths", select(doubled(load("a", 0)) < vector, vector, load("in", 0)))}) {
        const isotope::Window written = isotope::write_window(value, "store", facts);
        expect(what, length_of(written) > 0 && length_of(written) < 400 * kRounds);
    }
    const Expr predicate = Broadcast::make(index < 3, kLanes);
    const Expr masked = load("in", Ramp::make(index, 1, kLanes), predicate, UInt(8, kLanes)) + load("b", 0);
    expect("a shared predicate", length_of(isotope::write_window(masked, "store", facts)) > 0);

    Expr sum = variable("x");
    for (int i = 0; i < kRounds; i++) {
        sum = sum + sum;
    }
    const Expr at_sum = load("in", sum), at_index = load("in", index);
    const auto place = isotope::ramp_of(*at_sum.as<Load>(), {});
    expect("a place of shared sums", place && place->base.find(std::to_string(1LL << kRounds)) != std::string::npos);
    expect("a place of shared products", isotope::ramp_of(*at_index.as<Load>(), {}).has_value());
}

void names() {
    const Expr t = variable("t"), a = variable("a");
    // The same node of `t` in both.
    const Expr body = t * 10;
    const Expr beside = Let::make("t", a, body) + Let::make("t", a + 1, body);
    expect("beside each other", can_prove(isotope::without_lets(beside) == a * 10 + (a + 1) * 10));
    const Expr within = Let::make("t", a, Let::make("t", t + 1, body) + body);
    expect("inside of another", can_prove(isotope::without_lets(within) == (a + 1) * 10 + a * 10));
    const Expr free = Let::make("t", a, body) + t;
    expect("free beside", can_prove(isotope::without_lets(free) == a * 10 + t));
    const isotope::Lets lets = isotope::Lets().with("t", a * 4).with("t", t + 3).with("u", t + 5).with("t", a);
    const auto place = isotope::ramp_of(*load("in", variable("u") + 1).as<Load>(), lets);
    expect("what a let stood for", place && place->offset == 9 && place->base == " + 4 * a");
}

// Two loads and a scalar.
isotope::Window window() {
    const Expr x = variable("x");
    const Expr scalar = Broadcast::make(variable("s", Int(8)), kLanes);
    const Expr sum = load("in", x) + load("in", x + kLanes) + cast(UInt(8, kLanes), scalar);
    return isotope::write_window(sum, "store", {});
}

std::string checked(const isotope_parameter &parameter, const isotope_type &type, const char *code) {
    isotope_result result = {};
    result.verdict = ISOTOPE_PROVED;
    result.cost = 1;
    result.baseline_cost = 2;
    result.llvm_ir = code;
    result.function = "f";
    result.type = type;
    result.parameters = &parameter;
    result.parameter_count = 1;
    const isotope::Decision decision = isotope::check(window(), isotope::Code::Selected, &result);
    return decision.replacement.defined() ? "used" : decision.why_not;
}

void answers() {
    const isotope_type bytes = {ISOTOPE_UINT, 8, kLanes}, signed_bytes = {ISOTOPE_INT, 8, kLanes};
    const char *code = "define <16 x i8> @f(<16 x i8> %a) { ret <16 x i8> %a }";
    const auto loaded = [&](int64_t offset, int64_t stride, const char *buffer = "in", const char *base = "b0") {
        return isotope_parameter{bytes, nullptr, buffer, base, offset, stride};
    };
    const auto leaf = [&](const isotope_type &type, const char *name = "l0") {
        return isotope_parameter{type, name, nullptr, nullptr, 0, 0};
    };
    const auto says = [](const std::string &why, const std::string &wanted) {
        expect(wanted, why.find(wanted) != std::string::npos);
        if (why.find(wanted) == std::string::npos) {
            printf("  it says: %s\n", why.c_str());
        }
    };
    says(checked(leaf(bytes), bytes, code), "used");
    says(checked(loaded(8, 1), bytes, code), "used");
    says(checked(loaded(1, 2), bytes, code), "used");
    says(checked(leaf(signed_bytes), bytes, code), "takes l0 as another type");
    says(checked(leaf(bytes), signed_bytes, code), "gives another type");
    says(checked(leaf(bytes, "l9"), bytes, code), "a leaf that the window does not have");
    says(checked(loaded(17, 1), bytes, code), "loads bytes that the window does not");
    says(checked(loaded(-1, 1), bytes, code), "loads bytes that the window does not");
    says(checked(loaded(0, 3), bytes, code), "loads bytes that the window does not");
    says(checked(loaded(0, 1, "out"), bytes, code), "a buffer that is not the window's");
    says(checked(loaded(0, 1, "in", "b7"), bytes, code), "a buffer that is not the window's");
    const char *wide = "define <16 x i16> @f(<16 x i8> %a) { ret <16 x i16> zeroinitializer }";
    says(checked(leaf(bytes), bytes, wide), "its code: it is ");
    const char *calls = "declare void @g() define <16 x i8> @f(<16 x i8> %a) { call void @g() ret <16 x i8> %a }";
    says(checked(leaf(bytes), bytes, calls), "no intrinsic of LLVM");
}

std::string unused(const isotope_result &result) {
    return isotope::check(window(), isotope::Code::Selected, &result).why_not;
}

// Reasons that are the process's and reasons that are one window's; what is not searched to
// its end.
void reasons() {
    const auto reason = [](isotope_reason reason, const char *detail) {
        isotope_result result = {};
        result.reason = reason;
        result.detail = detail;
        return unused(result);
    };
    expect("which variable", reason(ISOTOPE_MISCONFIGURED, "A=b is not c") == "no answer: misconfigured: A=b is not c");
    expect("which server", reason(ISOTOPE_UNREACHABLE, "at x:\n\033[2Jy") == "no answer: unreachable: at x:  [2Jy");
    expect("a window's own", reason(ISOTOPE_REFUSED, "line 1, column 2") == "no answer: refused");
    expect("a CPU", reason(ISOTOPE_REFUSED, "CPU `x` is not known") == "no answer: refused: CPU `x` is not known");
    expect("no sentence", reason(ISOTOPE_SILENT, "") == "no answer: silent");
    const auto cut = [](int32_t truncated, const char *detail) {
        isotope_result result = {};
        result.verdict = ISOTOPE_BASELINE;
        result.truncated = truncated;
        result.detail = detail;
        return unused(result);
    };
    expect("searched on", cut(ISOTOPE_SEARCHED_ON, "it goes on").find("still searched: ") == 0);
    expect("not searched", cut(ISOTOPE_CUT_SHORT, "llc-19 is not there") == "llc-19 is not there");
    expect("not said why", cut(ISOTOPE_CUT_SHORT, "") == "not searched to the end");
    expect("to its end", cut(0, "") == "not proved");
}

// A store with a let, of which plain code is as cheap, so far as the daemon has come with it.
std::string together(int32_t truncated) {
    const Expr x = variable("x");
    isotope::Choice choice;
    choice.together = 1;
    choice.single = {0};
    choice.whole = load("in", x);
    choice.values = {choice.whole};
    const std::vector<isotope::Window> windows = {window(), window()};
    isotope_result one = {}, whole = {};
    one.verdict = whole.verdict = ISOTOPE_BASELINE;
    one.cost = one.baseline_cost = 300;
    whole.cost = whole.baseline_cost = 200;
    whole.truncated = truncated;
    std::vector<isotope::Decision> decisions(2);
    isotope::choose({choice}, isotope::Code::Selected, windows, {&one, &whole}, &decisions);
    return decisions[0].why_not;
}

// A window that a search may still answer is not called dear.
void whole_stores() {
    expect("searched on", together(ISOTOPE_SEARCHED_ON) == "with what follows still searched");
    expect("cut short", together(ISOTOPE_CUT_SHORT) == "with what follows not searched to the end");
    expect("searched", together(0) == "with what follows not cheaper than plain LLVM");
}

// An answer of 24 lanes is called as a function of 32, because Halide finds no other.
void odd_lanes() {
    const int lanes = 24;
    const isotope_type bytes = {ISOTOPE_UINT, 8, lanes};
    const isotope_parameter parameter = {bytes, "l0", nullptr, nullptr, 0, 0};
    isotope_result result = {};
    result.verdict = ISOTOPE_PROVED;
    result.cost = 1;
    result.baseline_cost = 2;
    result.llvm_ir = "define <24 x i8> @f(<24 x i8> %a) { ret <24 x i8> %a }";
    result.function = "f";
    result.type = bytes;
    result.parameters = &parameter;
    result.parameter_count = 1;
    const Expr in = load("in", Ramp::make(variable("x"), 1, lanes), const_true(lanes), UInt(8, lanes));
    const isotope::Window window = isotope::write_window(in + in, "store", {});
    const isotope::Decision decision = isotope::check(window, isotope::Code::Selected, &result);
    const Expr value = decision.replacement;
    const Shuffle *slice = value.defined() ? value.as<Shuffle>() : nullptr;
    const Call *call = slice ? slice->vectors[0].as<Call>() : nullptr;
    expect("lanes of the answer", value.defined() && value.type() == UInt(8, lanes) && slice && slice->is_slice());
    expect("lanes of the call", call && call->type == UInt(8, 32) && call->args[0].type() == UInt(8, lanes));
    const auto why_not = [&] { return isotope::check(window, isotope::Code::Selected, &result).why_not; };
    result.llvm_ir = "define <24 x i8> @\"f()\"(<24 x i8> %a) { ret <24 x i8> %a }";
    result.function = "f()";
    expect("a name that is no plain one", why_not().find("its code: its name") == 0);
    result.function = "f";
    // The answer's own function is checked, not the one around it.
    result.llvm_ir = "define <32 x i8> @f(<24 x i8> %a) { ret <32 x i8> zeroinitializer }";
    expect("an answer that is padded already", why_not().find("its code: it is ") == 0);
}

}  // namespace

int main() {
    large_trees();
    names();
    answers();
    reasons();
    whole_stores();
    odd_lanes();
    return failures;
}
