//! Vector bodies of functions, shown here without a daemon.

use crate::calls::{DEFECT, guarded};
use crate::incoming::{NotText, text};
use std::ffi::c_char;

/// See isotope.h.
///
/// # Safety
/// `module` and `shape` are NULL or end in a zero byte; `why` has room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_lanes_shown(
    module: *const c_char,
    shape: *const c_char,
    why: *mut c_char,
    size: usize,
) -> i32 {
    // SAFETY: as the caller says.
    let texts = unsafe { (text(module), text(shape)) };
    let reason = guarded(Some(DEFECT.to_owned()), || shown(texts).err());
    let Some(reason) = reason else { return 1 };
    let room = size.saturating_sub(1);
    let end = (0..=room.min(reason.len())).rev().find(|end| reason.is_char_boundary(*end)).unwrap_or(0);
    if !why.is_null() && size > 0 {
        // SAFETY: there is room for `end` bytes and one more, and a reason that was made here lies elsewhere.
        unsafe {
            std::ptr::copy_nonoverlapping(reason.as_ptr().cast::<c_char>(), why, end);
            why.add(end).write(0);
        }
    }
    0
}

fn shown((module, shape): (Result<&str, NotText>, Result<&str, NotText>)) -> Result<(), String> {
    let (Ok(module), Ok(shape)) = (module, shape) else { return Err("a text is not UTF-8".to_owned()) };
    let module = isotope_mlir::read(module).map_err(|error| error.to_string())?;
    isotope_lanes::show(&module, shape).map(|_| ()).map_err(|why| why.to_string())
}
