#include "insert/text.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <cstring>

#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// Text needs the names of values; a compiler may have its context discard them.
std::unique_ptr<Module> read_module(const char *text, LLVMContext &context, std::string *why) {
    const bool discards = context.shouldDiscardValueNames();
    context.setDiscardValueNames(false);
    SMDiagnostic mistake;
    std::unique_ptr<Module> module = parseAssemblyString(text, mistake, context);
    context.setDiscardValueNames(discards);
    if (!module) {
        *why = "its code cannot be read by this LLVM: " + mistake.getMessage().str();
    } else if (verifyModule(*module)) {
        *why = "its code is no valid LLVM";
        module.reset();
    }
    return module;
}

// Computations such as `add`, `shufflevector`, @llvm.x86.avx512.vpdpbusd.512 and `ret` are allowed. `load`, `alloca`, branches and calls of
// functions are not: an answer computes its result from its parameters alone.
bool is_allowed(const Instruction &instruction, const DataLayout &layout) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (call) {
        const Function *callee = call->getCalledFunction();
        return callee && callee->isIntrinsic() && !call->mayReadOrWriteMemory() && !call->isInlineAsm() && !callee->isConvergent() &&
               call->willReturn();
    }
    if (isa<ReturnInst>(instruction)) {
        return true;
    }
    const auto *vector = dyn_cast<VectorType>(instruction.getType());
    const bool has_size = instruction.getType()->isSized() && !(vector && isa<ScalableVectorType>(vector));
    return !instruction.mayReadOrWriteMemory() && !instruction.isTerminator() && !isa<AllocaInst>(instruction) && has_size &&
           layout.getTypeSizeInBits(instruction.getType()).getFixedValue() <= 8 * kMostAnswerBits;
}

std::string check(const Function &function, const isotope_result &result, const DataLayout &layout) {
    if (function.isDeclaration() || function.size() != 1 || function.isVarArg()) {
        return "its code is not one block";
    }
    if (function.getEntryBlock().size() > kMostAnswerInstructions) {
        return "its code has more than " + std::to_string(kMostAnswerInstructions) + " instructions (kMostAnswerInstructions)";
    }
    LLVMContext &context = function.getContext();
    if (function.arg_size() != result.parameter_count || function.getReturnType() != llvm_type(result.type, context)) {
        return "its code has another signature than it says";
    }
    for (size_t i = 0; i < result.parameter_count; i++) {
        if (function.getArg((unsigned)i)->getType() != llvm_type(result.parameters[i].type, context)) {
            return "its code takes parameter " + std::to_string(i) + " as another type than it says";
        }
    }
    for (const Instruction &instruction : function.getEntryBlock()) {
        if (!is_allowed(instruction, layout)) {
            return "its code has an instruction that is no computation: " + std::string(instruction.getOpcodeName());
        }
    }
    return "";
}

}  // namespace

llvm::Type *llvm_type(const isotope_type &type, LLVMContext &context) {
    const bool is_integer = type.kind == ISOTOPE_INT || type.kind == ISOTOPE_UINT;
    if (!is_integer || type.bits == 0 || type.bits > 64 || type.lanes == 0 || type.lanes > kMostLanes) {
        return nullptr;
    }
    llvm::Type *element = IntegerType::get(context, type.bits);
    return type.lanes == 1 ? element : FixedVectorType::get(element, type.lanes);
}

bool has_type(const isotope_type &type, unsigned bits, unsigned lanes) {
    return (type.kind == ISOTOPE_INT || type.kind == ISOTOPE_UINT) && type.bits == bits && type.lanes == lanes;
}

Text read_answer(const isotope_result &result, const isotope::Type &wanted, const DataLayout &layout, LLVMContext &context,
                 std::string *why) {
    if (!has_type(result.type, wanted.bits, wanted.lanes)) {
        *why = "it gives another type";
        return {};
    }
    if (!result.llvm_ir || !result.function || strlen(result.llvm_ir) > kMostAnswerBytes) {
        *why = "its code has more than " + std::to_string(kMostAnswerBytes) + " bytes (kMostAnswerBytes)";
        return {};
    }
    Text read;
    read.module = read_module(result.llvm_ir, context, why);
    if (!read.module) {
        return {};
    }
    Function *function = read.module->getFunction(result.function);
    if (!function || !read.module->global_empty() || !read.module->alias_empty() || !read.module->ifunc_empty()) {
        *why = "its code is not one function";
        return {};
    }
    *why = check(*function, result, layout);
    read.function = why->empty() ? function : nullptr;
    return read;
}

}  // namespace isotope
