// For programs that are linked with this library: it comes before libHalide, which then finds these here.
#include "insert/hooks.h"

namespace Halide {

std::unique_ptr<llvm::Module> codegen_llvm(const Module &module, llvm::LLVMContext &context) {
    return isotope_halide_codegen(module, context);
}

void Module::compile(const std::map<OutputFileType, std::string> &files) const {
    isotope_halide_compile(*this, files);
}

namespace Internal {

std::unique_ptr<llvm::Module> get_initial_module_for_target(Target target, llvm::LLVMContext *context, bool for_shared_jit_runtime,
                                                            bool just_gpu) {
    return isotope_halide_initial_module(target, context, for_shared_jit_runtime, just_gpu);
}

}  // namespace Internal
}  // namespace Halide
