#include "insert/code.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <cstring>
#include <memory>

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

bool is_allowed(const Instruction &instruction, const DataLayout &layout) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (call) {
        const Function *callee = call->getCalledFunction();
        return callee && callee->isIntrinsic() && !call->mayReadOrWriteMemory() && !call->isInlineAsm() &&
               !callee->isConvergent() && call->willReturn();
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

// How many bits the widest value of a function has, as far as registers have them.
uint64_t widest(const Function &function) {
    const DataLayout &layout = function.getParent()->getDataLayout();
    uint64_t most = 0;
    for (const Instruction &instruction : function.getEntryBlock()) {
        if (instruction.getType()->isVectorTy()) {
            most = std::max(most, layout.getTypeSizeInBits(instruction.getType()).getFixedValue());
        }
    }
    for (const Argument &argument : function.args()) {
        most = std::max(most, layout.getTypeSizeInBits(argument.getType()).getFixedValue());
    }
    return std::min<uint64_t>(most, kMostAnswerBits);
}

// The function computes for whoever it is inlined into. The least legal width is that of its registers.
void dress(Function &function, const Function &caller) {
    function.setAttributes(AttributeList());
    for (const char *attribute : {"target-cpu", "target-features", "tune-cpu"}) {
        if (caller.hasFnAttribute(attribute)) {
            function.addFnAttr(caller.getFnAttribute(attribute));
        }
    }
    function.addFnAttr("min-legal-vector-width", std::to_string(widest(function)));
    function.addFnAttr(Attribute::AlwaysInline);
    function.addFnAttr(Attribute::NoUnwind);
    function.setLinkage(GlobalValue::InternalLinkage);
}

// Moves a function into another module of its context. LLVM's linker would read all types of that module for each answer.
Code moved(Function &from, Module &module) {
    auto *function = Function::Create(from.getFunctionType(), GlobalValue::InternalLinkage, kAnswerName, module);
    function->setAttributes(from.getAttributes());
    for (Argument &argument : from.args()) {
        argument.replaceAllUsesWith(function->getArg(argument.getArgNo()));
    }
    function->splice(function->begin(), &from);
    bool is_whole = true;
    for (Instruction &instruction : function->getEntryBlock()) {
        if (auto *call = dyn_cast<CallBase>(&instruction)) {
            const Function &callee = *call->getCalledFunction();
            FunctionCallee own = module.getOrInsertFunction(callee.getName(), callee.getFunctionType(), callee.getAttributes());
            const auto *declared = dyn_cast<Function>(own.getCallee());
            is_whole = is_whole && declared && declared->getFunctionType() == callee.getFunctionType();
            call->setCalledFunction(own);
        }
    }
    // Nothing else of the other module, which ends, is referred to.
    for (const Function &other : *from.getParent()) {
        is_whole = is_whole && other.use_empty();
    }
    if (!is_whole) {
        function->eraseFromParent();
        return {nullptr, "its code refers to what is not its own"};
    }
    return {function, ""};
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

Code link_code(const isotope_result &result, const Window &window, const Function &caller) {
    const isotope::Type wanted = window.type();
    if (!has_type(result.type, wanted.bits, wanted.lanes)) {
        return {nullptr, "it gives another type"};
    }
    if (!result.llvm_ir || !result.function || strlen(result.llvm_ir) > kMostAnswerBytes) {
        return {nullptr, "its code has more than " + std::to_string(kMostAnswerBytes) + " bytes (kMostAnswerBytes)"};
    }
    Module &module = *const_cast<Module *>(caller.getParent());
    std::string why;
    std::unique_ptr<Module> read = read_module(result.llvm_ir, module.getContext(), &why);
    if (!read) {
        return {nullptr, why};
    }
    Function *function = read->getFunction(result.function);
    if (!function || !read->global_empty() || !read->alias_empty() || !read->ifunc_empty()) {
        return {nullptr, "its code is not one function"};
    }
    why = check(*function, result, module.getDataLayout());
    if (!why.empty()) {
        return {nullptr, why};
    }
    dress(*function, caller);
    return moved(*function, module);
}

}  // namespace isotope
