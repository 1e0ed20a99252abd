//! Freed memory that the C library keeps, which counts as ours.
//!
//! Left to itself, glibc lets each of its heaps keep as much freed memory as twice the largest block that was ever freed,
//! and a heap that shrinks to what lies highest in it keeps everything below. Large windows come seldom and from anybody;
//! what they took has to go back to the machine. Z3 allocates here too. Other C libraries give freed memory back by
//! themselves, or have no such words.

use crate::limits::{KEPT_FREE_BETWEEN_JOBS_BYTES, KEPT_FREE_BYTES, MAPPED_ALONE_BYTES};

/// Bounds what each heap keeps. For the start of a process, before it has threads.
pub fn keep_little() {
    bound(KEPT_FREE_BYTES, MAPPED_ALONE_BYTES);
}

/// After a worker's job: gives freed memory back to the machine if there is more of it than
/// [`KEPT_FREE_BETWEEN_JOBS_BYTES`].
pub fn give_back() {
    if free_bytes() > KEPT_FREE_BETWEEN_JOBS_BYTES {
        trim();
    }
}

#[cfg(target_env = "gnu")]
#[allow(unsafe_code)]
mod glibc {
    use nix::libc;

    pub fn bound(kept: usize, mapped_alone: usize) {
        let int = |bytes: usize| libc::c_int::try_from(bytes).unwrap_or(libc::c_int::MAX);
        // SAFETY: plain calls that take numbers. A setting that glibc refuses stays as it was.
        unsafe {
            libc::mallopt(libc::M_TRIM_THRESHOLD, int(kept));
            libc::mallopt(libc::M_MMAP_THRESHOLD, int(mapped_alone));
        }
    }

    pub fn free_bytes() -> usize {
        // SAFETY: a plain call that returns numbers.
        unsafe { libc::mallinfo2() }.fordblks
    }

    pub fn trim() {
        // SAFETY: a plain call; only memory that is free goes.
        unsafe { libc::malloc_trim(0) };
    }
}

#[cfg(target_env = "gnu")]
use glibc::{bound, free_bytes, trim};

#[cfg(not(target_env = "gnu"))]
mod other {
    pub fn bound(_: usize, _: usize) {}
    pub fn free_bytes() -> usize {
        0
    }
    pub fn trim() {}
}

#[cfg(not(target_env = "gnu"))]
use other::{bound, free_bytes, trim};
