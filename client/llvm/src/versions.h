// Where LLVM 19 and 22 have different names for the same.
#pragma once

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/InstructionCost.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <memory>
#include <optional>
#include <string>

namespace isotope {

#if LLVM_VERSION_MAJOR >= 21
inline llvm::Triple module_triple(const llvm::Module &module) {
    return module.getTargetTriple();
}
#else
inline llvm::Triple module_triple(const llvm::Module &module) {
    return llvm::Triple(module.getTargetTriple());
}
#endif

inline const llvm::Target *find_target(const llvm::Triple &triple, std::string *mistake) {
#if LLVM_VERSION_MAJOR >= 22
    return llvm::TargetRegistry::lookupTarget(triple, *mistake);
#else
    return llvm::TargetRegistry::lookupTarget(triple.str(), *mistake);
#endif
}

inline std::unique_ptr<llvm::MCSubtargetInfo> make_subtarget(const llvm::Target &target, const llvm::Triple &triple, const std::string &cpu,
                                                             const std::string &features) {
#if LLVM_VERSION_MAJOR >= 22
    return std::unique_ptr<llvm::MCSubtargetInfo>(target.createMCSubtargetInfo(triple, cpu, features));
#else
    return std::unique_ptr<llvm::MCSubtargetInfo>(target.createMCSubtargetInfo(triple.str(), cpu, features));
#endif
}

inline std::unique_ptr<llvm::TargetMachine> make_machine(const llvm::Target &target, const llvm::Triple &triple, const std::string &cpu,
                                                         const std::string &features) {
    llvm::TargetOptions options;
    options.MCOptions.AsmVerbose = true;
#if LLVM_VERSION_MAJOR >= 22
    const llvm::Triple &name = triple;
#else
    const std::string name = triple.str();
#endif
    return std::unique_ptr<llvm::TargetMachine>(
        target.createTargetMachine(name, cpu, features, options, llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

inline llvm::KnownBits known_bits(const llvm::Value &value, const llvm::SimplifyQuery &query) {
#if LLVM_VERSION_MAJOR >= 21
    return llvm::computeKnownBits(&value, query);
#else
    return llvm::computeKnownBits(&value, 0, query);
#endif
}

// Operands of a masked load, store, gather or scatter. LLVM 19 has the alignment among them, behind the address; later ones have it as an
// attribute of the address.
struct MaskedOperands {
    unsigned address, mask;
    llvm::Align align;
};

inline MaskedOperands masked_operands(const llvm::IntrinsicInst &call) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    const unsigned address = id == llvm::Intrinsic::masked_store || id == llvm::Intrinsic::masked_scatter ? 1 : 0;
    if (call.arg_size() == 4) {
        const auto *align = llvm::cast<llvm::ConstantInt>(call.getArgOperand(address + 1));
        return {address, address + 2, align->getMaybeAlignValue().valueOrOne()};
    }
    return {address, address + 1, call.getParamAlign(address).valueOrOne()};
}

inline bool is_legal_masked_load(const llvm::TargetTransformInfo &costs, llvm::Type *type, llvm::Align align) {
#if LLVM_VERSION_MAJOR >= 22
    return costs.isLegalMaskedLoad(type, align, 0);
#else
    return costs.isLegalMaskedLoad(type, align);
#endif
}

// Whether an intrinsic's type is named by this operand's; -1 is the result.
inline bool is_overloaded(llvm::Intrinsic::ID id, int operand) {
#if LLVM_VERSION_MAJOR >= 20
    return llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, operand, nullptr);
#else
    return llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, operand);
#endif
}

// Whether the vector form of an intrinsic takes a scalar there.
inline bool has_scalar_operand(llvm::Intrinsic::ID id, unsigned operand) {
#if LLVM_VERSION_MAJOR >= 20
    return llvm::isVectorIntrinsicWithScalarOpAtArg(id, operand, nullptr);
#else
    return llvm::isVectorIntrinsicWithScalarOpAtArg(id, operand);
#endif
}

inline llvm::Function *intrinsic_declaration(llvm::Module *module, llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type *> types) {
#if LLVM_VERSION_MAJOR >= 20
    return llvm::Intrinsic::getOrInsertDeclaration(module, id, types);
#else
    return llvm::Intrinsic::getDeclaration(module, id, types);
#endif
}

// Writes what LLVM's analysis of counters says of a value.
class Expander : public llvm::SCEVExpander {
  public:
#if LLVM_VERSION_MAJOR >= 22
    Expander(llvm::ScalarEvolution &evolution, const llvm::DataLayout &) : SCEVExpander(evolution, "isotope") {}
#else
    Expander(llvm::ScalarEvolution &evolution, const llvm::DataLayout &layout) : SCEVExpander(evolution, layout, "isotope") {}
#endif
};

// A cost of LLVM's tables; nothing where an operation has none.
inline std::optional<int64_t> number_of(const llvm::InstructionCost &cost) {
    if (!cost.isValid()) {
        return std::nullopt;
    }
#if LLVM_VERSION_MAJOR >= 20
    return cost.getValue();
#else
    return *cost.getValue();
#endif
}

}  // namespace isotope
