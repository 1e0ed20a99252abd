// The generic form of a module, which the service and libisotope read.
#pragma once

#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/BuiltinOps.h>

#include <string>

namespace isotope {

// With locations, so that places are those of the source.
inline std::string generic_text(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream, mlir::OpPrintingFlags().printGenericOpForm().enableDebugInfo(true, false));
    return stream.str();
}

}  // namespace isotope
