//! Specifications in Sail. See `isotope_fuzz::sail`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::sail(data));
