#include "report/tally.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>

namespace isotope {

namespace {

struct Tally {
    std::mutex mutex;
    const pid_t process = getpid();
    size_t pipelines = 0, off = 0, expressions = 0, used = 0;
    std::map<std::string, size_t> why_not;
};

std::string told(const Tally &all) {
    std::ostringstream text;
    if (all.off > 0) {
        text << "isotope: switched off (ISOTOPE_OFF): " << all.off << " pipelines not looked at\n";
    }
    if (all.pipelines == 0) {
        return text.str();
    }
    text << "isotope: ";
    if (all.used == 0) {
        text << "nothing is used: none";
    } else {
        text << all.used;
    }
    text << " of " << all.expressions << " vector expressions in " << all.pipelines << " pipelines "
         << (all.used == 1 ? "has an answer" : "have answers") << "\n";
    std::vector<std::pair<size_t, std::string>> reasons;
    for (const auto &[why, count] : all.why_not) {
        reasons.emplace_back(count, why);
    }
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
    for (const auto &[count, why] : reasons) {
        text << "isotope: " << count << ": " << why << "\n";
    }
    return text.str();
}

// Null where nobody asked for it. Never destroyed: threads may compile while the process ends.
Tally *tallied() {
    static Tally *const all = is_set("ISOTOPE_VERBOSE") ? new Tally() : nullptr;
    static const bool registered = all && atexit([] {
                                       const std::lock_guard<std::mutex> lock(all->mutex);
                                       const std::string text = told(*all);
                                       // A fork has counted what its parent did. Nobody need listen.
                                       if (all->process == getpid()) {
                                           const ssize_t written =
                                               write(STDERR_FILENO, text.data(), text.size());
                                           (void)written;
                                       }
                                   }) == 0;
    (void)registered;
    return all;
}

}  // namespace

bool is_set(const char *variable) {
    const char *value = getenv(variable);
    const auto is = [&](const char *word) { return strcmp(value, word) == 0; };
    return value && *value && !is("0") && !is("no") && !is("false");
}

void tally(const std::vector<Decision> &decisions) {
    Tally *all = tallied();
    if (!all) {
        return;
    }
    const std::lock_guard<std::mutex> lock(all->mutex);
    all->pipelines++;
    all->expressions += decisions.size();
    for (const Decision &decision : decisions) {
        if (decision.replacement.defined()) {
            all->used++;
        } else {
            all->why_not[decision.why_not]++;
        }
    }
}

void tally_off() {
    if (Tally *all = tallied()) {
        const std::lock_guard<std::mutex> lock(all->mutex);
        all->off++;
    }
}

}  // namespace isotope
