// Object files whose hardware loops are scheduled (docs/packets.md).
#pragma once

#include <Halide.h>

#include <map>
#include <string>

namespace isotope {

using OutputFiles = std::map<Halide::OutputFileType, std::string>;

// Modules of pipelines that the pass has seen in this process get scheduled loops from now on.
void begin_to_schedule();

// `Module::compile`, with scheduled loops in the object file or the library that it writes, where the target has packets. Whatever goes
// wrong, what Halide has written stays.
void compile_scheduled(const Halide::Module &module, const OutputFiles &files, void (*real)(const Halide::Module *, const OutputFiles &));

}  // namespace isotope
