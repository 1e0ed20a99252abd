// These functions stand in the place of Halide's of the same purpose. They have C names, for preload.cpp, which has no header of Halide.
#pragma once

#include <Halide.h>

// Only moved about, in smart pointers.
namespace llvm {
class Module {};
}  // namespace llvm

// The results are C++ objects, returned as Halide's own functions return them.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif
extern "C" {

// Notes which answers the module calls while Halide generates its code.
std::unique_ptr<llvm::Module> isotope_halide_codegen(const Halide::Module &module, llvm::LLVMContext &context);

// Writes a module's files, with scheduled loops where the target has packets.
void isotope_halide_compile(const Halide::Module &module, const std::map<Halide::OutputFileType, std::string> &files);

// Puts those answers beside Halide's own runtime functions.
std::unique_ptr<llvm::Module> isotope_halide_initial_module(Halide::Target target, llvm::LLVMContext *context, bool for_shared_jit_runtime,
                                                            bool just_gpu);

// Adds the pass to those of the caller.
Halide::Module isotope_halide_lower(const std::vector<Halide::Internal::Function> &outputs, const std::string &name,
                                    const Halide::Target &target, const std::vector<Halide::Argument> &args, Halide::LinkageType linkage,
                                    const std::vector<Halide::Internal::Stmt> &requirements, bool trace,
                                    const std::vector<Halide::Internal::IRMutator *> &custom_passes);
}
