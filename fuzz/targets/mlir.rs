//! MLIR's generic form. See `isotope_fuzz::mlir`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::mlir(data));
