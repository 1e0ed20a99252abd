// For programs that know nothing of Isotope. Loaded into any process by LD_PRELOAD, so it needs nothing but
// the C++ library: Halide may come later, as in Python, or never. With the first pipeline it loads the
// library for the Halide that it finds; where that fails, Halide works as ever.
#include <dlfcn.h>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "frontend/variables.h"
#include "insert/halide_library.h"

// Of Halide's types only what says how they are passed: the same in all versions that halide_version knows.
namespace llvm {
class Module {};
class LLVMContext;
}  // namespace llvm

namespace Halide {
enum class OutputFileType;
class Module {
  public:
    Module(const Module &);
    ~Module();
    void compile(const std::map<OutputFileType, std::string> &files) const;
    void *contents;
};
struct Target {
    uint64_t words[5];
};
struct Argument;
enum class LinkageType;
namespace Internal {
class Function;
struct Stmt;
class IRMutator;
}  // namespace Internal
}  // namespace Halide

namespace isotope {

namespace {

// Says why Halide works as ever in this process, to whoever wants to hear it; ends a process that must not.
void unused(const std::string &why) {
    if (is_set("ISOTOPE_VERBOSE") || required() != Required::Nothing) {
        say("nothing is used: " + why);
    }
    if (required() == Required::All) {
        say("ISOTOPE_REQUIRE=all: no compile without Isotope");
        exit(EXIT_FAILURE);
    }
}

// The library for the Halide of this process, from the folder that this one is in.
void *load() {
    Dl_info here;
    const int version = halide_version();
    if (version == 0) {
        unused("the Halide of this program is neither 19 nor 21, which this client is made for");
        return nullptr;
    }
    if (!dladdr(halide_internal_initmod_posix_math_ll, &here)) {
        return nullptr;
    }
    const std::string path = here.dli_fname;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    const std::string name = "libisotope_halide-" + std::to_string(version) + ".so";
    void *const library = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        unused("this program has Halide " + std::to_string(version) + ", and the client for it cannot be loaded: " + (why ? why : name) +
               "; `client/halide/build.sh PREFIX HALIDE_ROOT` builds it for that Halide");
    }
    return library;
}

// Our library's function for a symbol of Halide, or Halide's own.
void *ours_or(const char *ours, const char *halide) {
    static void *const library = load();
    void *const found = library ? dlsym(library, ours) : nullptr;
    return found ? found : halide_symbol(halide);
}

// Halide's own bytes, where our library is not there to fill the array.
void fill_once() {
    static std::once_flag once;
    std::call_once(once, [] {
        const auto *bytes = halide_symbol(kBytes);
        const auto *length = (const int *)halide_symbol(kLength);
        if (bytes && length && halide_internal_initmod_posix_math_ll_length == 0) {
            memcpy(halide_internal_initmod_posix_math_ll, bytes, *length);
            halide_internal_initmod_posix_math_ll_length = *length;
        }
    });
}

}  // namespace
}  // namespace isotope

namespace Halide {

std::unique_ptr<llvm::Module> codegen_llvm(const Module &module, llvm::LLVMContext &context) {
    static const auto real = (decltype(&codegen_llvm))isotope::ours_or("isotope_halide_codegen", isotope::kCodegen);
    return real(module, context);
}

void Module::compile(const std::map<OutputFileType, std::string> &files) const {
    // Our library takes the object as an argument, as a member function does.
    static const auto real = (void (*)(const Module *, const std::map<OutputFileType, std::string> &))isotope::ours_or(
        "isotope_halide_compile", isotope::kCompile);
    real(this, files);
}

namespace Internal {

std::unique_ptr<llvm::Module> get_initial_module_for_target(Target target, llvm::LLVMContext *context, bool for_shared_jit_runtime,
                                                            bool just_gpu) {
    static const auto real =
        (decltype(&get_initial_module_for_target))isotope::ours_or("isotope_halide_initial_module", isotope::kInitialModule);
    isotope::fill_once();
    return real(target, context, for_shared_jit_runtime, just_gpu);
}

Module lower(const std::vector<Function> &outputs, const std::string &name, const Target &target, const std::vector<Argument> &args,
             LinkageType linkage, const std::vector<Stmt> &requirements, bool trace, const std::vector<IRMutator *> &custom_passes) {
    static const auto real = (decltype(&lower))isotope::ours_or("isotope_halide_lower", isotope::kLower);
    return real(outputs, name, target, args, linkage, requirements, trace, custom_passes);
}

}  // namespace Internal
}  // namespace Halide
