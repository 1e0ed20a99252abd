// Which loops have iterations that may be done as one, and that pipelines with such loops compute the same, the
// iterations that are left over too.
#include "find/iterations.h"

#include <cstdio>

#include "compared.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kLanes = 32;

const Expr x = Variable::make(Int(32), "x");

Expr ramp(const Expr &base) {
    return Ramp::make(base, 1, kLanes);
}

Expr load(const std::string &buffer, const Expr &index, const Expr &predicate = const_true(kLanes)) {
    return Load::make(UInt(8, kLanes), buffer, index, Buffer<>(), Parameter(), predicate, ModulusRemainder());
}

Stmt store(const Expr &value, const Expr &index, const Expr &predicate = const_true(kLanes)) {
    return Store::make("out", value, index, Parameter(), predicate, ModulusRemainder());
}

Stmt loop(const Stmt &body, const Expr &extent = Variable::make(Int(32), "n"), ForType type = ForType::Serial) {
    return For::make("x", 0, extent, type, Partition::Never, DeviceAPI::None, body);
}

// The greatest of two neighbours.
Expr neighbours(const Expr &at) {
    return max(load("in", ramp(at)), load("in", ramp(at + 1)));
}

int failures = 0;

void expect(const char *what, const Stmt &stmt, int count) {
    const auto found = isotope::several_iterations(stmt.as<For>(), kLanes);
    if ((found ? found->count : 0) != count) {
        printf("%s: %d iterations instead of %d\n", what, found ? found->count : 0, count);
        failures++;
    }
}

void found() {
    const Expr at = x * kLanes, value = neighbours(at);
    const Stmt plain = loop(store(value, ramp(at)));
    expect("neighbours", plain, 2);
    const Expr y = Variable::make(Int(32), "y");
    expect("in a row", loop(store(neighbours(y * 1000 + at), ramp(y * 900 + at))), 2);
    const Expr t = Variable::make(Int(32), "t");
    Expr many = value;
    for (int i = 2; i < 16; i++) {
        many = max(many, load("in", ramp(at + i)));
    }
    expect("many neighbours", loop(store(many, ramp(at))), 4);
    expect("behind a let", loop(LetStmt::make("t", at + 7, store(neighbours(t), ramp(t)))), 2);
    const Expr wide = VectorReduce::make(VectorReduce::Add, Cast::make(UInt(16, 2 * kLanes), Shuffle::make_concat({value, value})), kLanes);
    expect("a shuffle", loop(store(Cast::make(UInt(8, kLanes), wide), ramp(at))), 0);
    const Expr every_third =
        Load::make(UInt(8, kLanes), "in", Ramp::make(at * 3, 3, kLanes), Buffer<>(), Parameter(), const_true(kLanes), ModulusRemainder());
    const Expr next_third = Load::make(UInt(8, kLanes), "in", Ramp::make(at * 3 + 1, 3, kLanes), Buffer<>(), Parameter(),
                                       const_true(kLanes), ModulusRemainder());
    expect("colours", loop(store(max(every_third, next_third), ramp(at))), 0);
    expect("nothing shared", loop(store(max(load("in", ramp(at)), load("in", ramp(at + kLanes))), ramp(at))), 0);
    expect("two arrays", loop(store(max(load("in", ramp(at)), load("other", ramp(at + 1))), ramp(at))), 0);
    expect("iterations that load the same", loop(store(neighbours(0), ramp(at))), 0);
    expect("iterations that overlap", loop(store(value, ramp(x * 16))), 0);
    expect("a scalar of the iteration", loop(store(value + Broadcast::make(cast<uint8_t>(x), kLanes), ramp(at))), 0);
    expect("what it stores it loads", loop(store(max(value, load("out", ramp(at + kLanes))), ramp(at))), 0);
    const Expr some = Broadcast::make(Variable::make(Bool(), "p"), kLanes);
    expect("a store under a condition", loop(store(value, ramp(at), some)), 0);
    expect("a load under a condition", loop(store(max(value, load("in", ramp(at + 2), some)), ramp(at))), 0);
    expect("side by side in parallel", loop(store(value, ramp(at)), 8, ForType::Parallel), 0);
    expect("two stores", loop(Block::make(store(value, ramp(at)), store(value, ramp(at + 9000)))), 0);
    const Expr moved = Call::make(UInt(8, kLanes), Call::dynamic_shuffle, std::vector<Expr>{value, value}, Call::PureIntrinsic);
    expect("lanes that move", loop(store(moved, ramp(at))), 0);
    const Expr effect = Call::make(UInt(8, kLanes), "effect", std::vector<Expr>{value}, Call::Extern);
    expect("an effect", loop(store(effect, ramp(at))), 0);
}

// Two iterations of a loop that has no answer need not load the same.
void pairs() {
    const Expr at = x * kLanes;
    const auto two = [](const Stmt &stmt) { return isotope::two_iterations(stmt.as<For>(), kLanes); };
    const Expr apart = max(load("in", ramp(at)), load("other", ramp(at)));
    const auto found = two(loop(store(apart, ramp(at))));
    if (!found || found->count != 2 || found->store()->value.type().lanes() != 2 * kLanes || !equal(found->of_one, apart)) {
        printf("two iterations that share nothing are not found\n");
        failures++;
    }
    const Expr next = load("out", ramp(at + kLanes));
    const Expr called = Call::make(UInt(8, kLanes), "answer", std::vector<Expr>{apart}, Call::PureExtern);
    for (const Expr &refused : {max(apart, next), called}) {
        if (two(loop(store(refused, ramp(at))))) {
            printf("two iterations of what may not be joined\n");
            failures++;
        }
    }
}

// A loop keeps the iterations that no two make up, and nothing if there are none.
void left() {
    const Expr at = x * kLanes;
    for (int extent : {0, 3, 8, 11}) {
        const Stmt whole = loop(store(neighbours(at), ramp(at)), extent);
        const auto iterations = isotope::several_iterations(whole.as<For>(), kLanes);
        const Stmt made = iterations->with(iterations->store()->value, whole);
        const Block *both = made.as<Block>();
        const For *first = (both ? both->first : made).as<For>(), *rest = both ? both->rest.as<For>() : nullptr;
        const auto first_iterations = as_const_int(first->extent), begin = rest ? as_const_int(rest->min) : extent,
                   rest_iterations = rest ? as_const_int(rest->extent) : 0;
        if (first_iterations != extent / 2 || begin != extent / 2 * 2 || rest_iterations != extent % 2) {
            printf("of %d iterations others are left\n", extent);
            failures++;
        }
    }
}

Case stencil(int rows, int columns, int width) {
    const std::string name = "square" + std::to_string(rows) + std::to_string(columns) + "_" + std::to_string(width);
    const auto make = [=](ImageParam a, ImageParam) {
        Var x("x"), y("y");
        Func out(name);
        Expr sum = cast<uint16_t>(0);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                sum += cast<uint16_t>(a(x + column, y + row)) * cast<uint16_t>((row + 1) * (column % 3 + 1));
            }
        }
        out(x, y) = cast<uint8_t>((sum + 32) >> 6);
        out.vectorize(x, get_host_target().natural_vector_size(UInt(8)), TailStrategy::RoundUp);
        return out;
    };
    return {name, make, {width, kHeight - rows + 1}};
}

Case greatest(int side, int width) {
    const std::string name = "greatest" + std::to_string(side) + "_" + std::to_string(width);
    const auto make = [=](ImageParam a, ImageParam) {
        Var x("x"), y("y");
        Func out(name);
        Expr most = a(x, y);
        for (int place = 1; place < side * side; place++) {
            most = max(most, a(x + place % side, y + place / side));
        }
        out(x, y) = most;
        out.vectorize(x, get_host_target().natural_vector_size(UInt(8)), TailStrategy::RoundUp);
        return out;
    };
    return {name, make, {width, kHeight - side + 1}};
}

}  // namespace

int main() {
    found();
    pairs();
    left();
    const int lanes = get_host_target().natural_vector_size(UInt(8));
    std::vector<Case> cases;
    for (int iterations : {1, 4, 6}) {
        cases.push_back(stencil(3, 5, iterations * lanes));
        cases.push_back(stencil(2, 3, iterations * lanes));
    }
    // Weights are dot products where there are such, which share nothing; maxima of columns are shared on every CPU.
    cases.push_back(greatest(5, 5 * lanes));
    return failures + compare(cases) ? 1 : 0;
}
