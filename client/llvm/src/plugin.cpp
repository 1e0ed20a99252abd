// How LLVM finds the passes: of windows at the end of -O1 to -O3, and as `isotope` in opt's pipelines; of vector bodies at three places,
// and as `isotope-simd-functions`, or `isotope-simd-functions<f;16>` for a function that asks for nothing.
//
// The place for windows is OptimizerLast. Later LLVMs have one right after the vectorisers, too, but for passes of functions: this one asks
// for a whole module at once, and adds functions to it.
#include <llvm/Passes/PassBuilder.h>
#if LLVM_VERSION_MAJOR >= 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif

#include "apart/apart.h"
#include "apart/widths.h"
#include "pass.h"
#include "simd/asked.h"
#include "simd/functions.h"
#include "simd/pair.h"

using namespace llvm;

namespace {

// -Os and -Oz ask for small code, -O0 for the code as it stands.
bool is_for_speed(OptimizationLevel level) {
    return level == OptimizationLevel::O1 || level == OptimizationLevel::O2 || level == OptimizationLevel::O3;
}

void add_at_start(ModulePassManager &passes, OptimizationLevel level) {
    if (is_for_speed(level)) {
        passes.addPass(isotope::simd::KeepPass());
    }
}

// Behind the unrolling of inner loops, and before that of the loop itself.
void add_to_loops(LoopPassManager &passes, OptimizationLevel level) {
    if (is_for_speed(level)) {
        passes.addPass(isotope::apart::ApartPass());
    }
}

void add_before_vectorisers(ModulePassManager &passes, OptimizationLevel level) {
    if (is_for_speed(level)) {
        passes.addPass(isotope::simd::BodiesPass());
    }
    // -O1 runs no vectoriser.
    if (level == OptimizationLevel::O2 || level == OptimizationLevel::O3) {
        passes.addPass(createModuleToFunctionPassAdaptor(isotope::apart::WidthsPass()));
    }
}

void add_pass(ModulePassManager &passes, OptimizationLevel level) {
    if (is_for_speed(level)) {
        passes.addPass(isotope::simd::MasksPass());
        passes.addPass(isotope::SelectPass());
    }
}

void register_in(PassBuilder &builder) {
    builder.registerPipelineStartEPCallback(add_at_start);
    builder.registerLateLoopOptimizationsEPCallback(add_to_loops);
#if LLVM_VERSION_MAJOR >= 20
    builder.registerOptimizerLastEPCallback(
        [](ModulePassManager &passes, OptimizationLevel level, ThinOrFullLTOPhase) { add_pass(passes, level); });
    builder.registerOptimizerEarlyEPCallback(
        [](ModulePassManager &passes, OptimizationLevel level, ThinOrFullLTOPhase) { add_before_vectorisers(passes, level); });
#else
    builder.registerOptimizerLastEPCallback(add_pass);
    builder.registerOptimizerEarlyEPCallback(add_before_vectorisers);
#endif
    builder.registerPipelineParsingCallback([](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "isotope") {
            passes.addPass(isotope::SelectPass());
        } else if (name == "isotope-simd-functions") {
            passes.addPass(isotope::simd::BodiesPass());
        } else if (const auto asked = isotope::simd::AskedPass::named(name)) {
            passes.addPass(isotope::simd::AskedPass(*asked));
        } else if (const auto pair = isotope::simd::PairPass::named(name)) {
            passes.addPass(isotope::simd::PairPass(*pair));
        } else {
            return false;
        }
        return true;
    });
}

}  // namespace

// LLVM refuses a plug-in whose interface has another version than its own.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "isotope", LLVM_VERSION_STRING, register_in};
}
