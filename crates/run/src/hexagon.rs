//! Hexagon on QEMU's user-mode emulator, with HVX registers of 128 bytes.

use crate::user_mode::UserMode;

/// QEMU 7.2 knows up to V67.
pub(crate) const HEXAGON: UserMode = UserMode {
    machine: "qemu-hexagon",
    arch: "hexagon",
    arguments: &[],
    clang: &["--target=hexagon-unknown-linux-musl", "-mcpu=hexagonv66", "-mhvx", "-mhvx-length=128b"],
    start: concat!(
        include_str!("../machine/linux_hexagon.c"),
        include_str!("../machine/linux.c"),
        include_str!("../machine/hexagon.c")
    ),
    features: &["hvxv60", "hvxv62", "hvxv65", "hvxv66"],
};
