#include "simd/stated.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/InjectTLIMappings.h>

#include "simd/callers.h"
#include "simd/registers.h"
#include "simd/variants.h"

using namespace llvm;

namespace isotope::simd {

namespace {

constexpr const char *kParts = "isotope-simd-parts";

// Registers of the ABI that the name says, or LLVM's own convention, whose vectors fit the caller's registers: _ZGVdN8v_atanf needs AVX2.
bool may_call(const VFInfo &info, Function &within) {
    if (info.ISA == VFISAKind::LLVM) {
        return true;
    }
    const char letter = info.ISA == VFISAKind::SSE ? 'b' : info.ISA == VFISAKind::AVX ? 'c' : info.ISA == VFISAKind::AVX2 ? 'd' : 'e';
    const bool is_x86 =
        info.ISA == VFISAKind::SSE || info.ISA == VFISAKind::AVX || info.ISA == VFISAKind::AVX2 || info.ISA == VFISAKind::AVX512;
    return is_x86 && any_of(sets(), [&](const Set &set) { return set.letter == letter && has_registers(within, set); });
}

// Whether a call may be made where no lane asks for it. A lane that is off hands over 1.0, as its own value may be poison, and atanf(1.0)
// only computes.
bool is_harmless(const CallInst &call, const TargetLibraryInfo &library) {
    LibFunc function;
    const Function &called = *call.getCalledFunction();
    const bool are_numbers = all_of(called.args(), [](const Argument &argument) { return argument.getType()->isFloatingPointTy(); });
    return are_numbers && (called.hasFnAttribute(Attribute::Speculatable) || library.getLibFunc(called, function));
}

// The best variant of a call, and the function that it is: for 16 lanes of `call float @atanf(float %x)` _ZGVdN8v_atanf twice rather than
// _ZGVbN4v_atanf four times, where registers have 256 bits.
class Choice {
  public:
    Choice(const CallInst &call, FunctionType *type, unsigned lanes, bool is_masked, Function &within)
        : call(call), type(type), lanes(lanes), within(within) {
        TargetLibraryInfoImpl known(Triple(within.getParent()->getTargetTriple()));
        const bool may_be_off = is_harmless(call, TargetLibraryInfo(known));
        for (const VFInfo &one : VFDatabase::getMappings(call)) {
            Function *found = within.getParent()->getFunction(one.VectorName);
            const bool is_wider = !function || one.Shape.VF.getKnownMinValue() > info.Shape.VF.getKnownMinValue();
            const bool is_better = is_wider || (is_masked && one.isMasked() && !info.isMasked() && one.Shape.VF == info.Shape.VF);
            if (found && is_better && takes(one, *found) && (one.isMasked() || !is_masked || may_be_off)) {
                function = found, info = one;
            }
        }
    }

    Function *function = nullptr;
    VFInfo info;

  private:
    const CallInst &call;
    FunctionType *type;
    const unsigned lanes;
    Function &within;

    bool takes(const VFInfo &one, const Function &found) const {
        const FunctionType *scalar = call.getFunctionType();
        if (one.Shape.VF.isScalable() || !may_call(one, within) || found.getFunctionType() != VFABI::createFunctionType(one, scalar)) {
            return false;
        }
        const unsigned count = one.Shape.VF.getFixedValue();
        const DataLayout &layout = within.getParent()->getDataLayout();
        const auto fits = [&](Type *of) { return count * layout.getTypeSizeInBits(of).getFixedValue() <= register_bits(within); };
        if (count < 2 || count > lanes || lanes % count || !fits(scalar->getReturnType())) {
            return false;
        }
        return all_of(one.Shape.Parameters, [&](const VFParameter &parameter) {
            if (parameter.ParamKind == VFParamKind::GlobalPredicate) {
                return true;
            }
            const bool is_vector = type->getParamType(parameter.ParamPos)->isVectorTy();
            return parameter.ParamKind == VFParamKind::Vector ? fits(scalar->getParamType(parameter.ParamPos))
                                                              : parameter.ParamKind == VFParamKind::OMP_Uniform && !is_vector;
        });
    }
};

// define <16 x float> @atanf.parts.M16v(<16 x float> %x, <16 x i1> %m): for each half
//   %on = select %m, %x, 1.0; call <8 x float> @variant(%on)
void fill(Function &made, const Choice &choice, unsigned scalars, bool is_masked) {
    IRBuilder<> builder(BasicBlock::Create(made.getContext(), "entry", &made));
    const unsigned count = choice.info.Shape.VF.getFixedValue();
    const unsigned lanes = cast<FixedVectorType>(made.getReturnType())->getNumElements();
    SmallVector<Value *, 4> results;
    for (unsigned first = 0; first < lanes; first += count) {
        const auto part = [&](Value *whole) { return builder.CreateShuffleVector(whole, createSequentialMask(first, count, 0)); };
        Value *mask = is_masked ? part(made.getArg(scalars)) : nullptr;
        SmallVector<Value *, 4> operands;
        for (const VFParameter &parameter : choice.info.Shape.Parameters) {
            if (parameter.ParamKind == VFParamKind::GlobalPredicate) {
                operands.push_back(mask ? mask : ConstantInt::getTrue(FixedVectorType::get(builder.getInt1Ty(), count)));
                continue;
            }
            Value *given = made.getArg(parameter.ParamPos);
            if (parameter.ParamKind == VFParamKind::Vector) {
                given = given->getType()->isVectorTy() ? part(given) : builder.CreateVectorSplat(count, given);
                if (mask && !choice.info.isMasked()) {
                    given = builder.CreateSelect(mask, given, ConstantFP::get(given->getType(), 1.0));
                }
            }
            operands.push_back(given);
        }
        CallInst *call = builder.CreateCall(choice.function, operands);
        call->setCallingConv(choice.function->getCallingConv());
        results.push_back(call);
    }
    builder.CreateRet(concatenateVectors(builder, results));
}

}  // namespace

void state_variants(Function &function, FunctionAnalysisManager &analyses) {
    FunctionPassManager passes;
    passes.addPass(InjectTLIMappings());
    passes.run(function, analyses);
}

Function *in_parts(const CallInst &call, const std::string &shape, FunctionType *type, unsigned lanes, Function &within) {
    Function &called = *call.getCalledFunction();
    // Lanes write one after the other, and a call that does not return in one lane returns in none.
    if (!called.isDeclaration() || !called.onlyReadsMemory() || !called.willReturn() || !called.doesNotThrow() ||
        type->getReturnType()->isVoidTy() || !call.hasFnAttr(kStated)) {
        return nullptr;
    }
    const bool is_masked = shape[0] == 'M';
    const Choice choice(call, type, lanes, is_masked, within);
    if (!choice.function) {
        return nullptr;
    }
    const std::string name = own_name(called) + ".parts." + shape + "." + choice.info.VectorName;
    Module &module = *called.getParent();
    if (Function *known = module.getFunction(name)) {
        return known->getFunctionType() == type ? known : nullptr;
    }
    Function *made = function_for(within, type, name);
    made->addFnAttr(kParts);
    fill(*made, choice, (unsigned)called.arg_size(), is_masked);
    return made;
}

void inline_parts(Function &body) {
    SmallVector<CallInst *, 8> calls;
    for (Instruction &instruction : instructions(body)) {
        auto *call = dyn_cast<CallInst>(&instruction);
        if (call && call->getCalledFunction() && call->getCalledFunction()->hasFnAttribute(kParts)) {
            calls.push_back(call);
        }
    }
    for (CallInst *call : calls) {
        InlineFunctionInfo info;
        InlineFunction(*call, info);
    }
}

}  // namespace isotope::simd
