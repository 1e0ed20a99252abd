#include "frontend/tally.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

#include "frontend/service.h"
#include "frontend/variables.h"

namespace isotope {

namespace {

struct Tally {
    explicit Tally(const Compiler &compiler) : unit(compiler.unit) {}

    std::mutex mutex;
    const pid_t process = getpid();
    const std::string unit;  // what the compiler compiles at a time
    size_t units = 0, off = 0, expressions = 0, used = 0;
    std::map<std::string, size_t> why_not;
    std::set<size_t> searched;  // digests of the windows that the daemon still searches for
};

// Reasons that are said; a server's own sentences may differ from window to window.
constexpr size_t kMostReasons = 12;

// The remedy for searches that go on.
std::string remedy() {
    const char *path = getenv("ISOTOPE_REPORT");
    const std::string report = path && *path ? path : "";
    const std::string warm = "isotope warm " + (report.empty() ? "REPORT` (ISOTOPE_REPORT=REPORT writes one)" : report + "`");
    return "compile again in a while, or once with ISOTOPE_TIMEOUT_MS=60000, or wait for them with `" + warm;
}

std::string told(const Tally &all) {
    std::ostringstream text;
    if (all.off > 0) {
        text << "isotope: switched off (ISOTOPE_OFF): " << all.off << " " << all.unit << " not looked at\n";
    }
    if (all.units == 0) {
        return text.str();
    }
    text << "isotope: ";
    if (all.used == 0) {
        text << "nothing is used: none";
    } else {
        text << all.used;
    }
    text << " of " << all.expressions << " vector expressions in " << all.units << " " << all.unit << " "
         << (all.used == 1 ? "has an answer" : "have answers") << "\n";
    std::vector<std::pair<size_t, std::string>> reasons;
    for (const auto &[why, count] : all.why_not) {
        reasons.emplace_back(count, why);
    }
    std::stable_sort(reasons.begin(), reasons.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (size_t i = 0; i < reasons.size() && i < kMostReasons; i++) {
        text << "isotope: " << reasons[i].first << ": " << reasons[i].second << "\n";
    }
    if (reasons.size() > kMostReasons) {
        text << "isotope: and " << reasons.size() - kMostReasons << " more reasons\n";
    }
    if (const size_t count = all.searched.size()) {
        text << "isotope: " << count << (count == 1 ? " search goes" : " searches go") << " on in the daemon; " << remedy() << "\n";
    }
    return text.str();
}

// Null where nobody asked for it. Never destroyed: threads may compile while the process ends.
Tally *tallied(const Compiler &compiler) {
    static Tally *const all = is_set("ISOTOPE_VERBOSE") ? new Tally(compiler) : nullptr;
    static const bool registered = all && atexit([] {
                                              const std::lock_guard<std::mutex> lock(all->mutex);
                                              const std::string text = told(*all);
                                              // A fork has counted what its parent did. Nobody need listen.
                                              if (all->process == getpid()) {
                                                  const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
                                                  (void)written;
                                              }
                                          }) == 0;
    (void)registered;
    return all;
}

}  // namespace

void tally(const Compiler &compiler, const std::vector<const Question *> &questions, const std::vector<const isotope_result *> &results,
           const std::vector<Outcome> &outcomes) {
    Tally *all = tallied(compiler);
    if (!all) {
        return;
    }
    const std::lock_guard<std::mutex> lock(all->mutex);
    all->units++;
    all->expressions += outcomes.size();
    for (const Outcome &outcome : outcomes) {
        if (outcome.is_used) {
            all->used++;
        } else {
            all->why_not[outcome.why_not]++;
        }
    }
    for (size_t i = 0; i < questions.size(); i++) {
        if (!is_answer(results[i])) {
            continue;
        }
        const size_t digest = std::hash<std::string>()(questions[i]->shown());
        if (results[i]->truncated == ISOTOPE_SEARCHED_ON) {
            all->searched.insert(digest);
        } else {
            all->searched.erase(digest);
        }
    }
}

void tally_off(const Compiler &compiler) {
    Tally *all = is_library_known() ? tallied(compiler) : nullptr;
    if (all) {
        const std::lock_guard<std::mutex> lock(all->mutex);
        all->off++;
    }
}

}  // namespace isotope
