// How LLVM finds the pass: at the end of -O1 to -O3, and as `isotope` in opt's pipelines.
//
// The place is OptimizerLast. Later LLVMs have one right after the vectorisers, too, but for passes of functions: this one asks for
// a whole module at once, and adds functions to it.
#include <llvm/Passes/PassBuilder.h>
#if LLVM_VERSION_MAJOR >= 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif

#include "pass.h"

using namespace llvm;

namespace {

void add_pass(ModulePassManager &passes, OptimizationLevel level) {
    // -Os and -Oz ask for small code, -O0 for the code as it stands.
    if (level == OptimizationLevel::O1 || level == OptimizationLevel::O2 || level == OptimizationLevel::O3) {
        passes.addPass(isotope::SelectPass());
    }
}

void register_in(PassBuilder &builder) {
#if LLVM_VERSION_MAJOR >= 20
    builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel level, ThinOrFullLTOPhase) {
        add_pass(passes, level);
    });
#else
    builder.registerOptimizerLastEPCallback(add_pass);
#endif
    builder.registerPipelineParsingCallback(
        [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
            if (name != "isotope") {
                return false;
            }
            passes.addPass(isotope::SelectPass());
            return true;
        });
}

}  // namespace

// LLVM refuses a plug-in whose interface has another version than its own.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "isotope", LLVM_VERSION_STRING, register_in};
}
