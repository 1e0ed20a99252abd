#include "ask/service.h"

#include <algorithm>

namespace isotope {

namespace {

// Of the time that a module may wait.
constexpr double kComparing = 0.4;

// Never freed: threads may compile while the process ends.
isotope_client *client() {
    static isotope_client *const one = isotope_client_new(nullptr);
    return one;
}

isotope_target target_of(const Machine &machine) {
    return {machine.arch.c_str(), machine.mcpu.c_str(), machine.mattr.c_str()};
}

}  // namespace

bool is_off() {
    return isotope_client_is_off(client()) != 0;
}

Service::Service()
    : end(std::chrono::steady_clock::now() + std::chrono::milliseconds(isotope_client_timeout_ms(client()))) {}

std::vector<Reply> Service::ask(const Machine &machine, const std::vector<const Window *> &windows) {
    std::vector<const char *> texts;
    for (const Window *window : windows) {
        texts.push_back(window->text.c_str());
    }
    const isotope_target target = target_of(machine);
    const auto whole = isotope_client_timeout_ms(client());
    const auto part = std::max(1U, (unsigned)(whole * (1 - kComparing)));
    Results results(isotope_select_batch(client(), &target, texts.data(), texts.size(), part));
    std::vector<Reply> replies;
    for (size_t i = 0; i < windows.size(); i++) {
        replies.push_back({isotope_results_get(results.get(), i), isotope_results_milliseconds(results.get(), i)});
    }
    kept.push_back(std::move(results));
    // Whatever answers took, comparing has its own part.
    end = std::max(end, std::chrono::steady_clock::now() + std::chrono::milliseconds((int64_t)(whole * kComparing)));
    return replies;
}

unsigned Service::left_ms() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    return left.count() > 0 ? (unsigned)left.count() : 0;
}

std::vector<isotope_compared> Service::compare(const Machine &machine, const std::vector<isotope_pair> &pairs) {
    std::vector<isotope_compared> compared(pairs.size());
    const unsigned left = left_ms();
    if (left > 0 && !pairs.empty()) {
        const isotope_target target = target_of(machine);
        // Why it does not say is why there are no answers, too, or will be.
        (void)isotope_compare(client(), &target, pairs.data(), pairs.size(), left, compared.data());
    }
    return compared;
}

}  // namespace isotope
