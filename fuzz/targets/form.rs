//! LLVM forms of instructions. See `isotope_fuzz::form`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::form(data));
