// How the parts of one value are stored that several lines have at once.
#include "find/slices.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

#include "find/lines.h"

using namespace Halide;
using namespace Halide::Internal;

namespace {

// Bytes of a register.
constexpr int kWide = 128;

const Expr x = Variable::make(Int(32), "x"), y = Variable::make(Int(32), "y");

int failures = 0;

Expr pixels(const Expr &base) {
    return Load::make(UInt(8, kWide), "in", Ramp::make(base, 1, kWide), Buffer<>(), Parameter(), const_true(kWide), ModulusRemainder());
}

Stmt loop(const std::string &name, int extent, const Stmt &body) {
    return For::make(name, 0, extent, ForType::Serial, Partition::Never, DeviceAPI::None, body);
}

// A loop over lines whose sums of so many bits are in a buffer.
Stmt lines_of_sums(int bits) {
    const Expr w = Variable::make(Int(32), "w");
    const auto wide = [&](const Expr &line) { return cast(UInt(bits, kWide), pixels(line * w + x * kWide)); };
    const Stmt store = Store::make("c", wide(y) + wide(y + 1), Ramp::make(x * kWide, 1, kWide), Parameter(), const_true(kWide), {kWide, 0});
    const Stmt made = ProducerConsumer::make("c", true, loop("x", 30, store));
    return loop("y", 8, Allocate::make("c", UInt(bits), MemoryType::Stack, {30 * kWide}, const_true(), Block::make(made, Free::make("c"))));
}

// The stores of slices in a statement, in their order.
std::vector<const Store *> stores_of_slices(const Stmt &stmt) {
    struct Stores : IRVisitor {
        std::vector<const Store *> found;
        using IRVisitor::visit;
        void visit(const Store *op) override {
            if (const Shuffle *part = op->value.as<Shuffle>(); part && part->is_slice()) {
                found.push_back(op);
            }
        }
    } stores;
    stmt.accept(&stores);
    return stores.found;
}

// Lines of values that are wider than such a register are stored by registers: a slice of two goes through memory, word by word.
void wide() {
    for (const auto &[bits, most, count, stores] :
         {std::array<int, 4>{8, 4, 4, 4}, {16, 4, 4, 8}, {16, 2, 2, 4}, {32, 4, 2, 8}, {16, 1, 0, 0}}) {
        const Stmt stmt = lines_of_sums(bits);
        const isotope::Lines found = isotope::several_lines(stmt.as<For>(), kWide, most);
        const int at_once = found.joined.empty() ? 0 : found.count;
        std::map<const For *, Stmt> done;
        for (const For *each : found.loops) {
            done[each] = each;
        }
        const Expr value = Broadcast::make(cast(UInt(bits), 1), at_once * kWide);
        const Stmt made = at_once == 0 ? stmt : found.with({value}, done, stmt);
        const std::vector<const Store *> parts = stores_of_slices(made);
        for (size_t i = 0; i < parts.size(); i++) {
            const Ramp *ramp = parts[i]->index.as<Ramp>();
            const int lanes = std::min(kWide, kWide * 8 / bits), from = (int)i * lanes % kWide;
            const bool is_there = ramp && equal(simplify(ramp->base - x * kWide), from) && parts[i]->value.type().lanes() == lanes;
            if (!is_there || parts[i]->alignment.modulus != kWide || parts[i]->alignment.remainder != from) {
                std::ostringstream printed;
                printed << Stmt(parts[i]) << parts[i]->alignment.modulus << " " << parts[i]->alignment.remainder;
                printf("part %zu of lines of %d bits is another one: %s\n", i, bits, printed.str().c_str());
                failures++;
            }
        }
        if (at_once != count || (int)parts.size() != stores) {
            printf("sums of %d bits, at most %d lines: %d lines and %zu stores instead of %d and %d\n", bits, most, at_once, parts.size(),
                   count, stores);
            failures++;
        }
    }
}

// Halide's own code for all lines is stored part by part, within its lets; of an answer each line takes a slice.
void parts() {
    const Stmt whole = lines_of_sums(8);
    const isotope::Lines several = isotope::several_lines(whole.as<For>(), kWide);
    std::map<const For *, Stmt> done;
    for (const For *each : several.loops) {
        done[each] = each;
    }
    const Expr t = Variable::make(UInt(8, kWide), "t");
    const std::vector<Expr> each = {t + make_const(t.type(), 3), t, max(t, make_const(t.type(), 9)), t - make_const(t.type(), 1)};
    const Expr own = Let::make("t", pixels(x * kWide), Shuffle::make_concat(each));
    struct Values : IRVisitor {
        std::vector<Expr> found;
        bool is_bound = false;
        using IRVisitor::visit;
        void visit(const LetStmt *op) override {
            is_bound |= op->name == "t" && op->body.as<Block>();
            IRVisitor::visit(op);
        }
        void visit(const Store *op) override {
            if (op->name.compare(0, 1, "c") == 0) {
                found.push_back(op->value);
            }
        }
    } values;
    const Stmt made = several.with({own}, done, whole);
    made.accept(&values);
    const bool are_parts = std::equal(each.begin(), each.end(), values.found.begin(), values.found.end(),
                                      [](const Expr &a, const Expr &b) { return equal(a, b); });
    const size_t slices = stores_of_slices(several.with({Broadcast::make(cast<uint8_t>(1), 4 * kWide)}, done, whole)).size();
    if (!are_parts || !values.is_bound || slices != 4) {
        printf("parts are stored otherwise: %zu values, %zu slices\n", values.found.size(), slices);
        failures++;
    }
}

}  // namespace

int main() {
    wide();
    parts();
    return failures ? 1 : 0;
}
