/* Loads a tool once and runs it often. Preloaded into the tool's process, this stands in the place of `main`: when the loader and all
 * constructors are through, it waits for requests on descriptor REQUESTS, and runs the tool's own `main` in a fork for each.
 *
 * A request is one message: `struct request`, the filters of system calls, the arguments, each with its zero; and descriptors: standard
 * input, output and error, a socket for the report, and the files that the run may reach, if these are walled in. Nothing of a tool's input
 * is read before the fork has its bounds and its walls on. `crates/pricer/src/prepared.rs` is the other side.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REQUESTS = 3, LIBRARY = 4, DESCRIPTORS = 64, MESSAGE = 1 << 16, ARGUMENTS = 256, FILTERS = 4, RIGHTS = 63, NOT_STARTED = 127 };
enum { INPUT, OUTPUT, ERRORS, REPORT, FILES, PASSED };

/* In the byte order of the machine, as the other side writes it. */
struct request {
    uint64_t data_bytes, address_bytes, cpu_seconds;
    uint32_t stands_back, drops_rights, has_files, filters;
    uint32_t filter_bytes[FILTERS];
};

/* That a run has begun, and as which process; the report follows when it has ended. */
struct begun {
    int32_t process;
};

/* How a run ended, as wait4 says it. */
struct report {
    uint32_t status, unused;
    uint64_t user_microseconds, system_microseconds;
};

typedef int main_function(int, char **, char **);

static main_function *tool;
static int own_arguments;
static char **own;

static int pidfd_of(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static int limit(int resource, uint64_t soft, uint64_t hard) {
    const struct rlimit both = {soft, hard};
    return setrlimit(resource, &both);
}

/* As `child.rs` bounds what it starts, and `sandbox` walls it in; the order is theirs. */
static int enter(const struct request *asked, const char *filters, int files) {
    if (limit(RLIMIT_CORE, 0, 0) || limit(RLIMIT_NOFILE, DESCRIPTORS, DESCRIPTORS) ||
        limit(RLIMIT_AS, asked->address_bytes, asked->address_bytes) ||
        limit(RLIMIT_DATA, asked->data_bytes, asked->address_bytes) ||
        (asked->cpu_seconds && limit(RLIMIT_CPU, asked->cpu_seconds, asked->cpu_seconds + 1)))
        return -1;
    if (asked->stands_back && nice(10) == -1)
        errno = 0; /* it would only be as eager as others */
    if ((asked->drops_rights || asked->has_files || asked->filters) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return -1;
    if (asked->drops_rights) {
        const struct { uint32_t version; int process; } header = {0x20080522, 0};
        const struct { uint32_t effective, permitted, inheritable; } none[2] = {{0, 0, 0}, {0, 0, 0}};
        for (unsigned long right = 0; right <= RIGHTS; right++)
            prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        if (syscall(SYS_capset, &header, none))
            return -1;
    }
    if (asked->has_files && syscall(SYS_landlock_restrict_self, files, 0))
        return -1;
    if (syscall(SYS_close_range, 3, ~0U, 0))
        return -1;
    for (uint32_t at = 0; at < asked->filters; at++) {
        const uint32_t bytes = asked->filter_bytes[at];
        const struct sock_fprog program = {(unsigned short)(bytes / sizeof(struct sock_filter)), (struct sock_filter *)filters};
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
            return -1;
        filters += bytes;
    }
    return 0;
}

/* Becomes the run. Whoever waits for this process is gone with `parent`. */
_Noreturn static void become(const struct request *asked, const char *filters, char **arguments, int count, const int *passed, pid_t parent) {
    static const char why[] = "it cannot be walled in\n";
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != parent)
        _exit(NOT_STARTED);
    setpgid(0, 0);
    for (int at = INPUT; at <= ERRORS; at++)
        if (dup2(passed[at], at) < 0)
            _exit(NOT_STARTED);
    if (enter(asked, filters, passed[FILES])) {
        if (write(ERRORS, why, sizeof why - 1) < 0)
            _exit(NOT_STARTED);
        _exit(NOT_STARTED);
    }
    exit(tool(count, arguments, environ));
}

/* Waits for a run and reports how it ended; ends it where nobody listens any more. */
_Noreturn static void keep(const struct request *asked, const char *filters, char **arguments, int count, const int *passed, pid_t parent) {
    signal(SIGCHLD, SIG_DFL);
    close(REQUESTS);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != parent)
        _exit(1);
    const pid_t self = getpid(), run = fork();
    if (run == 0)
        become(asked, filters, arguments, count, passed, self);
    for (int at = INPUT; at <= ERRORS; at++)
        close(passed[at]);
    const int ended = run < 0 ? -1 : pidfd_of(run);
    if (ended < 0) {
        if (run > 0)
            kill(run, SIGKILL);
        _exit(1);
    }
    const struct begun begun = {(int32_t)run};
    if (send(passed[REPORT], &begun, sizeof begun, MSG_NOSIGNAL) != sizeof begun)
        kill(run, SIGKILL);
    struct pollfd either[2] = {{ended, POLLIN, 0}, {passed[REPORT], POLLIN, 0}};
    while (poll(either, 2, -1) < 0 && errno == EINTR)
        ;
    if (!either[0].revents)
        kill(run, SIGKILL);
    int status;
    struct rusage used;
    if (wait4(run, &status, 0, &used) != run)
        _exit(1);
    const struct report report = {(uint32_t)status, 0, (uint64_t)used.ru_utime.tv_sec * 1000000 + (uint64_t)used.ru_utime.tv_usec,
                                  (uint64_t)used.ru_stime.tv_sec * 1000000 + (uint64_t)used.ru_stime.tv_usec};
    _exit(send(passed[REPORT], &report, sizeof report, MSG_NOSIGNAL) == sizeof report ? 0 : 1);
}

/* The descriptors of a message; those that are missing are -1. */
static void descriptors(struct msghdr *message, int *passed) {
    for (int at = 0; at < PASSED; at++)
        passed[at] = -1;
    for (struct cmsghdr *one = CMSG_FIRSTHDR(message); one; one = CMSG_NXTHDR(message, one))
        if (one->cmsg_level == SOL_SOCKET && one->cmsg_type == SCM_RIGHTS) {
            const size_t bytes = one->cmsg_len - CMSG_LEN(0);
            memcpy(passed, CMSG_DATA(one), bytes < PASSED * sizeof(int) ? bytes : PASSED * sizeof(int));
        }
}

/* Serves requests until the socket is closed. */
static int serve(void) {
    static char text[MESSAGE];
    static char *arguments[ARGUMENTS];
    const pid_t self = getpid();
    const int known = pidfd_of(self);
    if (known < 0 || close(known) || send(REQUESTS, "", 1, MSG_NOSIGNAL) != 1)
        return 1;
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        char room[CMSG_SPACE(PASSED * sizeof(int))];
        struct iovec part = {text, sizeof text};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
        const ssize_t bytes = recvmsg(REQUESTS, &message, MSG_CMSG_CLOEXEC);
        if (bytes <= 0 && !(bytes < 0 && errno == EINTR))
            return 0;
        int passed[PASSED];
        descriptors(&message, passed);
        struct request asked;
        size_t at = sizeof asked;
        int count = 0, whole = bytes >= (ssize_t)sizeof asked && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) && passed[REPORT] >= 0;
        if (whole) {
            memcpy(&asked, text, sizeof asked);
            whole = asked.filters <= FILTERS && (!asked.has_files || passed[FILES] >= 0);
            for (uint32_t filter = 0; whole && filter < asked.filters; filter++)
                at += asked.filter_bytes[filter];
            whole = whole && at <= (size_t)bytes && (at == (size_t)bytes || text[bytes - 1] == 0);
        }
        for (; whole && count < own_arguments && count < ARGUMENTS - 1; count++)
            arguments[count] = own[count];
        for (; whole && at < (size_t)bytes && count < ARGUMENTS - 1; at += strlen(text + at) + 1)
            arguments[count++] = text + at;
        arguments[count] = NULL;
        /* What is not whole gets no report, and its asker sees the socket closed. */
        if (whole && at >= (size_t)bytes && fork() == 0)
            keep(&asked, text + sizeof asked, arguments, count, passed, self);
        for (int each = 0; each < PASSED; each++)
            if (passed[each] >= 0)
                close(passed[each]);
    }
}

static int in_place_of_main(int count, char **arguments, char **environment) {
    (void)environment;
    own_arguments = count;
    own = arguments;
    unsetenv("LD_PRELOAD");
    unsetenv("LD_BIND_NOW");
    close(LIBRARY);
    return serve();
}

typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

int __libc_start_main(main_function *of_the_tool, int count, char **arguments, void (*begin)(void), void (*end)(void),
                      void (*unload)(void), void *stack) {
    start_function *const start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    if (!start)
        _exit(NOT_STARTED);
    tool = of_the_tool;
    return start(in_place_of_main, count, arguments, begin, end, unload, stack);
}
