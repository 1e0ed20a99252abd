#include "steps.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace {

// Where the code of a library lies.
struct Extent {
  uintptr_t base = 0, begin = 0, end = 0;
};

struct Search {
  uintptr_t inside;
  Extent found;
};

int match(dl_phdr_info *info, size_t, void *data) {
  auto *search = (Search *)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto &part = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && search->inside >= begin &&
        search->inside < begin + part.p_memsz) {
      search->found = {info->dlpi_addr, begin, begin + part.p_memsz};
      return 1;
    }
  }
  return 0;
}

// Where a stopped process is.
uintptr_t position(pid_t process) {
#if defined(__x86_64__)
  const size_t at = offsetof(user, regs.rip);
  return (uintptr_t)ptrace(PTRACE_PEEKUSER, process, at, nullptr);
#else
  (void)process;
  throw std::runtime_error("programs of this machine are not traced yet");
#endif
}

[[noreturn]] void fail(const char *what) {
  throw std::runtime_error(std::string(what) + ": " + strerror(errno));
}

} // namespace

Steps count_steps(const std::function<void()> &function, const void *inside) {
  Search search{(uintptr_t)inside, {}};
  dl_iterate_phdr(match, &search);
  const Extent &library = search.found;
  // On one processor: a step is two changes between processes, and none has to
  // be woken elsewhere.
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  const pid_t child = fork();
  if (child < 0) {
    fail("fork");
  } else if (child == 0) {
    function();
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    raise(SIGSTOP);
    function();
    raise(SIGSTOP);
    _exit(0);
  }
  Steps steps;
  int status = 0;
  // The first stop is the one before the call, the next one comes after it.
  for (int stops = 0; stops < 2;) {
    if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status)) {
      errno = WIFSTOPPED(status) ? errno : ECHILD;
      fail("the traced kernel did not end");
    }
    stops += WSTOPSIG(status) == SIGSTOP;
    if (WSTOPSIG(status) == SIGTRAP) {
      const uintptr_t at = position(child);
      if (at >= library.begin && at < library.end) {
        steps.counts[at - library.base]++;
      } else {
        steps.elsewhere++;
      }
    }
    if (stops < 2 &&
        ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) < 0) {
      fail("ptrace");
    }
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return steps;
}
