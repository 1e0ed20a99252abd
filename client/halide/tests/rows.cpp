// Which loops reduce a row in lanes, and that pipelines with such loops compute the same: sums that wrap
// around, minima and maxima, rows of few elements. A loop that may have no iteration touches nothing then.
#include "find/rows.h"

#include <cstdio>

#include "compared.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kBytes = 32, kLanes = 64;

const Expr x = Variable::make(Int(32), "x");

Expr load(const std::string &buffer, const Expr &index, Type type = UInt(8, kLanes)) {
    return Load::make(type, buffer, index, Buffer<>(), Parameter(), const_true(type.lanes()), ModulusRemainder());
}

Expr ramp(const Expr &base) {
    return Ramp::make(base, 1, kLanes);
}

Stmt store(const Expr &value, const Expr &index = 0, const Expr &predicate = const_true()) {
    return Store::make("sum", value, index, Parameter(), predicate, ModulusRemainder());
}

Stmt loop(const Stmt &body, const Expr &extent = Variable::make(Int(32), "n"), ForType type = ForType::Serial) {
    return For::make("x", 0, extent, type, Partition::Never, DeviceAPI::None, body);
}

int failures = 0;

// Whether a row is found, and of how many lanes.
void expect(const char *what, const Stmt &stmt, int lanes) {
    const auto found = isotope::reduced_row(stmt.as<For>(), kBytes);
    const int has = found ? found->value.type().lanes() : 0;
    if (has != lanes) {
        printf("%s: %d lanes instead of %d\n", what, has, lanes);
        failures++;
    }
}

void found() {
    const Expr elements = load("in", ramp(x * kLanes)), before = load("sum", 0, Int(32));
    const Expr wide = Cast::make(Int(32, kLanes), elements);
    const auto reduced = [](VectorReduce::Operator op, const Expr &e, int lanes = 1) { return VectorReduce::make(op, e, lanes); };
    const Expr sum = reduced(VectorReduce::Add, wide);
    expect("a sum", loop(store(before + sum)), 8);
    expect("a sum the other way round", loop(store(sum + before)), 8);
    const Expr byte = load("sum", 0, UInt(8));
    expect("a maximum", loop(store(max(byte, reduced(VectorReduce::Max, elements)))), kBytes);
    expect("a minimum", loop(store(min(byte, reduced(VectorReduce::Min, elements)))), kBytes);
    const Expr t = Variable::make(Int(32, kLanes), "t");
    expect("behind a let", loop(LetStmt::make("t", wide, store(before + reduced(VectorReduce::Add, t * t)))), 8);
    expect("as many lanes as there are",
           loop(store(before + reduced(VectorReduce::Add, Cast::make(Int(32, 8), load("in", Ramp::make(x * 8, 1, 8), UInt(8, 8)))))), 8);

    expect("another kind", loop(store(before + reduced(VectorReduce::Max, wide))), 0);
    expect("a difference", loop(store(before - sum)), 0);
    expect("no sum with what is there", loop(store(sum)), 0);
    expect("a sum with what is elsewhere", loop(store(load("sum", 1, Int(32)) + sum)), 0);
    expect("a place of each iteration", loop(store(load("sum", x, Int(32)) + sum, x)), 0);
    expect("an iteration that reads the sum", loop(store(before + reduced(VectorReduce::Add, wide * Broadcast::make(before, kLanes)))), 0);
    expect("a condition", loop(store(before + sum, 0, Variable::make(Bool(), "p"))), 0);
    expect("lanes that fill no registers",
           loop(store(before + reduced(VectorReduce::Add, Cast::make(Int(32, 12), load("in", Ramp::make(x * 12, 1, 12), UInt(8, 12)))))),
           0);
    expect(
        "to more than a scalar",
        loop(store(load("sum", Ramp::make(0, 1, 2), Int(32, 2)) + reduced(VectorReduce::Add, wide, 2), Ramp::make(0, 1, 2), const_true(2))),
        0);
    const Expr real = Cast::make(Float(32, kLanes), elements);
    expect("floats", loop(store(load("sum", 0, Float(32)) + reduced(VectorReduce::Add, real))), 0);
    // The scalar stays untouched where there may be no iteration.
    for (const Expr &extent : {Expr(8), Variable::make(Int(32), "n")}) {
        const Stmt row = loop(store(before + sum), extent);
        const auto found = isotope::reduced_row(row.as<For>(), kBytes);
        const Stmt made = found ? found->with(found->value) : Stmt();
        if (!made.defined() || (made.as<IfThenElse>() != nullptr) != !is_const(extent)) {
            printf("a row of iterations that may be none is made without a condition, or another with one\n");
            failures++;
        }
    }
    expect("few iterations", loop(store(before + sum), 2), 0);
    expect("iterations side by side", loop(store(before + sum), 8, ForType::Parallel), 0);
    expect("two stores", loop(Block::make(store(before + sum), store(before + sum, 1))), 0);
}

// A reduction of so many elements of each row, or of all where that is 0, many at a time.
Case row(const std::string &name, int length, const std::function<Expr(Expr, Expr)> &of_both, Expr first,
         const std::function<Expr(Expr, Expr)> &combined) {
    const auto make = [=](ImageParam a, ImageParam b) {
        Var y("y");
        Func reduced("reduced"), out(name);
        RDom r(0, length ? Expr(length) : a.width() / kLanes * kLanes);
        reduced(y) = first;
        reduced(y) = combined(reduced(y), of_both(a(r, y), b(r, y)));
        out(y) = cast<int32_t>(reduced(y));
        reduced.compute_at(out, y).update().atomic().vectorize(r, kLanes);
        return out;
    };
    return {name, make, {kHeight}};
}

// Every row in lanes, whatever it costs.
class InLanes : public IRMutator {
  public:
    int rows = 0;

  private:
    using IRMutator::visit;
    Stmt visit(const For *op) override {
        const auto row = isotope::reduced_row(op, get_host_target().natural_vector_size(UInt(8)));
        rows += row.has_value();
        return row ? row->with(row->value) : IRMutator::visit(op);
    }
};

// That rows in lanes have the values of rows, without a service.
void in_lanes(const std::vector<Case> &cases, int least) {
    Buffer<uint8_t> left(kWidth, kHeight), right(kWidth, kHeight);
    for (int i = 0; i < kWidth * kHeight; i++) {
        left.data()[i] = (uint8_t)(i * 41 + i / 256 * 13);
        right.data()[i] = (uint8_t)(i * 99 + i / 77 * 5);
    }
    InLanes pass;
    for (const Case &each : cases) {
        const auto run = [&](bool is_in_lanes) {
            ImageParam a(UInt(8), 2, "a"), b(UInt(8), 2, "b");
            const Func out = each.make(a, b);
            a.set(left);
            b.set(right);
            Pipeline pipeline(out);
            if (is_in_lanes) {
                pipeline.add_custom_lowering_pass(&pass, nullptr);
            }
            Buffer<int32_t> result(each.extent);
            pipeline.realize(result, target_of_cases());
            return result;
        };
        const Buffer<int32_t> plain = run(false), lanes = run(true);
        for (int y = 0; y < kHeight; y++) {
            if (plain(y) != lanes(y)) {
                printf("%s in lanes is DIFFERENT in row %d\n", each.name.c_str(), y);
                failures++;
            }
        }
    }
    if (pass.rows < least) {
        printf("%d rows in lanes instead of %d\n", pass.rows, least);
        failures++;
    }
}

}  // namespace

int main() {
    found();
    const auto add = [](const Expr &a, const Expr &b) { return a + b; };
    const auto product = [](const Expr &a, const Expr &b) { return cast<int32_t>(a) * (cast<int32_t>(b) - 128); };
    const auto wrapping = [](const Expr &a, const Expr &b) { return cast<int16_t>(a) * cast<int16_t>(b); };
    const auto difference = [](const Expr &a, const Expr &b) { return absd(a, b); };
    const auto most = [](const Expr &a, const Expr &b) { return max(a, b); };
    const auto least = [](const Expr &a, const Expr &b) { return min(a, b); };
    const Expr zero = cast<int32_t>(0), low = cast<uint8_t>(3), high = cast<uint8_t>(250);
    std::vector<Case> cases;
    for (int iterations : {1, 3, 18}) {
        const auto named = [&](const char *name) { return name + std::to_string(iterations); };
        const int length = iterations * kLanes;
        cases.push_back(row(named("product"), length, product, zero, add));
        cases.push_back(row(named("wrapping"), length, wrapping, cast<int16_t>(-7), add));
        cases.push_back(row(named("highest"), length, difference, low, most));
        cases.push_back(row(named("lowest"), length, difference, high, least));
    }
    // As many as the image has, which no compile knows.
    cases.push_back(row("unknown", 0, product, zero, add));
    // Rows of one iteration and of no loop are as they were.
    in_lanes(cases, 9);
    return failures + compare(cases) ? 1 : 0;
}
