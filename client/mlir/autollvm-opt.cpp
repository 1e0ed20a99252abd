// Version 1. mlir-opt with the AutoLLVM dialect built in: parses a file, verifies every operation, prints it.
//
// The dialect is what `isotope dict mlir` writes, through mlir-tblgen-19; `build` beside this file makes the program.

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "AutoLLVMDialect.h.inc"

#define GET_OP_CLASSES
#include "AutoLLVMOps.h.inc"

#include "AutoLLVMDialect.cpp.inc"

#define GET_OP_CLASSES
#include "AutoLLVMOps.cpp.inc"

void autollvm::AutoLLVMDialect::initialize() {
    addOperations<
#define GET_OP_LIST
#include "AutoLLVMOps.cpp.inc"
        >();
}

int main(int argc, char **argv) {
    mlir::DialectRegistry registry;
    registry.insert<autollvm::AutoLLVMDialect, mlir::func::FuncDialect>();
    return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "AutoLLVM\n", registry));
}
