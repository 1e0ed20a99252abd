#include "insert/answer.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "insert/arguments.h"
#include "insert/code.h"
#include "insert/order.h"
#include "insert/stack.h"

using namespace llvm;

namespace isotope {

namespace {

// The accumulator of a reduction, which is zero before the loop:
//   %0 = phi <8 x i32> [zeroinitializer, %before]        ; replace_total adds the way from the loop
PHINode *accumulator(const Window &window, llvm::Type *type) {
    BasicBlock *block = window.block;
    PHINode *phi = PHINode::Create(type, 2, "", block->begin());
    for (BasicBlock *before : predecessors(block)) {
        if (before != block) {
            phi->addIncoming(Constant::getNullValue(type), before);
        }
    }
    return phi;
}

// Uses of the total read the sum of the new accumulator, and of values that the old ones had before the loop:
//   %u0 = add <8 x i32> %phi0, %x                 %acc = phi <8 x i32> [zeroinitializer, %before], [%u, %loop]
//   %u1 = add <8 x i32> %phi1, %y          ->     %u = call @isotope.answer.(%acc, ..)
//   %r = add <8 x i32> %u0, %u1                   %s = call @llvm.vector.reduce.add(%u)
//   %total = call @llvm.vector.reduce.add(%r)     add %s, (call @llvm.vector.reduce.add(%begin)), where %phi0 begins with %begin
void replace_total(const Window &window, PHINode *phi, Value *update) {
    phi->addIncoming(update, window.block);
    Instruction *total = window.reduction.total;
    IRBuilder<> builder(total);
    Value *sum = builder.CreateAddReduce(update);
    for (PHINode *old : window.reduction.phis) {
        for (unsigned i = 0; i < old->getNumIncomingValues(); i++) {
            Value *begin = old->getIncomingValue(i);
            const auto *constant = dyn_cast<Constant>(begin);
            if (old->getIncomingBlock(i) != window.block && !(constant && constant->isNullValue())) {
                sum = builder.CreateAdd(sum, builder.CreateAddReduce(begin));
            }
        }
    }
    // It stays until what is dead is removed: another window may have it as a leaf.
    total->replaceAllUsesWith(sum);
}

// Stores a result in place of the stores that have parts of it:
//   store <16 x i8> %x, ptr %p
//   store <16 x i8> %y, ptr %p.16         ->  store <32 x i8> %value, ptr %p
void replace_stores(ArrayRef<StoreInst *> stores, IRBuilder<> &builder, Value *value) {
    const StoreInst *first = stores[0];
    StoreInst *wide = builder.CreateAlignedStore(value, const_cast<Value *>(first->getPointerOperand()), first->getAlign());
    const std::vector<Value *> all(stores.begin(), stores.end());
    propagateMetadata(wide, all);
    wide->setDebugLoc(first->getDebugLoc());
}

// Lanes 8 to 15 of <16 x i16> %value: shufflevector %value, poison, <8, 9, .., 15>.
Value *lanes_of(Value *value, unsigned begin, unsigned count, IRBuilder<> &builder) {
    if (cast<FixedVectorType>(value->getType())->getNumElements() == count) {
        return value;
    }
    SmallVector<int, 64> lanes(count);
    std::iota(lanes.begin(), lanes.end(), (int)begin);
    return builder.CreateShuffleVector(value, lanes);
}

// Other uses of a stored value would compute it a second time:
//   store <8 x i16> %x, ptr %p
//   %any = or <8 x i16> %before, %x       ; reads lanes of the answer, where it stands behind that
// The instructions of %x stay until what is dead is removed: another window may have them as leaves.
void replace_other_uses(const StoreInst &store, Value *value, unsigned begin, Instruction *place) {
    auto *stored = dyn_cast<Instruction>(const_cast<Value *>(store.getValueOperand()));
    if (!stored || stored->getParent() != place->getParent()) {
        return;
    }
    const auto is_later = [place](const Use &use) {
        const auto *user = cast<Instruction>(use.getUser());
        const bool is_behind = user->getParent() != place->getParent() || isa<PHINode>(user) || place->comesBefore(user);
        return is_behind && !isa<StoreInst>(user);
    };
    if (none_of(stored->uses(), is_later)) {
        return;
    }
    IRBuilder<> builder(place);
    Value *part = lanes_of(value, begin, cast<FixedVectorType>(stored->getType())->getNumElements(), builder);
    stored->replaceUsesWithIf(part, [&](Use &use) { return is_later(use); });
}

void replace_stores(const Window &window, Instruction *place, Value *value) {
    unsigned begin = 0;
    for (const StoreInst *store : window.stores) {
        replace_other_uses(*store, value, begin, place);
        begin += cast<FixedVectorType>(store->getValueOperand()->getType())->getNumElements();
    }
    if (window.stores.size() == 1) {
        window.stores[0]->setOperand(0, value);
        return;
    }
    IRBuilder<> builder(place);
    const unsigned lanes = window.type().lanes / (unsigned)window.results;
    std::vector<size_t> order(window.results);
    std::iota(order.begin(), order.end(), 0);
    // Where results overlap, what is stored last stays.
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return window.stores_of(a)[0]->comesBefore(window.stores_of(b)[0]); });
    for (size_t result : order) {
        replace_stores(window.stores_of(result), builder, lanes_of(value, (unsigned)result * lanes, lanes, builder));
    }
    for (StoreInst *store : window.stores) {
        store->eraseFromParent();
    }
}

// A lane of a vector that is made outside of the window's block is taken out once, behind that, and not in each iteration:
//   %c = load <4 x i16>, ptr %weights           %s = extractelement <4 x i16> %c, i64 2
Value *taken_out(Value &vector, unsigned lane, Function &function) {
    auto *made = dyn_cast<Instruction>(&vector);
    const BasicBlock::iterator behind = made ? *made->getInsertionPointAfterDef() : function.getEntryBlock().getFirstInsertionPt();
    IRBuilder<> builder(behind->getParent(), behind);
    return builder.CreateExtractElement(&vector, lane);
}

// The values of an answer's parameters, at its place: leaves, loads that are made, and the accumulator. A value that may be undefined is
// frozen, unless the service says that it need not be:
//   call @isotope.answer.(<32 x i8> %x)     ->     %0 = freeze <32 x i8> %x
//                                                  call @isotope.answer.(<32 x i8> %0)
std::vector<Value *> arguments(const Window &window, const std::vector<Planned> &planned, const std::vector<Joined> &joined,
                               const Freezing &freezing, PHINode *phi, IRBuilder<> &builder) {
    std::vector<Value *> all;
    for (size_t i = 0; i < planned.size(); i++) {
        Value *value = planned[i].is_accumulator ? phi : planned[i].value;
        if (!value) {
            IRBuilder<> loading(joined[i].before);
            value = load(window, planned[i], loading);
        } else if (planned[i].lane) {
            value = taken_out(*value, *planned[i].lane, *window.block->getParent());
        }
        if (is_frozen(window, freezing, i) && !isGuaranteedNotToBeUndefOrPoison(value)) {
            value = builder.CreateFreeze(value);
        }
        all.push_back(value);
    }
    return all;
}

// Registers of the answer's width are legal where they would be split by the width that the function's CPU prefers. A function without
// the attribute may use any.
//   "min-legal-vector-width"="256"     ->     "min-legal-vector-width"="512", for an answer with <64 x i8>
void allow_registers(Function &function, const Function &code) {
    const char *const name = "min-legal-vector-width";
    const auto width = [&](const Function &of) { return of.getFnAttributeAsParsedInteger(name); };
    if (function.hasFnAttribute(name) && width(function) < width(code)) {
        function.addFnAttr(name, std::to_string(width(code)));
    }
}

// Without a frame pointer, LLVM spills wide registers to a stack that is aligned to 16 bytes: half of them cross lines of the cache, and
// take several times as long. LLVM aligns the stack of a function that spills, and has one, to its widest register.
void align_spills(Function &function, const Function &code) {
    const char *const name = "frame-pointer";
    constexpr uint64_t kStackBits = 128;
    if (code.getFnAttributeAsParsedInteger("min-legal-vector-width") > kStackBits) {
        function.addFnAttr(name, "all");
    }
}

}  // namespace

std::string insert(const Window &window, const isotope_result &result, const Freezing &freezing, AAResults &aliases) {
    std::vector<Planned> planned;
    std::string why = plan(window, result, &planned);
    if (!why.empty()) {
        return why;
    }
    if (!freezing.one_load_a_byte && are_shared(planned)) {
        return "it reads bytes that may be undefined by two loads for one lane";
    }
    std::vector<Joined> joined(planned.size());
    std::vector<Value *> taken;
    for (size_t i = 0; i < planned.size(); i++) {
        const Planned &each = planned[i];
        if (each.value) {
            taken.push_back(each.value);
        } else if (!each.is_accumulator) {
            joined[i] = {stands_for(window, each), window.buffers[each.buffer].pointer};
        }
    }
    for (size_t result = 0; window.stores.size() > 1 && result < window.results; result++) {
        taken.push_back(window.stores_of(result)[0]->getPointerOperand());
    }
    Instruction *place = place_for(window, taken, aliases, &joined, &why);
    if (!place) {
        return why;
    }
    const Code code = link_code(result, window, *window.block->getParent());
    if (!code.function) {
        return code.why;
    }
    PHINode *phi = window.is_reduction() ? accumulator(window, code.function->getReturnType()) : nullptr;
    IRBuilder<> builder(place);
    CallInst *call = builder.CreateCall(code.function, arguments(window, planned, joined, freezing, phi, builder));
    if (phi) {
        call->setDebugLoc(window.reduction.updates[0]->getDebugLoc());
        replace_total(window, phi, window.reduction.is_apart ? builder.CreateAdd(phi, call) : call);
    } else if (Instruction *value = window.value()) {
        call->setDebugLoc(value->getDebugLoc());
        // It stays until what is dead is removed: another window may have it as a leaf.
        value->replaceAllUsesWith(call);
    } else {
        replace_stores(window, place, call);
    }
    return "";
}

bool finish(Function &function, bool may_spill, FunctionAnalysisManager &analyses) {
    std::vector<CallInst *> calls;
    for (BasicBlock &block : function) {
        for (Instruction &instruction : block) {
            auto *call = dyn_cast<CallInst>(&instruction);
            const Function *callee = call ? call->getCalledFunction() : nullptr;
            if (callee && callee->getName().starts_with(kAnswerName)) {
                calls.push_back(call);
            }
        }
    }
    for (CallInst *call : calls) {
        Function *code = call->getCalledFunction();
        allow_registers(function, *code);
        if (may_spill) {
            align_spills(function, *code);
        }
        InlineFunctionInfo info;
        if (!InlineFunction(*call, info).isSuccess()) {
            return false;
        }
        if (code->use_empty()) {
            code->eraseFromParent();
        }
    }
    FunctionPassManager passes;
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(ADCEPass());
    passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), true));
    passes.addPass(ADCEPass());
    analyses.invalidate(function, PreservedAnalyses::none());
    passes.run(function, analyses);
    analyses.invalidate(function, PreservedAnalyses::none());
    align_arrays(function, analyses.getResult<ScalarEvolutionAnalysis>(function));
    return !verifyFunction(function);
}

}  // namespace isotope
