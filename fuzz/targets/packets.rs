//! LLVM's machine code for packets. See `isotope_fuzz::packets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::packets(data));
