// Stands in for three symbols of libHalide, so that the answers' functions are among the runtime's own.
//
// Halide makes every module from pieces of bitcode that are exported data symbols. `posix_math` is one that
// every target has. Here it is a larger array, and the two functions around its only reader fill it:
// `codegen_llvm` notes which answers the module calls, and `get_initial_module_for_target` puts those, and no
// others, beside Halide's own functions while it reads. Modules that call no answer get Halide's bytes as
// they are.
#include "insert/runtime_module.h"

#include <Halide.h>
#include <dlfcn.h>

#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "frontend/llvm_library.h"
#include "insert/functions.h"
#include "insert/halide_library.h"
#include "insert/hooks.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// The calls to answers in a module, by their runtime names.
class Calls : public IRGraphVisitor {
  public:
    std::set<std::string> names;

    using IRGraphVisitor::visit;
    void visit(const Call *op) override {
        if (is_kept(op->name)) {
            names.insert(runtime_name(op->name, op->type.lanes()));
        }
        IRGraphVisitor::visit(op);
    }
};

std::vector<std::string> called(const Module &module) {
    Calls calls;
    if (!is_any_kept()) {
        return {};
    }
    for (const LoweredFunc &function : module.functions()) {
        function.body.accept(&calls);
    }
    return {calls.names.begin(), calls.names.end()};
}

// The answers that the module calls which this thread generates.
thread_local const std::vector<std::string> *current = nullptr;

// Held while the array is filled and read.
std::mutex array_mutex;

std::string original() {
    const auto *bytes = (const char *)halide_symbol(kBytes);
    const auto *length = (const int *)halide_symbol(kLength);
    return bytes && length ? std::string(bytes, *length) : "";
}

// Modules that were made, by the answers in them: lowering makes one, code generation reads it.
std::map<std::vector<std::string>, std::shared_ptr<const std::string>> made;
constexpr size_t kMaxMade = 16;

// Halide's own functions and these answers'. Guarded by `array_mutex`.
std::shared_ptr<const std::string> whole(const std::vector<std::string> &names, std::string *error) {
    const auto known = made.find(names);
    if (known != made.end()) {
        return known->second;
    }
    Bitcode linked = {original(), ""};
    if (!names.empty()) {
        linked = LlvmLibrary::shared().link(linked.bytes, kept_bitcode(names));
    }
    if (linked.error.empty() && linked.bytes.size() > kRoom) {
        linked.error = "the answers of this pipeline are larger than the room for them";
    }
    if (!linked.error.empty()) {
        *error = linked.error;
        return nullptr;
    }
    if (made.size() == kMaxMade) {
        made.clear();
    }
    return made[names] = std::make_shared<const std::string>(std::move(linked.bytes));
}

void fill() {
    static const std::vector<std::string> none;
    std::string error;
    const auto bytes = whole(current ? *current : none, &error);
    if (!bytes) {
        // Lowering made it before it put the answers in place, so that this does not come up.
        throw InternalError(error);
    }
    memcpy(halide_internal_initmod_posix_math_ll, bytes->data(), bytes->size());
    halide_internal_initmod_posix_math_ll_length = (int)bytes->size();
}

}  // namespace

std::string rehearse(const Stmt &stmt) {
    Calls calls;
    stmt.accept(&calls);
    std::string error;
    const std::lock_guard<std::mutex> lock(array_mutex);
    whole({calls.names.begin(), calls.names.end()}, &error);
    return error;
}

std::vector<std::mutex *> codegen_locks() {
    return {&array_mutex, &kept_lock()};
}

std::string interposition_obstacle() {
    if (halide_version() != HALIDE_VERSION_MAJOR) {
        return "the loaded libHalide is not version " + std::to_string(HALIDE_VERSION_MAJOR);
    }
    if (original().empty() || !halide_symbol(kCodegen) || !halide_symbol(kInitialModule)) {
        return "this libHalide exports no `posix_math` module; Halide 19 and 21 as a shared library do";
    }
    // The first in the global scope is the one that libHalide itself uses.
    const bool first = dlsym(RTLD_DEFAULT, kBytes) == halide_internal_initmod_posix_math_ll &&
                       dlsym(RTLD_DEFAULT, kLength) == &halide_internal_initmod_posix_math_ll_length &&
                       dlsym(RTLD_DEFAULT, kCodegen) != halide_symbol(kCodegen) &&
                       dlsym(RTLD_DEFAULT, kInitialModule) != halide_symbol(kInitialModule);
    return first ? "" : "libHalide was loaded before the Isotope library: link it first, or preload it";
}

}  // namespace isotope

using namespace isotope;

std::unique_ptr<llvm::Module> isotope_halide_codegen(const Module &module, llvm::LLVMContext &context) {
    static const auto real = (decltype(&isotope_halide_codegen))halide_symbol(kCodegen);
    const std::vector<std::string> names = called(module);
    // Offloaded parts are generated inside of this call.
    struct Restore {
        const std::vector<std::string> *outer = current;
        ~Restore() { current = outer; }
    } restore;
    current = &names;
    return real(module, context);
}

std::unique_ptr<llvm::Module> isotope_halide_initial_module(Target target, llvm::LLVMContext *context, bool for_shared_jit_runtime,
                                                            bool just_gpu) {
    static const auto real = (decltype(&isotope_halide_initial_module))halide_symbol(kInitialModule);
    const std::lock_guard<std::mutex> lock(array_mutex);
    fill();
    return real(target, context, for_shared_jit_runtime, just_gpu);
}
