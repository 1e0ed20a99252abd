// Work in a process of its own: what comes back, and what does not.
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "child.h"

namespace {

int failures = 0;

void expect(const char *what, const std::optional<std::string> &result,
            const std::optional<std::string> &wanted) {
    const bool equal = result == wanted;
    printf("%s: %s\n", what, equal ? "as expected" : result ? result->c_str() : "nothing");
    failures += !equal;
}

void write(const std::string &path, const std::string &text) {
    std::ofstream(path) << text;
}

}  // namespace

int main() {
    constexpr uint32_t kLong = 60000;
    std::mutex lock;
    const auto in_child = [&](const std::function<void(const std::string &)> &work, uint32_t timeout_ms) {
        return isotope::in_child(work, timeout_ms, {&lock});
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
    return failures;
}
