// Which loops over lines may do several at once, and that pipelines with such loops compute the same, the lines that are left over too:
//
//   lines [FIRST COUNT]        the drawn pipelines of these numbers
#include "find/lines.h"

#include <cstdio>
#include <cstdlib>
#include <random>

#include "compared.h"
#include "find/walk.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

constexpr int kLanes = 32;

const Expr x = Variable::make(Int(32), "x"), y = Variable::make(Int(32), "y"), w = Variable::make(Int(32), "w"),
           n = Variable::make(Int(32), "n");

Expr load(const std::string &buffer, const Expr &base, int bits = 8) {
    return Load::make(UInt(bits, kLanes), buffer, Ramp::make(base, 1, kLanes), Buffer<>(), Parameter(), const_true(kLanes),
                      ModulusRemainder());
}

Stmt store(const std::string &buffer, const Expr &value, const Expr &base, const Expr &predicate = const_true(kLanes)) {
    return Store::make(buffer, value, Ramp::make(base, 1, kLanes), Parameter(), predicate, ModulusRemainder());
}

Stmt columns(const Stmt &body, const Expr &extent = 30, const std::string &name = "x") {
    return For::make(name, 0, extent, ForType::Serial, Partition::Never, DeviceAPI::None, body);
}

Stmt lines(const Stmt &body, const Expr &extent = n, ForType type = ForType::Serial) {
    return For::make("y", 0, extent, type, Partition::Never, DeviceAPI::None, body);
}

Stmt allocated(const std::string &name, const Stmt &body, int bits = 8, const Expr &condition = const_true()) {
    return Allocate::make(name, UInt(bits), MemoryType::Stack, {1056}, condition, body);
}

const Expr at = x * kLanes;

// The greatest of two pixels of a column.
Expr column(int apart = 1) {
    return max(load("in", y * w + at), load("in", (y + apart) * w + at));
}

// A line of the result, made of what stands in a buffer.
Stmt result(const std::string &from, const std::string &to = "out") {
    return columns(store(to, max(load(from, at), load(from, at + 1)), y * 1000 + at));
}

int failures = 0;

// How many lines the loop does at once, and in how many loops over columns these are joined.
void expect(const char *what, const Stmt &stmt, int count, size_t joined = 1) {
    const isotope::Lines found = isotope::several_lines(stmt.as<For>(), kLanes);
    const int of = found.joined.empty() ? 0 : found.count;
    if (of != count || (of != 0 && found.joined.size() != joined)) {
        printf("%s: %d lines in %zu loops instead of %d in %zu\n", what, of, found.joined.size(), count, joined);
        failures++;
    }
}

Stmt usual(const Stmt &made, const Stmt &used = result("c")) {
    return allocated("c", Block::make(ProducerConsumer::make("c", true, made), Block::make(used, Free::make("c"))));
}

void found() {
    const Stmt made = columns(store("c", column(), at));
    expect("a column's greatest", lines(usual(made)), 4);
    expect("in parallel", lines(usual(made), n, ForType::Parallel), 4);
    expect("three lines", lines(usual(made), 3), 2);
    expect("one line", lines(usual(made), 1), 0);
    expect("unrolled lines", lines(usual(made), 8, ForType::Unrolled), 0);
    const Expr t = Variable::make(Int(32), "t");
    const Expr behind = max(load("in", t + at), load("in", t + at + w));
    expect("behind a let", lines(LetStmt::make("t", y * w + 3, usual(columns(store("c", behind, at))))), 4);
    const Stmt bound = LetStmt::make("t", y * w, columns(store("c", behind, at)));
    expect("behind a let of one loop", lines(usual(bound)), 4);
    expect("a name that is bound twice", lines(LetStmt::make("t", y * 7, usual(bound))), 0);
    const Expr loaded = Load::make(Int(32), "places", y, Buffer<>(), Parameter(), const_true(), ModulusRemainder());
    expect("a let that loads", lines(LetStmt::make("t", loaded, usual(columns(store("c", behind, at))))), 0);
    expect("a line that shares nothing", lines(usual(columns(store("c", load("in", y * w + at) + load("in", y * w + at + 1), at)))), 0);
    expect("every second line", lines(usual(columns(store("c", column(2), at)))), 4);
    expect("lines of which none of four is read again", lines(usual(columns(store("c", column(4), at)))), 0);
    expect("the same for all lines", lines(usual(columns(store("c", max(load("in", at), load("in", at + w)), at)))), 0);
    expect("columns whose number depends on the line", lines(usual(columns(store("c", column(), at), y + 1))), 0);
    expect("no buffer of a line's own", lines(columns(store("out", column(), y * 1000 + at))), 4);
    expect("lines that lie in each other", lines(columns(store("out", column(), y * 900 + at))), 0);
    expect("lines that may lie in each other", lines(columns(store("out", column(), y * w + at))), 4);
    const Stmt curve = lines(LetStmt::make("t", y * y, columns(store("out", column(), t * 1000 + at))));
    expect("lines in a curve behind a let", curve, 0);
    expect("lines in a curve", lines(columns(store("out", column(), y * y * 1000 + at))), 0);
    expect("results that are far from each other", lines(columns(store("out", column(), y * 1000 + x * x))), 0);
    expect("a buffer of all lines", lines(Block::make(made, result("c"))), 0);
    const Expr some = Broadcast::make(Variable::make(Bool(), "p"), kLanes);
    expect("a store under a condition", lines(usual(columns(store("c", column(), at, some)))), 0);
    expect("a buffer under a condition", lines(allocated("c", Block::make(made, result("c")), 8, Variable::make(Bool(), "p"))), 0);
    const Stmt large = Allocate::make("c", UInt(8), MemoryType::Stack, {1 << 20}, const_true(), Block::make(made, result("c")));
    expect("a large buffer on the stack", lines(large), 0);
    expect("a column that reads its own buffer", lines(usual(columns(store("c", max(column(), load("c", at + kLanes)), at)))), 0);
    expect("two results", lines(usual(made, Block::make(result("c"), result("c", "other")))), 0);
    expect("a result that is read", lines(usual(columns(store("c", max(column(), load("out", at)), at)))), 0);
    const Expr effect = Call::make(UInt(8, kLanes), "effect", std::vector<Expr>{column()}, Call::Extern);
    expect("an effect", lines(usual(columns(store("c", effect, at)))), 0);
    expect("a condition", lines(usual(IfThenElse::make(Variable::make(Bool(), "p"), made))), 0);
}

// Loops over the same columns are one where none reads what the other one makes; as many lines as there are registers for are done at once.
void several() {
    const auto two = [](const Stmt &first, const Stmt &second, int bits = 8) {
        return lines(allocated("c", allocated("d", Block::make(first, Block::make(second, result("d"))), bits), bits));
    };
    const Stmt made = columns(store("c", column(), at));
    const Stmt other = columns(store("d", min(load("in", y * w + x * kLanes), load("in", (y + 1) * w + x * kLanes)), at));
    expect("two buffers", two(made, other), 4);
    const Expr z = Variable::make(Int(32), "z") * kLanes;
    const Stmt named = columns(store("d", min(load("in", y * w + z), load("in", (y + 1) * w + z)), z), 30, "z");
    expect("two buffers, by variables of their own", two(made, named), 4);
    expect("two buffers of other columns", two(made, columns(store("d", column(), at), 29)), 4, 2);
    const Stmt next = columns(store("d", max(load("c", at), column()), at));
    expect("one that reads the other", two(made, next), 4, 2);
    const auto wide = [](const std::string &buffer, int bits) {
        return columns(store(buffer, cast(UInt(bits, kLanes), column()) * cast(UInt(bits, kLanes), 3), at));
    };
    expect("two wide buffers", two(wide("c", 16), wide("d", 16), 16), 2);
    expect("four registers", lines(allocated("c", Block::make(wide("c", 32), result("c")), 32)), 2);
}

// A loop keeps the lines that make up no whole iteration, and nothing if there are none.
void left() {
    for (int extent : {2, 3, 4, 8, 9, 11}) {
        const Stmt whole = lines(usual(columns(store("c", column(), at))), extent);
        const isotope::Lines several = isotope::several_lines(whole.as<For>(), kLanes);
        if (several.joined.size() != 1) {
            printf("of %d lines none are done at once\n", extent);
            failures++;
            continue;
        }
        std::map<const For *, Stmt> done;
        for (const For *each : several.loops) {
            done[each] = each;
        }
        const Stmt made = several.with({Broadcast::make(cast<uint8_t>(1), several.count * kLanes)}, done, whole);
        const Block *both = made.as<Block>();
        const For *first = (both ? both->first : made).as<For>(), *rest = both ? both->rest.as<For>() : nullptr;
        const auto iterations = as_const_int(first->extent), begin = rest ? as_const_int(rest->min) : extent,
                   of_rest = rest ? as_const_int(rest->extent) : 0;
        const int count = extent < 4 ? 2 : 4;
        if (iterations != extent / count || begin != extent / count * count || of_rest != extent % count) {
            printf("of %d lines others are left\n", extent);
            failures++;
        }
    }
}

// Puts another value in the places of a name, as an answer would be.
class Answers : public isotope::Walk {
  public:
    explicit Answers(std::string of) : Walk(kLanes), of(std::move(of)) {}

    int asked = 0;  // windows of lines

  private:
    Expr at(const Expr &value, const std::string &place) override {
        return !of.empty() && place.find(of) != std::string::npos
                   ? Broadcast::make(cast(value.type().element_of(), 7), value.type().lanes())
                   : value;
    }
    void together(isotope::Choice choice) override { asked += choice.of_lines; }

    const std::string of;
};

// A loop is done by lines only where something stands for these.
void asked() {
    const Stmt bound = LetStmt::make("t", y * w, columns(store("c", max(load("in", Variable::make(Int(32), "t") + at), column()), at)));
    const Stmt whole = lines(usual(bound));
    for (const auto &[of, is_joined] :
         {std::make_pair("", false), std::make_pair("store c of 4 lines", true), std::make_pair("out", false)}) {
        Answers answers(of);
        const Stmt walked = answers.mutate(whole);
        const bool by_lines = walked.as<Block>() != nullptr, is_same = equal(walked, whole);
        if (answers.asked != 1 || by_lines != is_joined || is_same != !*of) {
            printf("with answers for '%s', %d windows of lines, done by lines: %d\n", of, answers.asked, by_lines);
            failures++;
        }
    }
}

// A pipeline that is drawn: some buffers for each line, made of a few lines of one image, and what a line makes of these.
class Drawn {
  public:
    explicit Drawn(int seed) : seed(seed), random(seed) {}

    Case pipeline(int lines) const {
        const std::string name = "drawn" + std::to_string(seed) + "_" + std::to_string(lines);
        const auto make = [name, seed = seed](const ImageParam &a, const ImageParam &b) { return Drawn(seed).made(name, a, b); };
        return {name, make, {(3 + seed % 4) * 64, lines}};
    }

  private:
    int any(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); }

    Func made(const std::string &name, const ImageParam &a, const ImageParam &b) {
        Var x("x"), y("y");
        Func out(name);
        const Target target = get_host_target();
        const Type type = any(0, 1) ? UInt(8) : UInt(16);
        std::vector<Func> buffers;
        // Without any a line stores what it makes of the image.
        for (int count = any(0, 3), i = 0; i < count; i++) {
            buffers.emplace_back("buffer" + std::to_string(i));
            const ImageParam &from = any(0, 3) ? a : b;
            buffers.back()(x, y) = combined(type, any(2, 5), [&](int d) {
                const Expr pixel = cast(type, from(x, y + d));
                return i == 0 || any(0, 4) ? pixel : pixel + cast(type, buffers[0](x, y));
            });
        }
        const auto row = [&](int d) { return combined(type, 3, [&](int i) { return cast(type, a(x + i, y + d)); }); };
        Expr value;
        if (buffers.empty()) {
            value = combined(type, any(2, 5), row);
        } else {
            const Func &used = buffers[any(0, (int)buffers.size() - 1)];
            value = combined(type, any(1, 5), [&](int d) { return used(x + d, y); });
        }
        for (const Func &each : buffers) {
            value = max(value, cast(type, each(x, y)));
        }
        out(x, y) = cast<uint8_t>(type == UInt(8) ? value : value >> cast<uint16_t>(any(0, 7)));
        const int bytes = target.natural_vector_size(UInt(8));
        out.vectorize(x, bytes, any(0, 1) ? TailStrategy::RoundUp : TailStrategy::GuardWithIf);
        if (any(0, 3) == 0) {
            out.parallel(y);
        }
        for (Func &each : buffers) {
            each.compute_at(out, y).vectorize(x, bytes, TailStrategy::RoundUp);
        }
        return out;
    }
    Expr combined(const Type &type, int count, const std::function<Expr(int)> &of) {
        const int how = any(0, 3);
        Expr value = of(0);
        for (int d = 1; d < count; d++) {
            const Expr next = of(d);
            value = how == 0   ? max(value, next)
                    : how == 1 ? min(value, next)
                    : how == 2 ? value + next
                               : value + next * cast(type, any(1, 5));
        }
        return value;
    }

    const int seed;
    std::mt19937 random;
};

// A result whose lines lie in each other, or are the same memory: the order of its stores is seen.
int overlapping() {
    const Target target = target_of_cases();
    constexpr int kColumns = 512, kLines = 9;
    Buffer<uint8_t> in(kColumns + 2, kLines + 2);
    in.for_each_element([&](int i, int j) { in(i, j) = (uint8_t)(i * 37 + j * 101 + i * j); });
    int different = 0;
    for (int stride : {kColumns, kColumns - 1, 64, 8, 0, -8, -kColumns}) {
        const auto run = [&](bool with_isotope) {
            Var x, y;
            Func out("overlapping");
            Expr value = in(x, y);
            for (int i = 1; i < 9; i++) {
                value = max(value, in(x + i % 3, y + i / 3));
            }
            out(x, y) = value;
            out.vectorize(x, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
            Pipeline pipeline(out);
            if (with_isotope) {
                isotope::attach(pipeline, target);
            }
            std::vector<uint8_t> memory(2 * kColumns * (kLines + 1));
            const halide_dimension_t shape[] = {{0, kColumns, 1}, {0, kLines, stride}};
            Buffer<uint8_t> result(memory.data() + (stride < 0 ? kColumns * kLines : 0), 2, shape);
            pipeline.realize(result, target);
            return memory;
        };
        if (run(false) != run(true)) {
            printf("with lines %d elements apart, memory is DIFFERENT\n", stride);
            different++;
        }
    }
    return different;
}

}  // namespace

int main(int argc, char **argv) {
    const int first = argc > 2 ? atoi(argv[1]) : 0, count = argc > 2 ? atoi(argv[2]) : 8;
    if (first == 0) {
        found();
        several();
        left();
        asked();
        failures += overlapping();
    }
    std::vector<Case> cases;
    for (int seed = first; seed < first + count; seed++) {
        // With lines that are left over, and without.
        for (int lines : {3 + seed % 4, 4}) {
            cases.push_back(Drawn(seed).pipeline(lines));
        }
    }
    return failures + compare(cases) ? 1 : 0;
}
