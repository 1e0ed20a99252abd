# The two commands are `make run` and `make test`; both install what is missing first (scripts/setup).

# Binaries find Z3 beside the target folder by themselves; this covers a CARGO_TARGET_DIR that lies elsewhere.
export LD_LIBRARY_PATH := $(CURDIR)/third_party/z3/lib$(if $(LD_LIBRARY_PATH),:$(LD_LIBRARY_PATH))

# What incremental builds keep is another gigabyte for `make run` alone, and what they build is slower; `cargo` by itself keeps it.
export CARGO_INCREMENTAL ?= 0

# Programs that are only run are built in the profile of the tests, whose search is optimised. A test is named so that cargo takes the
# features that `cargo test` takes: what is compiled here is not compiled again there.
RUN := cargo build --workspace --bin isotoped --bin tour --test setup

# Where cargo puts the programs that are measured, and what builds them; with the C library, which alone would have other features.
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release
BUILD := cargo build --release --package isotope-server --package isotope-cli --package isotope-bench --package isotope-capi

.PHONY: help run test test-all bench bench-suite check fmt intel vendor dictionary halide setup build install uninstall release dist tar deb wheel arm dist-arm tools

help:
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: setup ## start isotoped, send it the 41 x86 windows, print and check the answers
	$(RUN)
	$(or $(CARGO_TARGET_DIR),target)/debug/tour

# Cargo compiles while the network is waited for.
test: setup ## build and run the tests; those of the Halide client want Halide 21, which this fetches (270 MB)
	@cargo test --workspace --no-run & compiled=$$!; \
	scripts/setup halide 21 || echo "test: without Halide 21; the tests that need it are skipped by name" >&2; \
	scripts/setup hexagon || echo "test: without QEMU; the tests of HVX that need it are skipped by name" >&2; \
	scripts/setup python || echo "test: without Python's packages; the Python client is skipped by name" >&2; \
	scripts/setup llvm-plugin 19 || echo "test: without LLVM's headers; the plug-in for clang is skipped by name" >&2; \
	scripts/setup mlir || echo "test: without MLIR; what needs it is skipped by name" >&2; \
	wait $$compiled
	cargo xtask test

test-all: halide ## the tests and the slow ones, with Halide and its own tests where they can be had; PART=NAME,.. for some
	@scripts/setup halide-source || echo "test-all: without Halide's own tests; they are skipped by name" >&2
	@scripts/setup hexagon || echo "test-all: without QEMU; the tests of HVX that need it are skipped by name" >&2
	@scripts/setup redis && scripts/setup s3 || echo "test-all: without Redis or an S3 server; what needs them is skipped by name" >&2
	@scripts/setup browser || echo "test-all: without Chromium; the explorer in a browser is skipped by name" >&2
	@scripts/setup python || echo "test-all: without Python's packages; the Python client is skipped by name" >&2
	@scripts/setup llvm-tests || echo "test-all: without LLVM's own tests; they are skipped by name" >&2
	@scripts/setup test-suite || echo "test-all: without LLVM's test-suite; its programs are skipped by name" >&2
	@scripts/setup alive || echo "test-all: without alive-tv; what it shows of the plug-in for clang is skipped by name" >&2
	@scripts/setup llvm-plugin || echo "test-all: without LLVM's headers; the plug-in for clang is skipped by name" >&2
	@scripts/setup mlir && scripts/setup mlir-22 && scripts/setup mlir-source || echo "test-all: without MLIR or its tests; what needs them is skipped by name" >&2
	@scripts/setup helm || echo "test-all: without helm; the chart is not rendered" >&2
	@scripts/setup buildah || echo "test-all: without buildah; the container image and the packages are skipped by name" >&2
	@scripts/setup dist || echo "test-all: without patchelf; the packages are skipped by name" >&2
	@scripts/setup arm || echo "test-all: without a compiler for ARM; the programs for it are skipped by name" >&2
	cargo xtask test --slow $(if $(PART),--part=$(PART))

bench: halide ## print every figure of docs/benchmarks.md, and write bench/results
	$(BUILD)
	$(RELEASE)/tour
	@# The figures that are wanted are those of x86: what ARM's windows lack is printed.
	-$(RELEASE)/tour --set arm --mcpu neoverse-v2
	-$(RELEASE)/tour --set arm --mcpu neoverse-n1
	$(RELEASE)/warm
	@scripts/setup redis
	$(RELEASE)/hits
	$(RELEASE)/calls
	$(RELEASE)/table5
	$(RELEASE)/overhead
	$(RELEASE)/suite
	@scripts/setup hexagon
	$(RELEASE)/suite --target aarch64
	$(RELEASE)/suite --target hexagon
	$(RELEASE)/suite --target hexagon_aligned
	$(RELEASE)/pipelines
	$(RELEASE)/programs
	@scripts/setup llvm-plugin
	ISOTOPE_PREBUILT=1 ISOTOPE_BUILT_IN=$(RELEASE) client/llvm/build.sh target/clang
	$(RELEASE)/clang --prefix target/clang
	$(RELEASE)/clang --prefix target/clang --llvm 22
	for set in reductions weights several; do for llvm in 19 22; do \
	  $(RELEASE)/clang --prefix target/clang --llvm $$llvm --set $$set || exit; done; done
	@scripts/setup libraries
	$(RELEASE)/libraries --prefix target/clang --times 3
	@# The width that the CPU prefers is 256 on most that have 512.
	if grep -q avx512bw /proc/cpuinfo; then for llvm in 19 22; do \
	  $(RELEASE)/clang --prefix target/clang --llvm $$llvm --option=-mprefer-vector-width=512 || exit; done; fi
	@scripts/setup mlir
	ISOTOPE_PREBUILT=1 ISOTOPE_BUILT_IN=$(RELEASE) client/mlir/build.sh target/mlir-opt
	$(RELEASE)/mlir --prefix target/mlir-opt

# The suite alone, for this machine or for a target of bench/targets that is measured by counts on an emulator, for one of its CPUs.
TARGET ?= $(shell uname -m)
bench-suite: halide ## measure whole kernels and write bench/results; TARGET=aarch64 CPU=neoverse-v2 counts on QEMU
	@if grep -q '^by = "counts"' bench/targets/$(TARGET).toml; then scripts/setup hexagon; fi
	$(BUILD)
	$(RELEASE)/suite --target $(TARGET) $(if $(CPU),--mcpu $(CPU))

check: setup ## what CI checks besides the tests: format, lints, habits
	cargo fmt --all --check
	scripts/format-cpp --check
	cargo xtask tidy
	cargo clippy --workspace --all-targets --locked -- -D warnings

fmt: ## format the sources
	cargo fmt --all
	scripts/format-cpp

intel: ## fetch Intel's intrinsics guide, to regenerate the x86 semantics
	scripts/setup intel

# Arm's and Qualcomm's texts are in no package: name them.
ARM ?= ../shared/isa/arm
HVX ?= ../shared/isa/hvx/hvx-prm-v66.json
INTEL ?= third_party/intel/intel-intrinsics-3.6.9.xml

vendor: ## fetch the vendors' texts that Debian has, check their hashes, and say what there is of ARM= and HVX=
	scripts/setup vendor "$(ARM)" "$(HVX)"

dictionary: setup intel ## make the dictionaries from the vendors' texts; INTEL=, ARM= and HVX= name others
	cargo xtask dictionary --guide "$(INTEL)"
	cargo xtask dictionary --set x86-float --guide "$(INTEL)"
	@if [ -e "$(HVX)" ]; then cargo xtask dictionary --set hvx --guide "$(HVX)"; else echo "HVX's stays: there is no $(HVX)" >&2; fi
	@if [ -e "$(ARM)" ]; then cargo xtask dictionary --set arm --guide "$(ARM)" && cargo xtask dictionary --set arm-float --guide "$(ARM)"; else echo "Arm's stays: there is no $(ARM)" >&2; fi

# Where `make install` puts things, below DESTDIR if that is set, and the Halides whose client it builds; HALIDE= leaves that out.
PREFIX ?= /usr/local
DESTDIR ?=
HALIDE ?= 19 21

build: setup ## build what is installed: the executable and the C library
	@scripts/setup dist
	@if [ -n "$(strip $(HALIDE))" ]; then scripts/setup halide $(HALIDE); fi
	cargo xtask shipped

install: build ## install to PREFIX= (/usr/local), below DESTDIR=, with the client of the Halides in HALIDE= (19 21)
	DESTDIR="$(DESTDIR)" HALIDE="$(HALIDE)" scripts/install "$(PREFIX)"

uninstall: ## remove what `make install` put into PREFIX= (/usr/local), below DESTDIR=
	DESTDIR="$(DESTDIR)" scripts/uninstall "$(PREFIX)"

# On an x86-64 machine the release has packages for ARM too; on an ARM machine they are its own.
CROSS_DIST := $(if $(filter x86_64,$(shell uname -m)),dist-arm)

dist: tar deb wheel $(CROSS_DIST) ## make every package, in target/dist: an archive, a Debian package, a Python wheel; also for ARM

tar deb wheel: build
	@if [ $@ = wheel ]; then scripts/setup python; fi
	HALIDE="$(HALIDE)" scripts/package $@

arm: setup ## build the programs and the C library for ARM, in target/aarch64-unknown-linux-gnu/shipped
	@scripts/setup arm
	cargo xtask shipped --target aarch64-unknown-linux-gnu

dist-arm: arm ## make the archive and the Debian package for ARM
	@scripts/setup dist
	MACHINE=aarch64 HALIDE= scripts/package tar
	MACHINE=aarch64 HALIDE= scripts/package deb

release: tools dist ## make all of a release in target/dist: packages, image, checksums, and a list of what is in them (SPDX)
	scripts/release

# A release has the plug-ins of every compiler and the image: what they are made with is fetched, or nothing is released.
tools: setup
	scripts/setup llvm-plugin
	scripts/setup mlir
	scripts/setup mlir-22
	scripts/setup buildah

halide: setup ## fetch Halide, to test its client and to run the suite
	@scripts/setup halide

setup:
	@scripts/setup
