// Halide makes objects by the LLVM that is in it. A copy of this process tells that LLVM to print its machine code before it makes packets
// of it (`HL_LLVM_ARGS`, which Halide reads once in a process, where it first generates code). The service schedules the loops of that code
// and gives back an object file, which takes the place of the one that Halide has written.
#include "insert/scheduled.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "frontend/child.h"
#include "frontend/service.h"
#include "frontend/variables.h"
#include "insert/halide_library.h"
#include "insert/hooks.h"
#include "insert/runtime_module.h"

using namespace Halide;

namespace isotope {

namespace {

const char *const kOptions = "HL_LLVM_ARGS";
const char *const kStop = "-stop-before=hexagon-packetizer";

std::atomic<bool> is_begun{false};

// A sentence about what was not scheduled, for whoever wants to hear it; ends a compile that must not go on so.
void unscheduled(const std::string &name, const std::string &why, bool is_unsettled) {
    const std::string sentence = "no loop of " + name + " is scheduled: " + why;
    if (is_unsettled && required() == Required::All) {
        say("ISOTOPE_REQUIRE=all: " + sentence);
        if (exceptions_enabled()) {
            throw CompileError("Isotope cannot give what ISOTOPE_REQUIRE=all asks for: " + sentence);
        }
        exit(EXIT_FAILURE);
    }
    if (is_unsettled && required() == Required::Report) {
        say("ISOTOPE_REQUIRE=report: " + sentence);
    } else if (is_set("ISOTOPE_VERBOSE")) {
        say(sentence);
    }
}

// The machine code of a module, as Halide's LLVM has it before packets. Empty, or something else, where there is none.
std::string machine_code(const Module &module, uint32_t timeout_ms, void (*real)(const Module *, const OutputFiles &)) {
    const auto work = [&](size_t, const std::string &path) {
        const std::string given = text_of(kOptions);
        setenv(kOptions, (given.empty() ? kStop : given + " " + kStop).c_str(), 1);
        real(&module, {{OutputFileType::object, path}});
    };
    const auto made = in_child(work, 1, {timeout_ms, timeout_ms}, codegen_locks());
    return made.front().value_or("");
}

bool is_file(const std::string &path) {
    struct stat status;
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Writes a file beside the one whose place it takes, which is there whole at every moment.
bool write_over(const std::string &path, const unsigned char *bytes, size_t length) {
    const std::string fresh = path + ".isotope-" + std::to_string(getpid());
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    file.write((const char *)bytes, (std::streamsize)length);
    file.close();
    if (file && rename(fresh.c_str(), path.c_str()) == 0) {
        return true;
    }
    remove(fresh.c_str());
    return false;
}

// A library with one object, which Halide names by the library.
bool write_library(const std::string &path, const Target &target, const unsigned char *bytes, size_t length) {
    std::string folder = path + ".isotope-XXXXXX";
    if (!mkdtemp(folder.data())) {
        return false;
    }
    const std::string object = folder + "/" + path.substr(path.rfind('/') + 1) + ".o", library = folder + "/library";
    bool is_written = write_over(object, bytes, length);
    if (is_written) {
        create_static_library({object}, Target(target.os, target.arch, target.bits, target.processor_tune), library);
        is_written = rename(library.c_str(), path.c_str()) == 0;
    }
    remove(object.c_str());
    remove(library.c_str());
    rmdir(folder.c_str());
    return is_written;
}

// Puts an object in the places of those that Halide has written.
bool replace(const OutputFiles &files, const Target &target, const unsigned char *bytes, size_t length) {
    const auto object = files.find(OutputFileType::object), library = files.find(OutputFileType::static_library);
    bool is_written = object == files.end() || (is_file(object->second) && write_over(object->second, bytes, length));
    if (is_written && library != files.end()) {
        is_written = is_file(library->second) && write_library(library->second, target, bytes, length);
    }
    return is_written;
}

bool is_scheduled(const Module &module, const OutputFiles &files) {
    const bool is_written = files.count(OutputFileType::object) + files.count(OutputFileType::static_library) > 0;
    return is_begun && module.target().arch == Target::Hexagon && is_written && !module.functions().empty() &&
           !is_switched_off("ISOTOPE_SCHEDULE");
}

// Schedules machine code, and puts the object in its place.
void put_scheduled(const Module &module, const OutputFiles &files, const std::string &code, const TimeLeft &time_left) {
    if (code.rfind("--- |", 0) != 0) {
        const bool is_late = code.empty() && time_left.left_ms() == 0;
        const std::string why = is_late ? "ISOTOPE_TIMEOUT_MS was over before Halide had its machine code"
                                        : "Halide's LLVM gives no machine code in this process; the first pipeline of a process has it";
        return unscheduled(module.name(), why, is_late);
    }
    const Scheduled done = isotope::schedule(code, time_left.left_ms());
    if (!done) {
        return unscheduled(module.name(), "there is no memory", false);
    }
    if (done->reason != ISOTOPE_ANSWERED) {
        // A refusal is the same in every compile.
        return unscheduled(module.name(), done->detail, done->reason != ISOTOPE_REFUSED);
    }
    if (done->object && !replace(files, module.target(), done->object, done->object_bytes)) {
        return unscheduled(module.name(), "its object file cannot be replaced", true);
    }
    if (is_set("ISOTOPE_VERBOSE")) {
        std::ostringstream said;
        said << done->scheduled << " of " << done->loops << " hardware loops of " << module.name() << " are scheduled: " << done->after
             << " packets and waits, before " << done->before;
        say(said.str());
    }
}

}  // namespace

void begin_to_schedule() {
    is_begun = true;
}

void compile_scheduled(const Module &module, const OutputFiles &files, void (*real)(const Module *, const OutputFiles &)) {
    if (!is_scheduled(module, files)) {
        return real(&module, files);
    }
    const TimeLeft time_left(std::chrono::steady_clock::now());
    // Before this process generates code, and with it reads the options.
    const std::string code = machine_code(module, time_left.left_ms(), real);
    real(&module, files);
    put_scheduled(module, files, code, time_left);
}

}  // namespace isotope

void isotope_halide_compile(const Module &module, const isotope::OutputFiles &files) {
    // A member function gets its object first.
    static const auto real = (void (*)(const Module *, const isotope::OutputFiles &))isotope::halide_symbol(isotope::kCompile);
    isotope::compile_scheduled(module, files, real);
}
