// Which leaves of answers are frozen, on answers that no search need find. Prints what is wrong, and ends with 1 then.
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdio>
#include <string>

#include "insert/reads.h"
#include "window/window.h"

using namespace isotope;

namespace {

constexpr unsigned kLanes = 32;
const Type kBytes = {false, 8, kLanes};
int wrong = 0;

// A window of its own with leaves of 32 bytes; those of `buffers` elements are loads at such a distance in one buffer.
struct Case {
    Window window;
    std::vector<Begin> begins;

    unsigned leaf() {
        auto &expression = window.expression;
        const unsigned number = (unsigned)expression.all_leaves().size();
        begins.push_back({{(unsigned)window.buffers.size() + number, 0}, 1});
        return expression.leaf({"v" + std::to_string(number), kBytes.given(), {}, {}});
    }
    unsigned load(int64_t offset) {
        if (window.buffers.empty()) {
            window.buffers.push_back({});
        }
        begins.push_back({{0, offset}, 1});
        const auto number = window.expression.all_leaves().size();
        const Address address = {Expression::buffer_name(0), Expression::base_name(0), offset, 1};
        return window.expression.leaf({"d" + std::to_string(number), kBytes.given(), address, {}});
    }
    unsigned make(const char *op, std::vector<unsigned> args) {
        return window.expression.root = window.expression.operation(op, kBytes, std::move(args));
    }
    unsigned number(uint64_t bits) { return window.expression.constant(kBytes, {bits}); }
};

// Whether an answer with this body is usable, and which of its parameters are frozen: "no", or a letter each.
std::string frozen(Case &from, const std::string &body) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic mistake;
    std::string text = "declare <32 x i8> @llvm.x86.avx2.pavg.b(<32 x i8>, <32 x i8>)\n"
                       "declare <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8>, <32 x i8>)\n"
                       "declare <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8>, <32 x i8>)\n"
                       "declare <32 x i8> @llvm.x86.avx2.psign.b(<32 x i8>, <32 x i8>)\n"
                       "declare <4 x i64> @llvm.x86.avx512.pternlog.q.256(<4 x i64>, <4 x i64>, <4 x i64>, i32)\n"
                       "declare <32 x i8> @llvm.x86.avx512.vpermi2var.qi.256(<32 x i8>, <32 x i8>, <32 x i8>)\n"
                       "declare <16 x i8> @llvm.aarch64.neon.urhadd.v16i8(<16 x i8>, <16 x i8>)\n"
                       "declare <16 x i8> @llvm.aarch64.neon.addp.v16i8(<16 x i8>, <16 x i8>)\n"
                       "define <32 x i8> @f(";
    for (size_t i = 0; i < from.begins.size(); i++) {
        text += (i ? ", <32 x i8> %" : "<32 x i8> %") + std::string(1, (char)('a' + i));
    }
    text += ") {\n" + body + "\n  ret <32 x i8> %r\n}\n";
    const auto module = llvm::parseAssemblyString(text, mistake, context);
    if (!module) {
        return "not LLVM: " + mistake.getMessage().str();
    }
    std::vector<bool> all;
    const Computed computed = {from.window.expression, (unsigned)from.window.buffers.size(), false};
    if (!what_to_freeze(computed, *module->getFunction("f"), from.begins, &all)) {
        return "no";
    }
    std::string letters;
    for (bool each : all) {
        letters += each ? 'f' : '-';
    }
    return letters;
}

void expect(const char *what, const std::string &is, const std::string &wanted) {
    if (is != wanted) {
        printf("%s: %s, not %s\n", what, is.c_str(), wanted.c_str());
        wrong++;
    }
}

void leaves() {
    {
        Case c;
        c.make("add", {c.leaf(), c.leaf()});
        expect("once", frozen(c, "%r = add <32 x i8> %a, %b"), "--");
    }
    {
        Case c;
        c.make("shift_left", {c.leaf(), c.number(1)});
        expect("doubled by a sum", frozen(c, "%r = add <32 x i8> %a, %a"), "f");
    }
    {
        Case c;
        const unsigned a = c.leaf();
        c.make("rounding_halving_add", {a, c.leaf()});
        expect("an average", frozen(c, "%r = call <32 x i8> @llvm.x86.avx2.pavg.b(<32 x i8> %a, <32 x i8> %b)"), "--");
    }
    {
        Case c;
        const unsigned a = c.leaf(), b = c.leaf(), d = c.leaf();
        const unsigned less = c.window.expression.operation("lt", {false, 1, kLanes}, {a, b});
        c.make("select", {less, d, c.number(0)});
        // Poison that the choice hides comes through a mask.
        expect("a mask for a choice",
               frozen(c, "%l = icmp ult <32 x i8> %a, %b\n%m = sext <32 x i1> %l to <32 x i8>\n%r = and <32 x i8> %m, %c"),
               "--f");
    }
    {
        Case c;
        const unsigned a = c.leaf(), b = c.leaf();
        const unsigned less = c.window.expression.operation("lt", {false, 1, kLanes}, {a, b});
        c.make("select", {less, a, b});
        expect("a minimum", frozen(c, "%l = icmp ult <32 x i8> %a, %b\n%r = select <32 x i1> %l, <32 x i8> %a, <32 x i8> %b"),
               "ff");
    }
}

void crossings() {
    {
        Case c;
        c.make("bitwise_and", {c.leaf(), c.number(0x0f)});
        // Sixteen bits are poison where one of their bytes is.
        expect("wider lanes",
               frozen(c, "%w = bitcast <32 x i8> %a to <16 x i16>\n%m = and <16 x i16> %w, splat (i16 3855)\n"
                         "%r = bitcast <16 x i16> %m to <32 x i8>"),
               "f");
    }
    {
        Case c;
        std::vector<uint64_t> first;
        for (unsigned i = 0; i < kLanes; i++) {
            first.push_back(i / 16 * 16);
        }
        c.window.expression.root = c.window.expression.shuffle(kBytes, {c.leaf()}, first);
        expect("a permutation by a constant",
               frozen(c, "%r = call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> %a, <32 x i8> zeroinitializer)"), "-");
    }
    {
        Case c;
        const unsigned a = c.leaf();
        c.make("add", {a, c.leaf()});
        expect("a permutation that is not known",
               frozen(c, "%r = call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> %a, <32 x i8> %b)"), "f-");
    }
    {
        Case c;
        c.make("bitwise_and", {c.leaf(), c.number(0)});
        // A factor of zero hides no poison of the other.
        expect("neighbours",
               frozen(c, "%p = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> %a, <32 x i8> zeroinitializer)\n"
                         "%r = bitcast <16 x i16> %p to <32 x i8>"),
               "f");
    }
}

// What the semantics say of intrinsics that no rule by hand is for.
void table() {
    const auto halves = [](const std::string &name) {
        std::string text;
        for (unsigned half = 0; half < 2; half++) {
            for (const char *leaf : {"a", "b"}) {
                text += std::string("%") + leaf + std::to_string(half) + " = shufflevector <32 x i8> %" + leaf +
                        ", <32 x i8> poison, <16 x i32> <";
                for (unsigned i = 0; i < 16; i++) {
                    text += (i ? ", i32 " : "i32 ") + std::to_string(16 * half + i);
                }
                text += ">\n";
            }
            const std::string number = std::to_string(half);
            text += "%r" + number + " = call <16 x i8> @llvm.aarch64.neon." + name + ".v16i8(<16 x i8> %a" + number + ", <16 x i8> %b" +
                    number + ")\n";
        }
        text += "%r = shufflevector <16 x i8> %r0, <16 x i8> %r1, <32 x i32> <";
        for (unsigned i = 0; i < 32; i++) {
            text += (i ? ", i32 " : "i32 ") + std::to_string(i);
        }
        return text + ">";
    };
    Case c;
    const unsigned a = c.leaf();
    c.make("rounding_halving_add", {a, c.leaf()});
    expect("Arm's average", frozen(c, halves("urhadd")), "--");
    expect("Arm's sums of neighbours", frozen(c, halves("addp")), "ff");
    expect("a sign", frozen(c, "%r = call <32 x i8> @llvm.x86.avx2.psign.b(<32 x i8> %a, <32 x i8> %b)"), "--");
    // Half of the lanes are those of one leaf in their places, the others those of the other.
    Case each;
    std::vector<uint64_t> lanes;
    std::string indices;
    for (unsigned i = 0; i < kLanes; i++) {
        lanes.push_back(i % 2 * kLanes + i);
        indices += (i ? ", i8 " : "i8 ") + std::to_string(lanes.back());
    }
    const unsigned first = each.leaf();
    each.window.expression.root = each.window.expression.shuffle(kBytes, {first, each.leaf()}, lanes);
    const auto permuted = [&](const std::string &by) {
        return frozen(each, "%r = call <32 x i8> @llvm.x86.avx512.vpermi2var.qi.256(<32 x i8> %a, <32 x i8> " + by + ", <32 x i8> %b)");
    };
    expect("a permutation of two", permuted("<" + indices + ">"), "--");
    expect("another permutation of two", permuted("zeroinitializer"), "f-");
}

void loads() {
    {
        Case c;
        const unsigned first = c.load(0);
        c.make("add", {first, c.load(1)});
        expect("overlapping loads", frozen(c, "%r = add <32 x i8> %a, %b"), "--");
    }
    {
        Case c;
        const unsigned first = c.load(0);
        c.make("add", {first, c.load(0)});
        // Bytes that nobody wrote may differ from one load to the other: what they are is in no bound of the window's.
        expect("the same bytes by two loads", frozen(c, "%r = add <32 x i8> %a, %b"), "no");
    }
    for (const char *joined : {"call <4 x i64> @llvm.x86.avx512.pternlog.q.256(<4 x i64> %x, <4 x i64> %y, <4 x i64> %x, i32 150)",
                               "add <4 x i64> %x, %y"}) {
        Case c;
        const unsigned first = c.load(0);
        c.make("bitwise_xor", {first, c.load(1)});
        // In a lane of eight bytes both loads have seven of them. Bits that are combined by themselves meet none of the other load's.
        expect("neighbours in wide lanes",
               frozen(c, "%x = bitcast <32 x i8> %a to <4 x i64>\n%y = bitcast <32 x i8> %b to <4 x i64>\n%z = " +
                             std::string(joined) + "\n%r = bitcast <4 x i64> %z to <32 x i8>"),
               joined[0] == 'c' ? "ff" : "no");
    }
    struct Shifted {
        const char *bits, *wanted;
        int64_t distance;
    };
    // Bytes of a shift come from one byte each, or from two.
    for (const Shifted &each : {Shifted{"16", "ff", 2}, {"8", "ff", 2}, {"12", "ff", 2}, {"4", "no", 1}}) {
        Case c;
        const unsigned first = c.load(0);
        c.make("bitwise_xor", {first, c.load(each.distance)});
        expect("neighbours in shifted lanes",
               frozen(c, "%s = xor <32 x i8> %a, %b\n%w = bitcast <32 x i8> %s to <8 x i32>\n%x = ashr <8 x i32> %w, splat (i32 " +
                             std::string(each.bits) + ")\n%r = bitcast <8 x i32> %x to <32 x i8>"),
               each.wanted);
    }
    for (const char *second : {"0, i8 1", "1, i8 1"}) {
        Case c;
        const unsigned first = c.load(0);
        c.make("add", {first, c.load(0)});
        const auto weights = [](const std::string &two) {
            std::string all = "<32 x i8> <i8 " + two;
            for (unsigned i = 2; i < kLanes; i += 2) {
                all += ", i8 " + two;
            }
            return all + ">";
        };
        // What one load has times zero counts by the other alone.
        expect("the same bytes by two loads, times zero in one",
               frozen(c, "%x = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> %a, " + weights("1, i8 0") + ")\n" +
                         "%y = call <16 x i16> @llvm.x86.avx2.pmadd.ub.sw(<32 x i8> %b, " + weights(second) + ")\n" +
                         "%s = add <16 x i16> %x, %y\n%r = bitcast <16 x i16> %s to <32 x i8>"),
               second[0] == '0' ? "ff" : "no");
    }
    {
        Case c;
        const unsigned first = c.load(0);
        c.make("add", {first, c.load(1)});
        // As words both loads have the byte, as bytes only one: frozen is enough.
        expect("overlapping in words",
               frozen(c, "%x = bitcast <32 x i8> %a to <16 x i16>\n%y = bitcast <32 x i8> %b to <16 x i16>\n"
                         "%s = and <16 x i16> %x, splat (i16 255)\n%t = and <16 x i16> %y, splat (i16 255)\n"
                         "%e = add <16 x i16> %s, %t\n%l = and <16 x i16> %e, splat (i16 255)\n"
                         "%u = lshr <16 x i16> %x, splat (i16 8)\n%v = lshr <16 x i16> %y, splat (i16 8)\n"
                         "%o = add <16 x i16> %u, %v\n%h = shl <16 x i16> %o, splat (i16 8)\n"
                         "%w = or <16 x i16> %l, %h\n%r = bitcast <16 x i16> %w to <32 x i8>"),
               "ff");
    }
}

}  // namespace

int main() {
    leaves();
    crossings();
    table();
    loads();
    return wrong != 0;
}
