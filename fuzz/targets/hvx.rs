//! Entries of the HVX manual. See `isotope_fuzz::hvx`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::hvx(data));
