//! Queries and answers of proof workers. See `isotope_fuzz::query`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::query(data));
