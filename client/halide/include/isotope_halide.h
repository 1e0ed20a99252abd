/// Isotope for Halide: vector expressions of a pipeline are sent to an Isotope server, and what comes back
/// proven and cheaper takes their place. Whatever goes wrong, Halide's own code stays.
///
/// The environment says how: ISOTOPE_SERVER, ISOTOPE_TIMEOUT_MS, ISOTOPE_OFF, ISOTOPE_REPORT (docs/halide.md).
#pragma once

#include <Halide.h>

#include <cstdint>
#include <string>

namespace isotope {

/// Which code takes the place of an expression.
enum class Code {
    /// Proven, and cheaper than plain LLVM operations.
    Selected,
    /// Plain LLVM operations, whatever they cost: what a compiler without a back end of its own emits. For
    /// measurements.
    Plain,
};

/// Adds the lowering pass to a pipeline that will be compiled for `target`. Call it once, before compiling.
/// The pipeline must not be compiled for another target.
void attach(Halide::Pipeline &pipeline, const Halide::Target &target, Code code = Code::Selected);

/// Counts of the pass in this process.
struct Totals {
    /// Vector expressions seen, and those whose place an answer took.
    uint64_t expressions = 0, used = 0;
    /// Nanoseconds that lowering took longer because of the pass.
    uint64_t nanoseconds = 0;
};
Totals totals();

/// Why no answer can be used in this process whatever the server says, in a sentence; empty when they can be.
std::string obstacle();

}  // namespace isotope
