#include "frontend/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace isotope {

namespace {

using Clock = std::chrono::steady_clock;

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

std::string contents(int file) {
    std::string all;
    char some[1 << 16];
    ssize_t length;
    while ((length = pread(file, some, sizeof(some), (off_t)all.size())) > 0) {
        all.append(some, (size_t)length);
    }
    return all;
}

bool write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t some = write(file, bytes, length);
        if (some < 0 && errno == EINTR) {
            continue;
        } else if (some <= 0) {
            return false;
        }
        bytes += some;
        length -= (size_t)some;
    }
    return true;
}

// A piece gets so much of the processor; who uses it up ends here.
void begin_share(uint32_t share_ms) {
    const itimerval share = {{0, 0}, {share_ms / 1000, (int)(share_ms % 1000) * 1000}};
    setitimer(ITIMER_PROF, &share, nullptr);
}

// The child's life: each result goes into the pipe after its length. It says nothing on the way out: what
// goes wrong in it is of no concern to the user.
[[noreturn]] void live(const Work &work, size_t begin, size_t end, uint32_t share_ms, int out) {
    // Whoever waits for the end of a pipe of the program's must not wait for its copy.
    close_range(3, (unsigned)out - 1, 0);
    close_range((unsigned)out + 1, ~0U, 0);
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    sigset_t let_through;
    sigemptyset(&let_through);
    for (int deadly : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGPROF, SIGPIPE}) {
        signal(deadly, SIG_DFL);
        sigaddset(&let_through, deadly);
    }
    sigprocmask(SIG_UNBLOCK, &let_through, nullptr);
    for (size_t i = begin; i < end; i++) {
        const File file = {memfd_create("isotope", MFD_CLOEXEC)};
        begin_share(share_ms);
        std::string made;
        try {
            work(i, "/proc/self/fd/" + std::to_string(file.number));
            made = contents(file.number);
        } catch (...) {
            // It has no result.
        }
        begin_share(0);
        const uint64_t length = made.size();
        if (!write_all(out, (const char *)&length, sizeof(length)) || !write_all(out, made.data(), made.size())) {
            break;
        }
    }
    _exit(0);
}

// Reads until all writers are gone. False when time was over first.
bool read_in_time(int pipe, Clock::time_point end, std::string *all) {
    char some[1 << 16];
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd ready = {pipe, POLLIN, 0};
        const int count = left > 0 ? poll(&ready, 1, (int)left) : 0;
        if (count < 0 && errno == EINTR) {
            continue;
        }
        const ssize_t length = count > 0 ? read(pipe, some, sizeof(some)) : -1;
        if (count <= 0 || (length < 0 && errno != EINTR)) {
            return false;
        } else if (length == 0) {
            return true;
        } else if (length > 0) {
            all->append(some, (size_t)length);
        }
    }
}

// The whole results among what was read.
std::vector<std::string> results_in(const std::string &all) {
    std::vector<std::string> results;
    uint64_t length;
    for (size_t at = 0; at + sizeof(length) <= all.size(); at += length) {
        memcpy(&length, all.data() + at, sizeof(length));
        at += sizeof(length);
        if (length > all.size() - at) {
            break;
        }
        results.emplace_back(all, at, length);
    }
    return results;
}

// One child, from a piece on. Returns its status, and whether it ended by itself in time.
struct Life {
    std::vector<std::string> results;
    bool ended = false;
};

Life one_life(const Work &work, size_t begin, size_t count, uint32_t share_ms, Clock::time_point end,
              const std::vector<std::mutex *> &locks) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return {};
    }
    const File in = {ends[0]};
    File out = {ends[1]};
    if (in.number <= STDERR_FILENO) {
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
        live(work, begin, count, share_ms, out.number);
    }
    out.shut();
    if (child < 0) {
        return {};
    }
    Life life;
    std::string all;
    life.ended = read_in_time(in.number, end, &all);
    if (!life.ended) {
        kill(child, SIGKILL);
    }
    int status = 0;
    // A program that reaps all children itself takes the status; what came through the pipe is enough.
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    life.results = results_in(all);
    return life;
}

}  // namespace

std::vector<std::optional<std::string>> in_child(const Work &work, size_t count, const Allowance &allowance,
                                                 const std::vector<std::mutex *> &locks) {
    const Clock::time_point end = Clock::now() + std::chrono::milliseconds(allowance.timeout_ms);
    std::vector<std::optional<std::string>> results(count);
    for (size_t begin = 0; begin < count && Clock::now() < end;) {
        const Life life = one_life(work, begin, count, allowance.share_ms, end, locks);
        for (const std::string &result : life.results) {
            results[begin++] = result;
        }
        if (!life.ended) {
            break;
        } else if (begin < count) {
            // The one under way ended it.
            results[begin++] = "";
        }
    }
    return results;
}

}  // namespace isotope
