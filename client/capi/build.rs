//! The shared library's soname: it changes when a program built against an older header would no longer work.

/// `ISOTOPE_ABI_VERSION` of include/isotope.h, which a test compares.
const ABI_VERSION: u32 = 1;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libisotope.so.{ABI_VERSION}");
}
