// The libHalide that is loaded in this process, and its symbols that ours stand in front of. Knows no Halide
// header.
#pragma once

#include <cstddef>

namespace isotope {

// Where libHalide itself defines a symbol, past ours of the same name; null when it is not loaded or has
// none.
void *halide_symbol(const char *name);

// 19 or 21 when it is a Halide that this library was made for, 0 when it is another.
int halide_version();

constexpr char kBytes[] = "halide_internal_initmod_posix_math_ll";
constexpr char kLength[] = "halide_internal_initmod_posix_math_ll_length";
constexpr char kCodegen[] = "_ZN6Halide12codegen_llvmERKNS_6ModuleERN4llvm11LLVMContextE";
constexpr char kCompile[] =
    "_ZNK6Halide6Module7compileERKSt3mapINS_14OutputFileTypeENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt4lessIS2_"
    "ESaISt4pairIKS2_S8_EEE";
constexpr char kInitialModule[] = "_ZN6Halide8Internal29get_initial_module_for_targetENS_6TargetEPN4llvm11LLVMContextEbb";
constexpr char kLower[] =
    "_ZN6Halide8Internal5lowerERKSt6vectorINS0_8FunctionESaIS2_EERKNSt7__cxx1112basic_stringIcSt11char_"
    "traitsIcESaIcEEERKNS_6TargetERKS1_INS_8ArgumentESaISI_EENS_11LinkageTypeERKS1_INS0_4StmtESaISO_EEbRKS1_"
    "IPNS0_9IRMutatorESaISU_EE";

// Room for Halide's functions and all that functions.cpp keeps, in bytes. Pages that are not written to cost
// nothing.
constexpr size_t kRoom = 40 << 20;

}  // namespace isotope

extern "C" {
extern unsigned char halide_internal_initmod_posix_math_ll[isotope::kRoom];
extern int halide_internal_initmod_posix_math_ll_length;
}
