//! The wall around rights: what a daemon that runs as root, or was given capabilities, may do beyond others is not passed on.
//!
//! Bounds on memory and time hold for whoever cannot lift them: a process with `CAP_SYS_RESOURCE` could.

use nix::errno::Errno;
use nix::libc;
use std::io;

/// The layout of `capset` with two words for each set.
const VERSION: u32 = 0x2008_0522;

/// More than any kernel has.
const LAST: libc::c_ulong = 63;

/// As `capset` and `capget` have it.
#[repr(C)]
struct Header {
    version: u32,
    process: i32,
}

/// The same; one for capabilities 0 to 31, one for the others.
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Takes all capabilities off the calling thread, for good: what it becomes gets none either, whoever its user is and whatever its
/// file says. Only system calls are made, and nothing is allocated.
#[allow(unsafe_code)]
pub(super) fn drop_all() -> io::Result<()> {
    // The kernel reads whole words.
    const NONE: libc::c_ulong = 0;
    // Without it root's would come back with the next program.
    nix::sys::prctl::set_no_new_privs()?;
    for capability in 0..=LAST {
        // SAFETY: a plain system call. It fails where the kernel has no such capability, or where the caller may not, who has none
        // to lose then.
        unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, NONE, NONE, NONE) };
    }
    // SAFETY: the same; kernels before 4.3 have no such set.
    unsafe { libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL as libc::c_ulong, NONE, NONE, NONE) };
    let (header, none) = (Header { version: VERSION, process: 0 }, [Sets::default(); 2]);
    // SAFETY: both live until the call is over, and have the layout that its version says.
    Errno::result(unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) })?;
    Ok(())
}

/// Whether the wall holds: a thread behind it has no capability.
pub(super) fn hold() -> bool {
    let behind = || drop_all().and_then(|()| has_none()).unwrap_or(false);
    std::thread::Builder::new().spawn(behind).is_ok_and(|thread| thread.join().unwrap_or(false))
}

/// Whether the calling thread has no capability.
#[allow(unsafe_code)]
fn has_none() -> io::Result<bool> {
    let (header, mut found) = (Header { version: VERSION, process: 0 }, [Sets::default(); 2]);
    // SAFETY: both live until the call is over, and have the layout that its version says.
    Errno::result(unsafe { libc::syscall(libc::SYS_capget, &raw const header, found.as_mut_ptr()) })?;
    Ok(found == [Sets::default(); 2])
}
