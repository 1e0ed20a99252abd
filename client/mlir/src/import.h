// The code of an answer as this LLVM and this MLIR read it.
#pragma once

#include <isotope.h>

#include <string>

namespace isotope {

// The texts that isotope_import hands out: they live until the next call.
struct Imported {
    std::string text, why;
};

// An isotope_import whose context is an Imported.
extern "C" const char *import_answer(void *imported, const isotope_result *answer, const char **why);

}  // namespace isotope
