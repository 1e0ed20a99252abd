//! Compilers' listings. See `isotope_fuzz::listing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::listing(data));
