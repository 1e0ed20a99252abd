#include "simd/callers.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "simd/functions.h"
#include "simd/text.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// The function of the ABI's name, which nobody has written yet; null where somebody has, or where a result needs several registers.
Function *entry_of(Function &scalar, const Variant &variant) {
    Module &module = *scalar.getParent();
    FunctionType *type = variant.abi_type(scalar);
    Function *known = module.getFunction(variant.name);
    if (!type || scalar.hasLocalLinkage() || (known && (!known->isDeclaration() || known->getFunctionType() != type))) {
        return nullptr;
    }
    Function *entry = known ? known : Function::Create(type, GlobalValue::ExternalLinkage, variant.name, module);
    entry->setLinkage(scalar.getLinkage() == GlobalValue::AvailableExternallyLinkage ? GlobalValue::WeakODRLinkage : scalar.getLinkage());
    entry->setVisibility(scalar.getVisibility());
    if (entry->isWeakForLinker()) {
        entry->setComdat(module.getOrInsertComdat(variant.name));
    }
    for (const char *kept : {"target-cpu", "target-features", "tune-cpu", "no-trapping-math", "denormal-fp-math", "denormal-fp-math-f32",
                             "frame-pointer", "min-legal-vector-width"}) {
        if (scalar.hasFnAttribute(kept)) {
            entry->addFnAttr(scalar.getFnAttribute(kept));
        }
    }
    if (scalar.hasFnAttribute(Attribute::NoUnwind)) {
        entry->addFnAttr(Attribute::NoUnwind);
    }
    entry->addFnAttr("min-legal-vector-width", std::to_string(variant.set->bits));
    return entry;
}

// One bit a lane: of an integer its low bits, of a vector whether an element has its sign.
//   i32 %m, of 16 lanes               bitcast (trunc i32 %m to i16) to <16 x i1>
//   <8 x i32> %m                      icmp slt <8 x i32> %m, zeroinitializer
Value *lanes_on(IRBuilder<> &builder, Value *mask, const Variant &variant) {
    if (variant.set->has_bit_masks) {
        Value *bits = builder.CreateZExtOrTrunc(mask, builder.getIntNTy(variant.lanes));
        return builder.CreateBitCast(bits, variant.widened(builder.getInt1Ty()));
    }
    return builder.CreateICmpSLT(mask, Constant::getNullValue(mask->getType()));
}

// The scalar argument of a lane: an element, the argument itself, or the argument and as many steps.
//   v    extractelement <8 x float> %x, i32 %lane
//   u    %x
//   l4   getelementptr i8, ptr %x, 4 * %lane, or add %x, 4 * %lane of an integer
Value *argument_of(IRBuilder<> &builder, Function &entry, const VFParameter &parameter, Value *lane) {
    Value *given = entry.getArg(parameter.ParamPos);
    if (parameter.ParamKind == VFParamKind::OMP_LinearPos) {
        Value *step = builder.CreateSExtOrTrunc(entry.getArg((unsigned)parameter.LinearStepOrPos), given->getType());
        return builder.CreateAdd(given, builder.CreateMul(builder.CreateZExtOrTrunc(lane, given->getType()), step));
    }
    if (parameter.ParamKind == VFParamKind::Vector) {
        return builder.CreateExtractElement(given, lane);
    }
    if (parameter.ParamKind != VFParamKind::OMP_Linear) {
        return given;
    }
    const bool is_pointer = given->getType()->isPointerTy();
    Type *integer = is_pointer ? builder.getInt64Ty() : given->getType();
    Value *steps = builder.CreateMul(builder.CreateZExtOrTrunc(lane, integer),
                                     ConstantInt::get(integer, (uint64_t)(int64_t)parameter.LinearStepOrPos, true));
    return is_pointer ? builder.CreateGEP(builder.getInt8Ty(), given, steps) : builder.CreateAdd(given, steps);
}

}  // namespace

// define @_ZGVdM8v_f(<8 x float> %x, <8 x i32> %m) { call @f.simd.M8v(%x, icmp slt %m, 0) }
void write_entry(Function &scalar, Function &body, const Variant &variant) {
    Function *entry = entry_of(scalar, variant);
    if (!entry) {
        return;
    }
    IRBuilder<> builder(BasicBlock::Create(scalar.getContext(), "entry", entry));
    SmallVector<Value *, 8> arguments;
    for (Argument &argument : entry->args()) {
        arguments.push_back(&argument);
    }
    if (variant.is_masked) {
        arguments.back() = lanes_on(builder, arguments.back(), variant);
    }
    // %i, %i + %s, %i + 2 %s, .. where a step is in another argument.
    for (const VFParameter &parameter : variant.given) {
        if (parameter.ParamKind == VFParamKind::OMP_LinearPos) {
            Value *&first = arguments[parameter.ParamPos];
            Value *step = builder.CreateSExtOrTrunc(arguments[(unsigned)parameter.LinearStepOrPos], first->getType());
            Value *steps = builder.CreateMul(builder.CreateStepVector(variant.widened(first->getType())),
                                             builder.CreateVectorSplat(variant.lanes, step));
            first = builder.CreateAdd(builder.CreateVectorSplat(variant.lanes, first), steps);
        }
    }
    CallInst *call = builder.CreateCall(&body, arguments);
    call->setTailCall();
    call->getType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(call);
}

namespace {

// A loop over the lanes calls the function for each that is on:
// lane:  %lane = phi i32 [0, %entry], [%following, %next]
//        br i1 (extractelement %mask, %lane), %on, %next
// on:    %with = insertelement %results, (call @f(extractelement %x, %lane)), %lane
// next:  %following = add i32 %lane, 1
//        br i1 (icmp eq %following, 8), %end, %lane
void fill_lane_loop(Function &entry, Function &scalar, unsigned lanes, ArrayRef<VFParameter> parameters,
                    function_ref<Value *(IRBuilder<> &)> mask_of) {
    LLVMContext &context = scalar.getContext();
    const auto block = [&](const char *name) { return BasicBlock::Create(context, name, &entry); };
    BasicBlock *begin = block("entry"), *loop = block("lane"), *on = block("on"), *next = block("next"), *end = block("end");
    IRBuilder<> builder(begin);
    Value *mask = mask_of(builder);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    PHINode *lane = builder.CreatePHI(builder.getInt32Ty(), 2, "lane");
    Type *type = entry.getReturnType();
    PHINode *results = type->isVoidTy() ? nullptr : builder.CreatePHI(type, 2, "results");
    mask ? builder.CreateCondBr(builder.CreateExtractElement(mask, lane), on, next) : builder.CreateBr(on);
    builder.SetInsertPoint(on);
    SmallVector<Value *, 8> arguments;
    for (const Argument &argument : scalar.args()) {
        const unsigned at = argument.getArgNo();
        arguments.push_back(argument_of(builder, entry, parameters[at], lane));
    }
    CallInst *call = builder.CreateCall(&scalar, arguments);
    call->setCallingConv(scalar.getCallingConv());
    Value *with = results ? builder.CreateInsertElement(results, call, lane) : nullptr;
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
    Value *all = with;
    if (results && mask) {
        PHINode *either = builder.CreatePHI(type, 2);
        either->addIncoming(results, loop);
        either->addIncoming(with, on);
        all = either;
    }
    Value *following = builder.CreateAdd(lane, builder.getInt32(1));
    builder.CreateCondBr(builder.CreateICmpEQ(following, builder.getInt32(lanes)), end, loop);
    lane->addIncoming(builder.getInt32(0), begin);
    lane->addIncoming(following, next);
    if (results) {
        results->addIncoming(PoisonValue::get(type), begin);
        results->addIncoming(all, next);
    }
    builder.SetInsertPoint(end);
    results ? builder.CreateRet(all) : builder.CreateRetVoid();
}

}  // namespace

void write_lane_loop(Function &scalar, const Variant &variant) {
    if (Function *entry = entry_of(scalar, variant)) {
        fill_lane_loop(*entry, scalar, variant.lanes, variant.given, [&](IRBuilder<> &builder) {
            return variant.is_masked ? lanes_on(builder, entry->getArg((unsigned)scalar.arg_size()), variant) : nullptr;
        });
    }
}

// @f has the name `f`, and @llvm.atan.f32 the name `atan.f32`.
std::string own_name(const Function &called) {
    // Names with `llvm.` are LLVM's alone.
    return (called.isIntrinsic() ? called.getName().drop_front(sizeof "llvm." - 1) : called.getName()).str();
}

Function *function_for(Function &within, FunctionType *type, const std::string &name) {
    Function *made = Function::Create(type, GlobalValue::InternalLinkage, name, within.getParent());
    for (const char *kept : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"}) {
        if (within.hasFnAttribute(kept)) {
            made->addFnAttr(within.getFnAttribute(kept));
        }
    }
    return made;
}

// A body of the function, or `@f.lanes.M8vu`, which calls it for one lane after the other.
Function *in_lanes(Function &called, const std::string &shape, FunctionType *type, unsigned lanes, Function &within) {
    Module &module = *called.getParent();
    Function *body = module.getFunction((called.getName() + ".simd." + shape).str());
    if (body && body->hasFnAttribute(kMade) && body->getFunctionType() == type) {
        return body;
    }
    const std::string name = own_name(called) + ".lanes." + shape;
    if (Function *known = module.getFunction(name)) {
        return known->getFunctionType() == type ? known : nullptr;
    }
    Function *made = function_for(within, type, name);
    SmallVector<VFParameter, 8> parameters;
    for (unsigned at = 0; at < called.arg_size(); at++) {
        const bool is_vector = type->getParamType(at)->isVectorTy();
        parameters.push_back(VFParameter{at, is_vector ? VFParamKind::Vector : VFParamKind::OMP_Uniform});
    }
    fill_lane_loop(*made, called, lanes, parameters,
                   [&](IRBuilder<> &) { return shape[0] == 'M' ? made->getArg((unsigned)called.arg_size()) : nullptr; });
    return made;
}

std::string clauses_of_body(Function &called, const std::string &lanes, ArrayRef<std::optional<int64_t>> steps) {
    const std::string begin = (called.getName() + ".simd." + lanes).str();
    std::string best;
    long most = 0;
    for (const Function &body : *called.getParent()) {
        StringRef clauses = body.getName();
        if (!body.hasFnAttribute(kMade) || !clauses.consume_front(begin)) {
            continue;
        }
        const std::optional<VFInfo> info =
            VFABI::tryDemangleForVFABI(("_ZGVd" + lanes + clauses + "_" + called.getName()).str(), called.getFunctionType());
        const auto takes = [&](const VFParameter &parameter) {
            const std::optional<int64_t> &step = steps[parameter.ParamPos];
            return parameter.ParamKind == VFParamKind::Vector || (parameter.ParamKind == VFParamKind::OMP_Uniform && step == 0) ||
                   (parameter.ParamKind == VFParamKind::OMP_Linear && step == parameter.LinearStepOrPos);
        };
        const auto is_argument = [](const VFParameter &parameter) { return parameter.ParamKind != VFParamKind::GlobalPredicate; };
        if (!info || !all_of(info->Shape.Parameters, [&](const VFParameter &each) { return !is_argument(each) || takes(each); })) {
            continue;
        }
        const long scalars = 1 + count_if(info->Shape.Parameters, [](const VFParameter &parameter) {
                                 return parameter.ParamKind == VFParamKind::OMP_Uniform || parameter.ParamKind == VFParamKind::OMP_Linear;
                             });
        if (scalars > most) {
            most = scalars, best = clauses.str();
        }
    }
    return best;
}

// call @f.simd.N8vu(%x, %u)         callee = @"f", isotope.lanes = "N8vu"
// call @f(%x)                       callee = @"f", isotope.reads, if @f only reads
std::string words_of(const CallBase &call) {
    const MDNode *node = call.getMetadata(kLanes);
    const auto text = [&](unsigned at) { return cast<MDString>(node->getOperand(at))->getString().str(); };
    const Function *called = call.getCalledFunction();
    if (!called || !isa<CallInst>(call)) {
        return "";
    }
    const std::string whose = "callee = @\"" + (node ? text(0) : called->getName().str()) + "\"";
    return whose + (node ? ", isotope.lanes = \"" + text(1) + "\"" : called->onlyReadsMemory() ? ", isotope.reads" : "");
}

void map_calls(Function &scalar, const std::vector<std::string> &mappings) {
    for (User *user : scalar.users()) {
        auto *call = dyn_cast<CallInst>(user);
        if (call && call->getCalledFunction() == &scalar && !call->hasFnAttr("vector-function-abi-variant")) {
            VFABI::setVectorVariantNames(call, SmallVector<std::string, 8>(mappings.begin(), mappings.end()));
        }
    }
}

}  // namespace isotope::simd
