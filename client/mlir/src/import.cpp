#include "import.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <mlir/Dialect/DLTI/DLTI.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h>
#include <mlir/Target/LLVMIR/Import.h>

#include "generic.h"
#include "insert/text.h"

using namespace mlir;

namespace isotope {

namespace {

// MLIR's dialect knows few intrinsics:
//
//     %0 = call <16 x i8> @llvm.x86.sse2.pavg.b(..)
//
// goes through its importer as a call of a function
//
//     %0 = call <16 x i8> @isotope.llvm.x86.sse2.pavg.b(..)
void hide_intrinsics(llvm::Module &module) {
    for (llvm::Function &function : module) {
        if (function.isIntrinsic()) {
            function.setAttributes({});
            function.setName("isotope." + function.getName());
        }
    }
}

// A module in the dialect of LLVM, as text; empty where it cannot be read. MLIR's importer loads all dialects
// that its context knows, which a pass may not do in its own.
std::string in_dialect(std::unique_ptr<llvm::Module> module, std::string *why) {
    DialectRegistry registry;
    registry.insert<LLVM::LLVMDialect, DLTIDialect>();
    registerLLVMDialectImport(registry);
    MLIRContext own(registry, MLIRContext::Threading::DISABLED);
    const ScopedDiagnosticHandler noted(&own, [why](Diagnostic &diagnostic) {
        *why = why->empty() ? "its code cannot be read by MLIR: " + diagnostic.str() : *why;
        return success();
    });
    const OwningOpRef<ModuleOp> read = translateLLVMIRToModule(std::move(module), &own);
    return read ? generic_text(*read) : "";
}

}  // namespace

extern "C" const char *import_answer(void *context, const isotope_result *answer, const char **why) {
    Imported &imported = *static_cast<Imported *>(context);
    imported = {};
    // The library compares the types with those of the window.
    const Type given = {false, answer->type.bits, answer->type.lanes};
    llvm::LLVMContext llvm_context;
    Text code = read_answer(*answer, given, llvm::DataLayout(""), llvm_context, &imported.why);
    if (code.function) {
        hide_intrinsics(*code.module);
        imported.text = in_dialect(std::move(code.module), &imported.why);
    }
    if (imported.text.empty()) {
        imported.why = imported.why.empty() ? "its code cannot be read by MLIR" : imported.why;
        *why = imported.why.c_str();
        return nullptr;
    }
    return imported.text.c_str();
}

}  // namespace isotope
