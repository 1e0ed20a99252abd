#include "decide/asked.h"

#include <algorithm>
#include <optional>
#include <set>

#include "insert/answer.h"

using namespace llvm;

namespace isotope {

namespace {

// The plan that puts a window first, which comes last in all others; none for most windows.
std::optional<Plan> own_plan(const Asked &asked) {
    if (asked.window.is_reduction() && asked.window.reduction.is_apart) {
        return Plan::kApart;
    }
    return asked.window.results > 1 ? std::optional(Plan::kSeveral) : std::nullopt;
}

bool goes_first(const Asked &a, const Asked &b, Plan plan) {
    const auto rank = [&](const Asked &asked) {
        const auto own = own_plan(asked);
        return !own ? 1 : *own == plan ? 0 : 2;
    };
    if (rank(a) != rank(b)) {
        return rank(a) < rank(b);
    }
    const auto size = [](const Asked &asked) {
        const Window &window = asked.window;
        return window.is_reduction() ? (size_t)window.type().lanes : window.width();
    };
    // One accumulator in one register is the usual one; several of them hide more latency.
    if (a.window.is_reduction() && b.window.is_reduction()) {
        return plan == Plan::kNarrowest ? size(a) > size(b) : size(a) < size(b);
    }
    return plan == Plan::kNarrowest ? size(a) < size(b) : size(a) > size(b);
}

// The values whose place one answer alone may take: a window's stores, its phis, or the value that it is. Of a window of the stores to %p
// and %p.16, and one of the store to %p alone, only the first that is put in place is used.
std::vector<const Value *> replaced_by(const Window &window) {
    std::vector<const Value *> all(window.stores.begin(), window.stores.end());
    all.insert(all.end(), window.reduction.phis.begin(), window.reduction.phis.end());
    if (window.value()) {
        all.push_back(window.value());
    }
    return all;
}

}  // namespace

std::string obstacle(const Asked &asked) {
    // A wide window has no code of LLVM's that its plain lowering would be, nor has one whose vectors are put together: the block decides.
    const std::string why = refusal(asked.window.question, Wanted::Selected, asked.result);
    const bool is_single = !asked.window.is_reduction() && !asked.window.across && asked.window.width() == 1;
    const bool is_proved = is_answer(asked.result) && asked.result->verdict == ISOTOPE_PROVED;
    return is_proved && !is_single ? "" : why;
}

bool is_of_use(Plan plan, const Candidate &candidate, const std::vector<Asked> &asked) {
    if (plan == Plan::kWidest) {
        return true;
    }
    std::set<const Value *> replaced;
    for (size_t number : candidate.windows) {
        if (const auto own = own_plan(asked[number])) {
            // In all other plans it comes last.
            if (plan == *own) {
                return true;
            }
            continue;
        }
        for (const Value *value : replaced_by(asked[number].window)) {
            if (!replaced.insert(value).second && plan == Plan::kNarrowest) {
                return true;
            }
        }
    }
    return false;
}

std::vector<size_t> put_in_place(const Candidate &candidate, Plan plan, ValueToValueMapTy *copy, AAResults &aliases,
                                 std::vector<Asked> *asked) {
    std::vector<size_t> order = candidate.windows;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return goes_first((*asked)[a], (*asked)[b], plan); });
    std::set<const Value *> replaced;
    std::vector<size_t> used;
    for (size_t number : order) {
        Asked &each = (*asked)[number];
        const std::vector<const Value *> own = replaced_by(each.window);
        if (std::any_of(own.begin(), own.end(), [&](const Value *value) { return replaced.count(value) > 0; })) {
            continue;
        }
        const Window window = copy ? copied(each.window, *copy) : each.window;
        const std::string why = insert(window, *each.result, each.freezing, aliases);
        if (!why.empty()) {
            each.outcome.why_not = why;
            continue;
        }
        replaced.insert(own.begin(), own.end());
        used.push_back(number);
    }
    return used;
}

}  // namespace isotope
