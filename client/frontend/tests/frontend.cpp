// The parts that every front end uses, by themselves: graphs, checks of answers, pairs, reports.
//
//   frontend                      what needs no server
//   frontend ask                  asks the server of ISOTOPE_SERVER, here and in a fork
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "frontend/answer.h"
#include "frontend/graph.h"
#include "frontend/pairs.h"
#include "frontend/report.h"
#include "frontend/service.h"
#include "frontend/sharing.h"
#include "frontend/signature.h"
#include "frontend/tally.h"

using namespace isotope;

namespace {

int failures = 0;

void expect(const std::string &what, bool good) {
    printf("%s: %s\n", what.c_str(), good ? "as expected" : "NOT as expected");
    failures += !good;
}

void says(const std::string &why, const std::string &wanted) {
    expect(wanted, why.find(wanted) != std::string::npos);
    if (why.find(wanted) == std::string::npos) {
        printf("  it says: %s\n", why.c_str());
    }
}

constexpr isotope_type kBytes = {ISOTOPE_UINT, 8, 16};
constexpr Compiler kCompiler = {"Some compiler", "some", "modules"};

// Two loads side by side, one of other bits from the same place, and a scalar.
Question question() {
    Question asked;
    asked.place = "store out";
    asked.type = kBytes;
    asked.leaves = {
        {"a", kBytes, Address{"in", "b0", 0, 1}, std::make_pair(0, 100)},
        {"b", kBytes, Address{"in", "b0", 16, 1}, {}},
        {"w", {ISOTOPE_INT, 16, 64}, Address{"in", "b0", 100, 1}, {}},
        {"s", {ISOTOPE_UINT, 8, 1}, {}, {}},
    };
    asked.graph = std::make_shared<Graph>();
    Graph &graph = *asked.graph;
    const isotope_node a = graph.leaf(asked.leaves[0]), b = graph.leaf(asked.leaves[1]);
    const isotope_node s = graph.operation("broadcast", kBytes, {graph.leaf(asked.leaves[3])});
    graph.root(graph.operation("add", {graph.operation("rounding_halving_add", {a, b}), s}));
    return asked;
}

void graphs() {
    const Question asked = question();
    expect("text", asked.shown() ==
                       "let a : uint8x16 in [0, 100] = load in[b0, stride 1]\n"
                       "let b : uint8x16 = load in[b0 + 16, stride 1]\n"
                       "uint8x16 ((uint8x16)rounding_halving_add((uint8x16)a, (uint8x16)b) + x16((uint8)s))\n");
    expect("no error", asked.graph->error().empty());
    Graph other;
    const isotope_node lanes = other.constant({ISOTOPE_INT, 16, 2}, {1, (uint64_t)-2});
    other.root(other.shuffle({lanes}, {1, 0, 1}));
    expect("constants and shuffles", other.text() == "int16x3 shuffle(concat_vectors((int16)1, (int16)-2), 1, 0, 1)\n");
    expect("a type", other.type(lanes).bits == 16 && other.type(lanes).lanes == 2 && other.type(99).lanes == 0);
    Graph wrong;
    wrong.root(wrong.operation("add", {wrong.leaf({"a", kBytes, {}, {}}), wrong.operation("no such", {})}));
    says(wrong.error(), "node 1 (no such): there is no such operation");
    expect("no text", wrong.text().empty());
    expect("nothing to ask", !Question().is_asked() && Question().shown().empty() && asked.is_asked());
}

std::string misfit(const isotope_parameter &parameter, const isotope_type &type = kBytes) {
    isotope_result result = {};
    result.type = type;
    result.parameters = &parameter;
    result.parameter_count = 1;
    std::vector<Source> sources;
    const std::string why = check_interface(question(), result, &sources);
    return !why.empty() ? why : (sources[0].is_load ? "load near " : "leaf ") + std::to_string(sources[0].leaf);
}

void interfaces() {
    const auto loaded = [](int64_t offset, int64_t stride, isotope_type type = kBytes, const char *base = "b0") {
        return isotope_parameter{type, nullptr, "in", base, offset, stride};
    };
    const auto leaf = [](const char *name, isotope_type type = kBytes) { return isotope_parameter{type, name, nullptr, nullptr, 0, 0}; };
    says(misfit(leaf("b")), "leaf 1");
    says(misfit(loaded(8, 1)), "load near 1");
    says(misfit(loaded(1, 2)), "load near 1");
    says(misfit(loaded(31, -2)), "load near 1");
    says(misfit(leaf("b", {ISOTOPE_INT, 8, 16})), "takes b as another type");
    says(misfit(leaf("c")), "a leaf that the window does not have");
    says(misfit(leaf("b"), {ISOTOPE_INT, 8, 16}), "gives another type");
    says(misfit(leaf("b"), {77, 8, 16}), "types are not known");
    says(misfit(leaf("b", {ISOTOPE_UINT, 8, 0xffffffff})), "types are not known");
    says(misfit(loaded(17, 1)), "loads bytes that the window does not");
    says(misfit(loaded(-1, 1)), "loads bytes that the window does not");
    says(misfit(loaded(INT64_MAX, 1)), "loads bytes that the window does not");
    says(misfit(loaded(0, INT64_MIN)), "loads bytes that the window does not");
    says(misfit(loaded(100, 1)), "loads bytes that the window does not");
    says(misfit(loaded(100, 1, {ISOTOPE_INT, 16, 16})), "load near 2");
    says(misfit(loaded(0, 1, {ISOTOPE_INT, 32, 4})), "a buffer that is not the window's");
    says(misfit(loaded(0, 1, kBytes, "b1")), "a buffer that is not the window's");
    says(misfit({kBytes, nullptr, nullptr, nullptr, 0, 1}), "a buffer that is not the window's");
}

void refusals() {
    const auto why = [](isotope_verdict verdict, uint64_t cost, Wanted wanted = Wanted::Selected, bool is_better = false) {
        isotope_result result = {};
        result.verdict = verdict;
        result.cost = cost;
        result.baseline_cost = 2;
        result.is_better = is_better;
        return refusal(question(), wanted, &result);
    };
    expect("good", why(ISOTOPE_PROVED, 1).empty());
    says(why(ISOTOPE_PROVED, 2), "not cheaper than plain LLVM");
    expect("as much, and smaller", why(ISOTOPE_PROVED, 2, Wanted::Selected, true).empty());
    says(why(ISOTOPE_PROVED, 3, Wanted::Selected, true), "not cheaper than plain LLVM");
    says(why(ISOTOPE_UNPROVED, 1), "not proved");
    expect("plain code", why(ISOTOPE_BASELINE, 2, Wanted::Plain).empty());
    says(refusal(question(), Wanted::Selected, nullptr), "no memory");
    isotope_result lost = {};
    lost.reason = ISOTOPE_UNREACHABLE;
    lost.detail = "nobody\nthere";
    says(refusal(question(), Wanted::Selected, &lost), "no answer: unreachable: nobody there");
    const Question asked = question();
    says(unsettled(kCompiler, {&asked, &asked}, {&lost, &lost}, {{}, {}}),
         "2 of 2 vector expressions may get another answer in another compile; the first: no answer: "
         "unreachable");
    Outcome uncompared;
    uncompared.is_uncompared = true;
    isotope_result fine = {};
    says(unsettled(kCompiler, {&asked}, {&fine}, {uncompared}), "not compared with Some compiler's own code in time");
    expect("settled", unsettled(kCompiler, {&asked}, {&fine}, {{}}).empty());
}

void pairs() {
    const Distinct found = distinct({"x", "y", "x", "z", "y"});
    expect("distinct", found.first == std::vector<size_t>{0, 1, 3} && found.of == std::vector<size_t>{0, 1, 0, 2, 1});
    Outcome outcome;
    decide(kCompiler, {1, 0, 300, 200}, &outcome);
    expect("cheaper", outcome.is_used && outcome.own_cost == 300 && outcome.selected_cost == 200);
    decide(kCompiler, {1, 0, 200, 200}, &outcome);
    says(outcome.why_not, "not cheaper than Some compiler's own code");
    decide(kCompiler, {1, 1, 200, 200}, &outcome);
    expect("as much, and smaller", outcome.is_used);
    decide(kCompiler, {1, 1, 200, 201}, &outcome);
    says(outcome.why_not, "not cheaper than Some compiler's own code");
    decide(kCompiler, {1, 0, 0, 200}, &outcome);
    says(outcome.why_not, "it cannot be compared with Some compiler's own code");
    decide(kCompiler, {0, 0, 0, 0}, &outcome);
    expect("not yet", outcome.is_uncompared && !outcome.is_used);
    const auto both = [](const isotope_compared &first, const isotope_compared &other) { return worse(first, other).selected_cost; };
    expect("dearer on another CPU", both({1, 0, 1650, 1450}, {1, 0, 825, 950}) == 1900);
    expect("cheaper on both", both({1, 0, 1650, 1450}, {1, 0, 825, 700}) == 1450 && both({1, 0, 1000, 500}, {1, 0, 100, 75}) == 750);
    const auto better = [](int32_t first, int32_t other) { return is_cheaper(worse({1, first, 200, 200}, {1, other, 100, 100})); };
    expect("smaller on both", better(1, 1) && !better(1, 0) && !better(0, 1));
    expect("no price on one", both({1, 0, 1000, 500}, {1, 0, 0, 75}) == 500 && both({1, 0, UINT64_MAX, 500}, {1, 0, 100, 175}) == 500);
    expect("unknown on one", !worse({1, 0, 1000, 500}, {0, 0, 0, 0}).known && worse({1, 0, 1000, 500}, {1, 0, 100, 50}).known);
    const auto functions = functions_in(
        "f:\n\t.cfi_startproc\n\tadd\teax, 1   # "
        "one\n.LBB0_1:\n\tret\n.Lfunc_end0:\n\tnop\ng:\n\tnop\n.Lfunc_end1:\n",
        {"f"}, "#");
    expect("listings", functions.size() == 1 && functions.at("f") == "add\teax, 1\n.LBB0_1:\nret\n");
}

void signatures() {
    const isotope_parameter parameters[] = {{kBytes, "a", nullptr, nullptr, 0, 0},
                                            {{ISOTOPE_FLOAT, 32, 4}, "f", nullptr, nullptr, 0, 0},
                                            {{ISOTOPE_BFLOAT, 16, 1}, "h", nullptr, nullptr, 0, 0}};
    isotope_result result = {};
    result.type = {ISOTOPE_UINT, 1, 16};
    result.parameters = parameters;
    result.parameter_count = 3;
    expect("a signature", signature_of(result).text() == "<16 x i1> (<16 x i8>, <4 x float>, i16)");
    expect("a digest", digest("a") == "af63dc4c8601ec8c" && digest("") == "cbf29ce484222325");
}

// Results a, b, .. of 512 bits each, by the operations and loads that each is computed from.
void results() {
    const char operations[3] = {}, loads[3] = {};
    const auto computed = [&](const std::vector<int> &done, const std::vector<int> &read) {
        Computed made;
        made.lanes = 16;
        made.bits = 512;
        for (int each : done) {
            made.operations.insert(&operations[each]);
        }
        for (int each : read) {
            made.loaded.insert(&loads[each]);
        }
        return made;
    };
    using Groups = std::vector<std::vector<size_t>>;
    const auto any = [](size_t, size_t) { return true; };
    const Computed one = computed({0}, {0, 1}), alike = computed({1}, {0, 1}), apart = computed({2}, {1, 2});
    expect("two loads are work", sharing({one, alike}, any, 4096) == Groups{{0, 1}});
    expect("one load is none", sharing({one, apart}, any, 4096).empty());
    expect("an operation is work", sharing({one, computed({0}, {2})}, any, 4096) == Groups{{0, 1}});
    expect("a group by way of its second", sharing({one, computed({1, 0}, {}), computed({1}, {})}, any, 4096) == Groups{{0, 1, 2}});
    expect("two groups", sharing({one, apart, alike, apart}, any, 4096) == Groups{{0, 2}, {1, 3}});
    expect("no more than most_bits", sharing({one, one, one, one}, any, 1024) == Groups{{0, 1}, {2, 3}});
    expect("no more than kMostResults", sharing(std::vector<Computed>(9, one), any, 1 << 20) == Groups{{0, 1, 2, 3, 4, 5, 6, 7}});
    Computed wide = one;
    wide.lanes = 200;
    expect("no more than kMostResultLanes", sharing({wide, wide, wide}, any, 1 << 20) == Groups{{0, 1}});
    const auto not_third = [](size_t first, size_t next) { return first != 2 && next != 2; };
    expect("one that goes with none", sharing({one, one, one, one}, not_third, 4096) == Groups{{0, 1, 3}});
}

// Asks for a window, and says what came back; with a report and a tally.
int ask_once() {
    const Question asked = question();
    Question nothing;
    nothing.why = "nothing to ask";
    Question text;
    text.text = asked.shown();
    const std::vector<const Question *> all = {&asked, &nothing, &text};
    const Machine machine = {"x86_64", "znver4", ""};
    const Answers answers = ask(machine, Wanted::Selected, all);
    std::vector<Outcome> outcomes;
    for (size_t i = 0; i < all.size(); i++) {
        const std::string why = refusal(*all[i], Wanted::Selected, answers.results[i]);
        outcomes.push_back({why.empty(), why, 0, 0, false});
        printf("%s\n", why.empty() ? "used" : why.c_str());
        if (reporting()) {
            report(kCompiler, machine, *all[i], answers.results[i], answers.milliseconds[i], outcomes[i], "own", {{"location", "f.c:1"}});
        }
    }
    tally(kCompiler, all, answers.results, outcomes);
    const TimeLeft left(std::chrono::steady_clock::now());
    size_t compiled = 0;
    Pairs two;
    two.names = {"slow", "quick", "slow"};
    two.weights = {1, 0, 1};
    two.compile = [&](const std::vector<size_t> &some, uint32_t) {
        compiled += some.size();
        printf("compiled %s first\n", two.names[some[0]].c_str());
        return std::vector<std::optional<Listings>>(some.size(), Listings{"\tnop\n\tnop\n", "\tnop\n"});
    };
    for (int turn = 0; turn < 2; turn++) {
        const Costs found = costs(two, machine, left);
        printf("%d %d %d, compiled %zu\n", found[0].known, found[1].known, found[2].known, compiled);
    }
    fflush(stdout);
    return 0;
}

int ask_here_and_in_a_fork() {
    ask_once();
    const pid_t child = fork();
    if (child == 0) {
        _exit(ask_once());
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "ask") == 0) {
        return ask_here_and_in_a_fork();
    }
    if (argc > 1 && strcmp(argv[1], "wait") == 0) {
        // A fork has no thread that loads LLVM, and does not wait for one.
        const pid_t fork_of_this = fork();
        if (fork_of_this == 0) {
            alarm(10);
            return 0;
        }
        int status = 0;
        waitpid(fork_of_this, &status, 0);
        // The thread has found the server until then.
        sleep(1);
        return status != 0;
    }
    graphs();
    interfaces();
    refusals();
    pairs();
    signatures();
    results();
    return failures;
}
