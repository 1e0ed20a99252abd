//! The text form of expressions. See `isotope_fuzz::text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::text(data));
