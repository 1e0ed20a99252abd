//! The wall around system calls: what computing takes is allowed, what only an attack makes ends the process, and the rest is
//! not there.

use super::Sandbox;
use nix::libc;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

/// The calls of a program that reads, computes and writes, from its loader to its end. Opening is the other wall's.
const ALLOWED: [libc::c_long; 60] = [
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_execve,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_getcwd,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_sigaltstack,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_getrlimit,
    libc::SYS_fadvise64,
];

/// The same, of calls that only this architecture has.
#[cfg(target_arch = "x86_64")]
const ALLOWED_HERE: [libc::c_long; 9] = [
    libc::SYS_access,
    libc::SYS_arch_prctl,
    libc::SYS_lstat,
    libc::SYS_open,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_stat,
    libc::SYS_time,
    libc::SYS_getdents64,
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_HERE: [libc::c_long; 1] = [libc::SYS_getdents64];

/// Calls that no compiler and no search makes: a process that makes one is ended, so that it is seen.
const FATAL: [libc::c_long; 26] = [
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_io_uring_setup,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_swapon,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// Both filters as the kernel reads them; `None` for an architecture that they cannot be written for.
pub(super) fn filters() -> Option<Vec<BpfProgram>> {
    written().ok()
}

fn written() -> Result<Vec<BpfProgram>, BackendError> {
    let mut allowed: BTreeMap<_, _> = ALLOWED.into_iter().chain(ALLOWED_HERE).map(|call| (call, vec![])).collect();
    let only = |argument, compare, value| -> Result<Vec<SeccompRule>, BackendError> {
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, value)?;
        Ok(vec![SeccompRule::new(vec![condition])?])
    };
    let thread = libc::CLONE_THREAD as u64;
    // Threads and no processes. `clone3` keeps its flags in memory: it is not there, and libraries then take this one.
    allowed.insert(libc::SYS_clone, only(0, SeccompCmpOp::MaskedEq(thread), thread)?);
    // Of the caller itself and of nobody else.
    allowed.insert(libc::SYS_prctl, only(0, SeccompCmpOp::Eq, libc::PR_SET_NAME as u64)?);
    allowed.insert(libc::SYS_prlimit64, only(0, SeccompCmpOp::Eq, 0)?);
    allowed.insert(libc::SYS_setpriority, only(1, SeccompCmpOp::Eq, 0)?);
    let fatal: BTreeMap<_, _> = FATAL.into_iter().map(|call| (call, vec![])).collect();
    let architecture = || std::env::consts::ARCH.try_into();
    // Of both the sterner holds.
    let not_there = SeccompAction::Errno(libc::ENOSYS as u32);
    let deadly = SeccompFilter::new(fatal, SeccompAction::Allow, SeccompAction::KillProcess, architecture()?)?;
    let computing = SeccompFilter::new(allowed, not_there, SeccompAction::Allow, architecture()?)?;
    // The first that is put on still has to let the second be: it is the one that knows `seccomp` and `prctl`.
    Ok(vec![deadly.try_into()?, computing.try_into()?])
}

/// Whether the filters hold: a thread behind them has no sockets.
pub(super) fn hold(filters: &Arc<Vec<BpfProgram>>) -> bool {
    let sandbox = Sandbox { files: None, calls: Some(Arc::clone(filters)), rights: false };
    let behind = move || {
        sandbox.enter().ok()?;
        UnixStream::pair().err().and_then(|error| error.raw_os_error())
    };
    let tried = std::thread::Builder::new().spawn(behind).map(|thread| thread.join());
    matches!(tried, Ok(Ok(Some(libc::ENOSYS))))
}
