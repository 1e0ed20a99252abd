// The environment's variables. Needs nothing of Halide, so that the library for LD_PRELOAD has it, too.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace isotope {

// Whether a variable says yes.
inline bool is_set(const char *variable) {
    const char *value = getenv(variable);
    const auto is = [&](const char *word) { return strcmp(value, word) == 0; };
    return value && *value && !is("0") && !is("no") && !is("false");
}

// The text of a variable; nothing where it is not set.
inline const char *text_of(const char *variable) {
    const char *value = getenv(variable);
    return value ? value : "";
}

// Whether a part that needs no daemon is switched off: with everything (ISOTOPE_OFF), or by a variable of its own.
inline bool is_switched_off(const char *variable) {
    return is_set("ISOTOPE_OFF") || strcmp(text_of(variable), "off") == 0 || strcmp(text_of(variable), "0") == 0;
}

// Says something on standard error, in one write. Nobody need listen.
inline void say(const std::string &what) {
    const std::string line = "isotope: " + what + "\n";
    const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
    (void)written;
}

// The answers that a compile requires (ISOTOPE_REQUIRE).
enum class Required {
    Nothing,
    Report,  // what depends on the clock or on the daemon is said
    All,     // nothing depends on them, or the compile fails
};

// A value that cannot be read is reported by the client (ISOTOPE_MISCONFIGURED), and no compile goes on without it.
inline Required required() {
    const char *value = text_of("ISOTOPE_REQUIRE");
    return !*value ? Required::Nothing : strcmp(value, "report") == 0 ? Required::Report : Required::All;
}

}  // namespace isotope
