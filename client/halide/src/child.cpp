#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

namespace isotope {

namespace {

using Work = std::function<void(const std::string &)>;

// Closed when it goes.
struct File {
    int number = -1;
    ~File() { shut(); }
    void shut() {
        if (number >= 0) {
            close(number);
        }
        number = -1;
    }
};

// Whoever waits for the end of a pipe of the program's must not wait for its copy.
void close_all_but(int one, int other) {
    const unsigned first = (unsigned)std::min(one, other), second = (unsigned)std::max(one, other);
    const std::pair<unsigned, unsigned> ranges[] = {
        {3, first - 1}, {first + 1, second - 1}, {second + 1, ~0U}};
    for (const auto &[begin, end] : ranges) {
        if (begin <= end) {
            close_range(begin, end, 0);
        }
    }
}

// The child's life. It says nothing on the way out: what goes wrong in it is of no concern to the user.
[[noreturn]] void live(const Work &work, const std::string &path) {
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    for (int deadly : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE}) {
        signal(deadly, SIG_DFL);
    }
    try {
        work(path);
    } catch (...) {
        _exit(1);
    }
    _exit(0);
}

// Whether all writers of a pipe are gone in time.
bool is_closed(int pipe, uint32_t timeout_ms) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    while (true) {
        const auto left = end - std::chrono::steady_clock::now();
        const auto left_ms = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
        pollfd ready = {pipe, POLLIN, 0};
        const int count = left_ms > 0 ? poll(&ready, 1, (int)left_ms) : 0;
        if (count >= 0 || errno != EINTR) {
            return count > 0;
        }
    }
}

std::string contents(int file) {
    std::string all;
    char some[1 << 16];
    ssize_t length;
    while ((length = pread(file, some, sizeof(some), (off_t)all.size())) > 0) {
        all.append(some, (size_t)length);
    }
    return all;
}

}  // namespace

std::optional<std::string> in_child(const Work &work, uint32_t timeout_ms,
                                    const std::vector<std::mutex *> &locks) {
    const File result = {memfd_create("isotope", MFD_CLOEXEC)};
    int ends[2];
    if (result.number < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        return {};
    }
    const File in = {ends[0]};
    File out = {ends[1]};
    if (std::min(result.number, out.number) <= STDERR_FILENO) {
        return {};  // a program without standard streams
    }
    for (std::mutex *lock : locks) {
        lock->lock();
    }
    const pid_t child = fork();
    for (std::mutex *lock : locks) {
        lock->unlock();
    }
    if (child == 0) {
        close_all_but(result.number, out.number);
        live(work, "/proc/self/fd/" + std::to_string(result.number));
    }
    out.shut();
    if (child < 0) {
        return {};
    }
    const bool ended = is_closed(in.number, timeout_ms);
    if (!ended) {
        kill(child, SIGKILL);
    }
    int status = 0;
    pid_t reaped;
    while ((reaped = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    if (!ended || reaped != child) {
        // A program that reaps all children itself took the status.
        return {};
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? contents(result.number) : "";
}

}  // namespace isotope
