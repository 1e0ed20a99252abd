//! MLIR's generic form. See `isotope_fuzz::vectorize`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::vectorize(data));
