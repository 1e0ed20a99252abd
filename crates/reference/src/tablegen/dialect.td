// Version 1. The AutoLLVM dialect of MLIR: an operation for each class of instructions; made by `isotope dict mlir`, not edited.
//
// The generic form, with properties: "autollvm.add"(%a, %b) <{parameters = array<i64: 16, 32>}> : (vector<32xi16>, vector<32xi16>) -> vector<32xi16>
//
//   mlir-tblgen-19 -gen-op-decls -I "$(llvm-config-19 --includedir)" autollvm-ops.td


include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def AutoLLVM_Dialect : Dialect {
  let name = "autollvm";
  let cppNamespace = "::autollvm";
  let summary = "Vector instructions of several processors by what they mean";
}

// A register's elements, a mask's bits, a number in a general register.
def AutoLLVM_Vector : VectorOf<[AnySignlessInteger, AnyFloat]>;
def AutoLLVM_Mask : VectorOf<[I1]>;
def AutoLLVM_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat]>;

// So many constants: immediates, or the parameters that tell a class's members apart.
class AutoLLVM_Numbers<int count> : ConfinedAttr<DenseI64ArrayAttr, [DenseArrayCount<count>]>;

class AutoLLVM_Op<string mnemonic> : Op<AutoLLVM_Dialect, mnemonic, [Pure]>;
