// How mlir-opt, and other programs that load MLIR's plug-ins, find the passes.
#include <mlir/Tools/Plugins/PassPlugin.h>

#include <llvm/Config/llvm-config.h>

#include "check.h"
#include "stage.h"

// MLIR refuses a plug-in whose interface has another version than its own.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
    return {MLIR_PLUGIN_API_VERSION, "isotope", LLVM_VERSION_STRING, [] {
                isotope::register_check();
                isotope::register_stages();
            }};
}
