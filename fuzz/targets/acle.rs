//! Rows of the table of Arm's intrinsics. See `isotope_fuzz::acle`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::acle(data));
