//! Expressions as graphs, from protobuf bytes. See `isotope_fuzz::wire`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::wire(data));
