#include "insert/code.h"

#include <algorithm>

#include "bounds.h"
#include "insert/text.h"

using namespace llvm;

namespace isotope {

namespace {

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
//   define <64 x i8> @f(..)     ->     define internal <64 x i8> @f(..) alwaysinline nounwind willreturn memory(none)
//                                      "target-cpu"="znver4" "min-legal-vector-width"="512"
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
    // It is computation alone, whose call keeps no load or store from its place.
    function.setDoesNotAccessMemory();
    function.setWillReturn();
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

Code link_code(const isotope_result &result, const Window &window, const Function &caller) {
    Module &module = *const_cast<Module *>(caller.getParent());
    std::string why;
    const Text read = read_answer(result, window.type(), module.getDataLayout(), module.getContext(), &why);
    if (!read.function) {
        return {nullptr, why};
    }
    Function *function = read.function;
    dress(*function, caller);
    return moved(*function, module);
}

}  // namespace isotope
