// What the environment says. Needs nothing of Halide, so that the library for LD_PRELOAD has it, too.
#pragma once

#include <cstdlib>
#include <cstring>

namespace isotope {

// Whether a variable says yes.
inline bool is_set(const char *variable) {
    const char *value = getenv(variable);
    const auto is = [&](const char *word) { return strcmp(value, word) == 0; };
    return value && *value && !is("0") && !is("no") && !is("false");
}

// What a variable says; nothing where it is not set.
inline const char *text_of(const char *variable) {
    const char *value = getenv(variable);
    return value ? value : "";
}

}  // namespace isotope
