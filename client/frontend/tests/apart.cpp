// Work in a process of its own: what comes back, and what does not.
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "frontend/child.h"

namespace {

int failures = 0;

void expect(const char *what, const std::optional<std::string> &result, const std::optional<std::string> &wanted) {
    const bool equal = result == wanted;
    printf("%s: %s\n", what, equal ? "as expected" : result ? result->c_str() : "nothing");
    failures += !equal;
}

void write(const std::string &path, const std::string &text) {
    std::ofstream(path) << text;
}

}  // namespace

int main() {
    using Texts = std::vector<std::optional<std::string>>;
    constexpr uint32_t kLong = 60000;
    std::mutex lock;
    const auto in_child = [&](const std::function<void(const std::string &)> &work, uint32_t timeout_ms) {
        const auto one = [&](size_t, const std::string &path) { work(path); };
        return isotope::in_child(one, 1, {kLong, timeout_ms}, {&lock})[0];
    };
    const std::string large(1 << 20, 'x');
    expect("text", in_child([](const std::string &path) { write(path, "text"); }, kLong), "text");
    expect("large", in_child([&](const std::string &path) { write(path, large); }, kLong), large);
    expect("nothing", in_child([](const std::string &) {}, kLong), "");
    expect("an assertion", in_child([](const std::string &) { abort(); }, kLong), "");
    expect("an exception", in_child([](const std::string &) { throw std::runtime_error("no"); }, kLong), "");
    expect("half", in_child([](const std::string &path) { write(path, "half"), abort(); }, kLong), "");
    expect("endless", in_child([](const std::string &) { pause(); }, 100), std::nullopt);
    std::thread other([&] {
        for (int i = 0; i < 20; i++) {
            const std::lock_guard<std::mutex> held(lock);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    const auto locked = [&](const std::string &path) {
        const std::lock_guard<std::mutex> held(lock);
        write(path, "free");
    };
    expect("locked elsewhere", in_child(locked, kLong), "free");
    other.join();
    // Whoever reads it waits for the end.
    int ends[2];
    if (pipe(ends) == 0) {
        std::thread work([&] { in_child([](const std::string &) { pause(); }, 2000); });
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        close(ends[1]);
        pollfd closed = {ends[0], POLLIN, 0};
        const bool soon = poll(&closed, 1, 500) == 1;
        printf("a pipe of the program's: %s\n", soon ? "as expected" : "held open");
        failures += !soon;
        work.join();
    }
    expect("no time", in_child([](const std::string &path) { write(path, "text"); }, 0), std::nullopt);

    // One that aborts, one that fails, one that computes for ever: the others have their turns.
    const auto several = [](size_t i, const std::string &path) {
        if (i == 1) {
            abort();
        } else if (i == 2) {
            throw std::runtime_error("no");
        }
        for (volatile bool ever = i == 3; ever;) {
        }
        write(path, std::to_string(i));
    };
    const bool in_turn = isotope::in_child(several, 5, {200, kLong}, {&lock}) == Texts{"0", "", "", "", "4"};
    // A result counts only if it is there when the time is over.
    const auto late = [](size_t i, const std::string &path) {
        write(path, std::to_string(i));
        sleep(i == 1 ? 60 : 0);
    };
    const bool kept = isotope::in_child(late, 3, {kLong, 500}, {&lock}) == Texts{"0", std::nullopt, std::nullopt};
    printf("in turn: %s; in time: %s\n", in_turn ? "as expected" : "no", kept ? "as expected" : "no");
    return failures + !in_turn + !kept;
}
