// Which stores of a block may be one window of several results, what such a window is, and that pipelines with them compute the same.
#include "find/results.h"

#include <cstdio>

#include "compared.h"
#include "find/walk.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kLanes = 16, kBytes = 64;

const Expr x = Variable::make(Int(32), "x");

Expr load(const std::string &buffer, const Expr &base = x) {
    return Load::make(Int(32, kLanes), buffer, Ramp::make(base, 1, kLanes), Buffer<>(), Parameter(), const_true(kLanes),
                      ModulusRemainder());
}

Stmt store(const std::string &buffer, const Expr &value, const Expr &base = x, const Expr &predicate = const_true(kLanes)) {
    return Store::make(buffer, value, Ramp::make(base, 1, kLanes), Parameter(), predicate, ModulusRemainder());
}

const Expr a = load("a"), b = load("b"), c = load("c");

int failures = 0;

// The members of all groups, as in "0 1;2 3".
std::string members(const std::vector<isotope::StoreGroup> &groups) {
    std::string found;
    for (const isotope::StoreGroup &group : groups) {
        found += found.empty() ? "" : ";";
        for (size_t member : group.members) {
            found += (found.empty() || found.back() == ';' ? "" : " ") + std::to_string(member);
        }
    }
    return found;
}

isotope::Lets scalars(const std::vector<const LetStmt *> &around) {
    isotope::Lets lets;
    for (const LetStmt *let : around) {
        lets = let->value.type() == Int(32) ? lets.with(let->name, let->value) : lets;
    }
    return lets;
}

void expect(const char *what, const std::vector<Stmt> &statements, const std::string &wanted,
            const std::vector<const LetStmt *> &around = {}, const std::set<size_t> &taken = {}) {
    const std::string found = members(isotope::several_results(statements, taken, around, scalars(around), kBytes));
    if (found != wanted) {
        printf("%s: groups '%s' instead of '%s'\n", what, found.c_str(), wanted.c_str());
        failures++;
    }
}

void shared() {
    const Stmt sum = store("sum", a + b), difference = store("difference", a - b);
    expect("two loads", {sum, difference}, "0 1");
    expect("one load", {sum, store("other", a - c)}, "");
    expect("one load and an operation", {store("p", abs(a) + b), store("q", abs(a) - c)}, "0 1");
    expect("nothing but scalars", {store("p", a + Broadcast::make(x, kLanes)), store("q", b + Broadcast::make(x, kLanes))}, "");
    expect("a third by way of the second", {sum, store("q", (a + 1) * (b - c)), store("r", (b - c) + 7)}, "0 1 2");
    expect("two pairs in turn", {sum, store("p", load("c") * load("d")), difference, store("q", load("c") - load("d"))}, "0 2;1 3");
    expect("another type", {sum, store("q", cast(UInt(32, kLanes), a) * cast(UInt(32, kLanes), b))}, "");
    const Expr some = Broadcast::make(Variable::make(Bool(), "p"), kLanes);
    expect("under a condition", {sum, store("q", a - b, x, some)}, "");
    const Expr effect = Call::make(Int(32, kLanes), "effect", std::vector<Expr>{a}, Call::Extern);
    expect("with an effect", {sum, store("q", effect + a - b)}, "");
    expect("a store that is taken", {sum, difference}, "", {}, {1});
    std::vector<Stmt> many;
    for (int i = 0; i < 10; i++) {
        many.push_back(store("p" + std::to_string(i), a * i + b));
    }
    expect("as many as registers", many, "0 1 2 3 4 5 6 7;8 9");
}

void order() {
    const Stmt sum = store("sum", a + b), difference = store("difference", a - b);
    expect("something else is stored meanwhile", {sum, store("other", c), difference}, "0 2");
    expect("what it loads is stored meanwhile", {sum, store("b", c, x + 8), difference}, "");
    expect("its neighbour is stored meanwhile", {sum, store("b", c, x + 16), difference}, "0 2");
    expect("in place", {store("a", a + b), store("b", a - b)}, "");
    expect("what the last one loads is its own", {sum, store("b", a - b)}, "0 1");
    expect("another statement meanwhile", {sum, Evaluate::make(0), difference}, "");
    expect("another statement before", {Evaluate::make(0), sum, difference}, "1 2");
}

Stmt with_let(const std::string &name, const Expr &value, const Stmt &stmt) {
    return LetStmt::make(name, value, stmt);
}

// Lets of addresses in the statements, and around the block.
void addresses() {
    const Expr t = Variable::make(Int(32), "t"), u = Variable::make(Int(32), "u"), v = Variable::make(Int(32), "v");
    const Expr row = x + Variable::make(Int(32), "stride");
    const Stmt first = with_let("t", row, store("sum", load("a", t) + b));
    expect("in lets of their own", {first, with_let("u", row, store("q", load("a", u) - b))}, "0 1");
    expect("a name that is bound twice", {first, with_let("t", row, store("q", load("a", t) - b))}, "0 1");
    const Stmt around = with_let("v", row, Evaluate::make(0));
    const std::vector<Stmt> both = {store("sum", load("a", v) + b), with_let("u", row, store("q", load("a", u) - b))};
    expect("the same place by a let around", both, "0 1", {around.as<LetStmt>()});
    expect("another place", both, "");
    const Expr loaded = Load::make(Int(32), "places", x, Buffer<>(), Parameter(), const_true(), ModulusRemainder());
    // Rows that are unrolled.
    const Expr w = Variable::make(Int(32), "stride"), y = Variable::make(Int(32), "y") * 2;
    const auto row_of = [&](const Expr &line) { return max(load("in", line * w + x), load("in", (line + 1) * w + x)); };
    const auto rows = [&](const Expr &next) { return std::vector<Stmt>{store("p", abs(row_of(y))), store("q", abs(row_of(next) + a))}; };
    expect("a row that the next one reads, too", rows(y + 1), "");
    expect("the same row, written otherwise", rows(1 + y - 1), "0 1");
    const Expr same = isotope::several_results(rows(1 + y - 1), {}, {}, {}, kBytes).at(0).value;
    if (!equal(same, Shuffle::make_concat({abs(row_of(y)), abs(row_of(y) + a)}))) {
        printf("loads of one place differ in a group\n");
        failures++;
    }
    const Expr m = Variable::make(Int(32, kLanes), "m");
    const Stmt in_vector = with_let("m", a - b, store("q", m * m));
    expect("in a let of a vector", {store("sum", a + b), in_vector}, "0 1");
    expect("what the let loads is stored meanwhile", {store("sum", a + b), store("b", c), in_vector}, "");
    expect("a let that loads", {store("sum", a + b), with_let("u", loaded, store("q", load("a", u) + a - b))}, "");
}

// Vectors in lets around the block: butterflies in place.
void vectors() {
    const Expr s = Variable::make(Int(32, kLanes), "s"), d = Variable::make(Int(32, kLanes), "d");
    const Stmt inner = with_let("d", a - b, Evaluate::make(0)), outer = with_let("s", a + b, inner);
    const std::vector<const LetStmt *> lets = {outer.as<LetStmt>(), inner.as<LetStmt>()};
    const std::vector<Stmt> both = {store("a", s), store("b", d)};
    expect("in place", both, "0 1", lets);
    expect("after a store to what the lets load", {store("b", c), store("a", s), store("q", d)}, "", lets);
    expect("after another store", {store("r", c), store("a", s), store("b", d)}, "1 2", lets);
    const Expr own = isotope::several_results(both, {}, lets, {}, kBytes).at(0).value;
    const auto in_both = [&](const Expr &value) { return Let::make("s", a + b, Let::make("d", a - b, value)); };
    // One that a statement reads besides stays where it is.
    const std::vector<Stmt> read = {store("a", s), store("b", d), store("r", s + c)};
    const isotope::StoreGroup group = isotope::several_results(read, {2}, lets, {}, kBytes).at(0);
    if (!equal(own, in_both(Shuffle::make_concat({s, d}))) || !equal(group.value, Let::make("d", a - b, Shuffle::make_concat({s, d})))) {
        printf("the value of a group is not what its stores have\n");
        failures++;
    }
}

// Puts a value in the places of a window of several results, as an answer would be.
class Answers : public isotope::Walk {
  public:
    explicit Answers(const Expr &answer) : Walk(kBytes), answer(answer) {}

    std::vector<isotope::Choice> asked;

  private:
    Expr at(const Expr &value, const std::string &place) override {
        return place.find("several stores") == 0 && answer.defined() ? answer : value;
    }
    void together(isotope::Choice choice) override { asked.push_back(std::move(choice)); }

    const Expr answer;
};

void placed() {
    const Stmt other = store("other", c + 1);
    const Stmt block = Block::make({store("sum", a + b), other, store("difference", a - b)});
    Answers none{Expr()}, answers(Broadcast::make(7, 2 * kLanes));
    const bool stays = equal(none.mutate(block), block);
    const Expr whole = Variable::make(Int(32, 2 * kLanes), "sum.results0");
    const auto part = [&](int at) { return Shuffle::make_slice(whole, at, 1, kLanes); };
    const Stmt stores = Block::make({store("sum", part(0)), other, store("difference", part(kLanes))});
    const bool is_placed = equal(answers.mutate(block), LetStmt::make("sum.results0", Broadcast::make(7, 2 * kLanes), stores));
    const bool is_asked = answers.asked.size() == 1 && answers.asked[0].single == std::vector<size_t>{0, 2} &&
                          answers.asked[0].values.size() == 2 && answers.asked[0].of_results;
    if (!stays || !is_placed || !is_asked) {
        printf("stays without an answer: %d, has one in its place: %d, is asked: %d\n", stays, is_placed, is_asked);
        failures++;
    }
}

// The planes of a picture in other colours, in one buffer.
Func planes(const ImageParam &in, const ImageParam &other) {
    Var x, y, c;
    const Expr r = cast<int16_t>(in(x, y)), g = cast<int16_t>(other(x, y)), b = cast<int16_t>(in(x + 1, y));
    const Expr luma = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
    const Expr u = ((112 * b - 38 * r - 74 * g + 128) >> 8) + 128, v = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
    Func out("planes");
    out(x, y, c) = cast<uint8_t>(mux(c, {luma, u, v}));
    out.bound(c, 0, 3).reorder(c, x, y).unroll(c).vectorize(x, 64, TailStrategy::ShiftInwards);
    return out;
}

// Stages of a transform in place, whose sums and differences are lets around the stores.
Func in_place(const ImageParam &in, const ImageParam &other) {
    Var x, y;
    RDom stage(0, 3);
    Func both("both"), out("in_place");
    both(x, y) = Tuple(cast<int16_t>(in(x, y)), cast<int16_t>(other(x, y)));
    const Expr p = both(x, y)[0], q = both(x, y)[1];
    both(x, y) = Tuple(p + q + cast<int16_t>(stage), p - q);
    both.compute_at(out, y).vectorize(x, 32, TailStrategy::RoundUp);
    both.update().reorder(stage, x).vectorize(x, 32, TailStrategy::RoundUp);
    out(x, y) = both(x, y)[0] ^ both(x + 1, y)[1];
    out.vectorize(x, 32);
    return out;
}

// Four rows at once.
Func rows(const ImageParam &in, const ImageParam &) {
    Var x, y, xi, yi;
    Expr greatest = in(x, y);
    for (int i = 1; i < 9; i++) {
        greatest = max(greatest, in(x + i % 3, y + i / 3));
    }
    Func out("rows");
    out(x, y) = greatest;
    out.tile(x, y, xi, yi, 64, 4, TailStrategy::ShiftInwards).vectorize(xi).unroll(yi);
    return out;
}

// The least and the greatest of a neighbourhood.
Func extremes(const ImageParam &in, const ImageParam &) {
    Var x, y;
    Expr least = in(x, y), greatest = in(x, y);
    for (int i = 1; i < 9; i++) {
        least = min(least, in(x + i % 3, y + i / 3));
        greatest = max(greatest, in(x + i % 3, y + i / 3));
    }
    Func both("both"), out("extremes");
    both(x, y) = Tuple(least, greatest);
    both.compute_root().vectorize(x, 64, TailStrategy::RoundUp);
    out(x, y) = both(x, y)[1] - both(x, y)[0];
    out.vectorize(x, 64);
    return out;
}

}  // namespace

int main() {
    shared();
    order();
    addresses();
    vectors();
    placed();
    failures += compare({
        {"planes", planes, {1100, 10, 3}},
        {"in_place", in_place, {1000, 11}},
        {"extremes", extremes, {1024, 8}},
        {"rows", rows, {1100, 7}},
    });
    return failures ? 1 : 0;
}
