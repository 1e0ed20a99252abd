# Where things are for the machine that is installed or packaged for: MACHINE, this one if that is not set. Read by other scripts,
# in the project's folder.
#
#   MACHINE_DEBIAN     Debian's name of the architecture
#   MACHINE_BUILT      the folder that cargo builds into      MACHINE_MAKE     what has it built
#   MACHINE_Z3         the folder of its Z3
#   MACHINE_TOOLS      what stands before the names of binutils
#   MACHINE_RUN        what its programs are started by here
#   MACHINE_HALIDES, MACHINE_PLUGINS     the Halides and LLVMs whose clients are built where nobody names others
#
# ISOTOPE_BUILT_IN names another folder that this machine's programs were built into: tests have one.
# shellcheck shell=bash disable=SC2034  # whoever reads it uses them
export MACHINE=${MACHINE:-$(uname -m)}
MACHINE_TARGETS=${CARGO_TARGET_DIR:-target}
if [ "$MACHINE" = "$(uname -m)" ]; then
  MACHINE_DEBIAN=$(dpkg --print-architecture 2>/dev/null || true)
  MACHINE_BUILT=${ISOTOPE_BUILT_IN:-$MACHINE_TARGETS/shipped} MACHINE_MAKE="make install"
  MACHINE_Z3=third_party/z3/lib
  MACHINE_TOOLS=
  MACHINE_RUN=(env)
  MACHINE_HALIDES="19 21" MACHINE_PLUGINS="19 22"
elif [ "$MACHINE" = aarch64 ]; then
  MACHINE_DEBIAN=arm64
  MACHINE_BUILT=$MACHINE_TARGETS/aarch64-unknown-linux-gnu/shipped MACHINE_MAKE="make arm"
  MACHINE_Z3=third_party/z3-aarch64/lib
  MACHINE_TOOLS=aarch64-linux-gnu-
  MACHINE_RUN=("$PWD/scripts/on-arm")
  MACHINE_HALIDES="" MACHINE_PLUGINS=""
else
  echo "$0: nothing is built here for MACHINE=$MACHINE; there are $(uname -m) and aarch64" >&2
  exit 1
fi
