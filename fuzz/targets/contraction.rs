//! MLIR's generic form. See `isotope_fuzz::contraction`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::contraction(data));
