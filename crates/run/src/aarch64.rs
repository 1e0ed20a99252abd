//! AArch64 on QEMU's user-mode emulator, with all that it knows of Advanced SIMD, and SVE2 with vectors of 128 bits.

use crate::user_mode::UserMode;

/// `max` is every extension that the emulator has. A C type of lanes may stand for another of as many bits.
pub(crate) const AARCH64: UserMode = UserMode {
    machine: "qemu-aarch64",
    arch: "aarch64",
    arguments: &["-cpu", "max,sve128=on"],
    clang: &[
        "--target=aarch64-linux-gnu",
        "-march=armv8.6-a+crc+crypto+sha3+sm4+dotprod+rdm+i8mm+bf16+fp16+fp16fml+sve2",
        "-flax-vector-conversions=all",
        // At -O0 LLVM 19 selects globally, and there it rounds floats to bfloat where half is meant.
        "-mllvm",
        "-global-isel=0",
    ],
    start: concat!(include_str!("../machine/linux_aarch64.c"), include_str!("../machine/linux.c")),
    features: &[
        "neon",
        "aes",
        "sha2",
        "sha3",
        "sm4",
        "crc",
        "dotprod",
        "rdm",
        "i8mm",
        "bf16",
        "fullfp16",
        "fp16fml",
        "complxnum",
        "fptoint",
        "sve",
        "sve2",
    ],
};
