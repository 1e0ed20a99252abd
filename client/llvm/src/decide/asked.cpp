#include "decide/asked.h"

#include <algorithm>
#include <set>

#include "insert/answer.h"

using namespace llvm;

namespace isotope {

namespace {

bool goes_first(const Asked &a, const Asked &b, Plan plan) {
    const auto size = [](const Asked &asked) {
        const Window &window = asked.window;
        return window.is_reduction() ? (size_t)window.type().lanes : window.stores.size();
    };
    // One accumulator in one register is the usual one; several of them hide more latency.
    if (a.window.is_reduction() && b.window.is_reduction()) {
        return plan == Plan::kWidest ? size(a) < size(b) : size(a) > size(b);
    }
    return plan == Plan::kWidest ? size(a) > size(b) : size(a) < size(b);
}

std::vector<const Value *> replaced_by(const Window &window) {
    std::vector<const Value *> all(window.stores.begin(), window.stores.end());
    all.insert(all.end(), window.reduction.phis.begin(), window.reduction.phis.end());
    return all;
}

// A sentence of the service in one line, which moves no cursor.
std::string sentence(const char *text) {
    std::string line(text ? text : "");
    std::replace_if(line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return line;
}

}  // namespace

std::string refusal(const Asked &asked) {
    const isotope_result *result = asked.reply.result;
    if (!result) {
        return "no memory";
    }
    if (result->reason != ISOTOPE_ANSWERED) {
        const std::string detail = sentence(result->detail);
        return std::string("no answer: ") + isotope_reason_name(result->reason) + (detail.empty() ? "" : ": " + detail);
    }
    if (result->verdict != ISOTOPE_PROVED) {
        return result->truncated == ISOTOPE_SEARCHED_ON ? "still searched: the server's time was over before it had one"
                                                        : "not proved";
    }
    // A wide window has no code of LLVM's that its plain lowering would be: the loop decides.
    const bool is_single = asked.window.stores.size() == 1;
    if (is_single && result->cost >= result->baseline_cost) {
        return "not cheaper than plain LLVM";
    }
    return "";
}

std::vector<size_t> put_in_place(const Candidate &candidate, Plan plan, ValueToValueMapTy *copy, AAResults &aliases,
                                 std::vector<Asked> *asked) {
    std::vector<size_t> order = candidate.windows;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return goes_first((*asked)[a], (*asked)[b], plan); });
    std::set<const Value *> replaced;
    std::vector<size_t> used;
    for (size_t number : order) {
        Asked &each = (*asked)[number];
        const std::vector<const Value *> own = replaced_by(each.window);
        if (std::any_of(own.begin(), own.end(), [&](const Value *value) { return replaced.count(value) > 0; })) {
            continue;
        }
        const Window window = copy ? copied(each.window, *copy) : each.window;
        const std::string why = insert(window, *each.reply.result, aliases);
        if (!why.empty()) {
            each.why_not = why;
            continue;
        }
        replaced.insert(own.begin(), own.end());
        used.push_back(number);
    }
    return used;
}

}  // namespace isotope
