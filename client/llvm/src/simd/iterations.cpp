#include "simd/iterations.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "versions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

bool is_lifetime(const User *user) {
    const auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    return intrinsic && intrinsic->isLifetimeStartOrEnd();
}

// How code uses the address of an array on the stack.
struct Uses {
    bool is_outside = false;  // of the loop
    bool is_passed = false;   // to a function, or stored, within the loop
    SmallVector<Instruction *, 8> loads, stores;
    SmallVector<Instruction *, 4> hoisted;  // addresses that are computed before the loop
};

Uses uses_of(AllocaInst &array, const Loop &loop) {
    Uses found;
    SetVector<Value *> addresses;
    addresses.insert(&array);
    for (size_t at = 0; at < addresses.size(); at++) {
        for (Use &use : addresses[at]->uses()) {
            auto *user = cast<Instruction>(use.getUser());
            if (is_lifetime(user)) {
                continue;
            }
            const bool is_within = loop.contains(user);
            const auto *address = dyn_cast<GetElementPtrInst>(user);
            if (address && !is_within && address->hasAllConstantIndices()) {
                if (addresses.insert(user)) {
                    found.hoisted.push_back(user);
                }
                continue;
            }
            found.is_outside |= !is_within;
            if (isa<GetElementPtrInst>(user) || isa<CastInst>(user) || isa<PHINode>(user) || isa<SelectInst>(user)) {
                addresses.insert(user);
            } else if (isa<LoadInst>(user) && is_within) {
                found.loads.push_back(user);
            } else if (isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex()) {
                if (is_within) {
                    found.stores.push_back(user);
                }
            } else if (is_within && !isa<CmpInst>(user)) {
                found.is_passed = true;
            }
        }
    }
    return found;
}

// Whether there is a further iteration, where nothing else reads that.
Instruction *goes_on(const Loop &loop) {
    auto *condition = dyn_cast<Instruction>(cast<BranchInst>(loop.getLoopLatch()->getTerminator())->getCondition());
    return condition && loop.contains(condition) && condition->hasOneUse() ? condition : nullptr;
}

bool is_unreachable(const BasicBlock &block) {
    return isa<UnreachableInst>(block.getFirstNonPHIOrDbg());
}

class Reader {
  public:
    Reader(Loop &loop, ScalarEvolution &evolution) : loop(loop), evolution(evolution) { read.loop = &loop; }

    std::optional<Iteration> iteration(std::optional<Refusal> *why) {
        count();
        if (refusal) {
            *why = refusal;
            return std::nullopt;
        }
        counters();
        results();
        operations();
        arrays();
        accesses();
        if (refusal) {
            *why = refusal;
            return std::nullopt;
        }
        return std::move(read);
    }

  private:
    Loop &loop;
    ScalarEvolution &evolution;
    Iteration read;
    std::optional<Refusal> refusal;

    void refuse(const std::string &why, const Instruction *place = nullptr) {
        if (!refusal) {
            refusal = Refusal{why, place && place->getDebugLoc() ? place->getDebugLoc() : loop.getStartLoc()};
        }
    }

    void count() {
        const auto *latch = loop.getLoopLatch() ? dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator()) : nullptr;
        if (!loop.isLoopSimplifyForm() || !latch || !latch->isConditional() || !loop.isLoopExiting(latch->getParent())) {
            return refuse("it is left from within");
        }
        read.exit = latch->getSuccessor(loop.contains(latch->getSuccessor(0)) ? 1 : 0);
        SmallVector<Loop::Edge, 4> edges;
        loop.getExitEdges(edges);
        for (const Loop::Edge &edge : edges) {
            if (edge.first != latch->getParent() && !is_unreachable(*edge.second)) {
                return refuse("it is left from within", edge.first->getTerminator());
            }
        }
        const SCEV *last = evolution.getExitCount(&loop, loop.getLoopLatch());
        const bool is_number = !isa<SCEVCouldNotCompute>(last) && last->getType()->isIntegerTy();
        const unsigned bits = is_number ? last->getType()->getIntegerBitWidth() : 0;
        Expander expander(evolution, loop.getHeader()->getDataLayout());
        if (bits < 8 || bits > 64 || !expander.isSafeToExpandAt(last, loop.getLoopPreheader()->getTerminator())) {
            return refuse("the number of its iterations is not known before the first");
        }
        read.last = last;
    }

    // Each value that an iteration has from the one before is one that counts on: %i is, and the sum %s is not.
    //   %i = phi i64 [0, %before], [%i.next, %loop]        ; %i.next = add nuw nsw i64 %i, 1
    //   %s = phi float [0.0, %before], [%t, %loop]         ; %t = fadd float %s, %x
    void counters() {
        for (PHINode &phi : loop.getHeader()->phis()) {
            const auto *counted = evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
            const auto *step = counted && counted->getLoop() == &loop && counted->isAffine()
                                   ? dyn_cast<SCEVConstant>(counted->getStepRecurrence(evolution))
                                   : nullptr;
            if (!step || step->getAPInt().getSignificantBits() > 32) {
                return refuse("an iteration needs a value of the one before", &phi);
            }
            const bool is_whole = !phi.getType()->isIntegerTy() || phi.getType()->isIntegerTy(64) || counted->hasNoSignedWrap();
            read.counters.push_back({&phi, step->getAPInt().getSExtValue(), is_whole});
        }
    }

    // Code behind the loop reads values that are known before it: a counter's last value.
    void results() {
        for (BasicBlock *block : loop.blocks()) {
            for (Instruction &instruction : *block) {
                const bool is_read = any_of(instruction.users(), [&](User *user) {
                    const auto *phi = dyn_cast<PHINode>(user);
                    return !loop.contains(cast<Instruction>(user)) && !(phi && phi->getParent() == read.exit);
                });
                if (is_read) {
                    return refuse("code behind it reads a value of the last iteration", &instruction);
                }
            }
        }
        if (refusal) {
            return;
        }
        for (PHINode &phi : read.exit->phis()) {
            const Value *last = phi.getIncomingValueForBlock(loop.getLoopLatch());
            const auto *instruction = dyn_cast<Instruction>(last);
            if (!instruction || !loop.contains(instruction)) {
                continue;
            }
            const SCEV *value = evolution.isSCEVable(phi.getType())
                                    ? evolution.getSCEVAtScope(phi.getIncomingValueForBlock(loop.getLoopLatch()), loop.getParentLoop())
                                    : evolution.getCouldNotCompute();
            Expander expander(evolution, loop.getHeader()->getDataLayout());
            if (isa<SCEVCouldNotCompute>(value) || !evolution.isLoopInvariant(value, &loop) ||
                !expander.isSafeToExpandAt(value, loop.getLoopPreheader()->getTerminator())) {
                return refuse("code behind it reads a value of the last iteration", instruction);
            }
            read.results.push_back({&phi, value});
        }
    }

    // Values from before the loop are uniform. Of functions without bodies only those that write nothing are called lane by lane: `ordered`
    // regions are functions, and their order is that of iterations.
    void operations() {
        if (refusal) {
            return;
        }
        SetVector<Value *> given;
        for (BasicBlock *block : loop.blocks()) {
            for (Instruction &instruction : *block) {
                const auto *call = dyn_cast<CallBase>(&instruction);
                if (call && !isa<IntrinsicInst>(call) && !call->onlyReadsMemory() && !call->hasFnAttr("vector-function-abi-variant")) {
                    const Function *called = call->getCalledFunction();
                    return refuse("it calls " + (called ? called->getName().str() : "through a pointer"), &instruction);
                }
                if (&instruction == goes_on(loop)) {
                    continue;
                }
                for (Use &use : instruction.operands()) {
                    const auto *phi = dyn_cast<PHINode>(&instruction);
                    if (phi && phi->getParent() == loop.getHeader()) {
                        continue;
                    }
                    auto *defined = dyn_cast<Instruction>(use.get());
                    const bool is_before = defined ? !loop.contains(defined) : isa<Argument>(use.get());
                    if (is_before && !is_lifetime(&instruction)) {
                        given.insert(use.get());
                    }
                }
            }
        }
        read.shared.assign(given.begin(), given.end());
    }

    // An array that only the loop uses is one for each iteration: iterations may not read each other's writes. One that code behind the
    // loop reads may be the copy of `lastprivate`, which iterations share in LLVM IR.
    void arrays() {
        for (Instruction &instruction : instructions(*loop.getHeader()->getParent())) {
            auto *array = dyn_cast<AllocaInst>(&instruction);
            if (!array || refusal) {
                continue;
            }
            const Uses uses = uses_of(*array, loop);
            if (uses.loads.empty() && uses.stores.empty() && !uses.is_passed) {
                continue;
            }
            if (!uses.is_outside && array->isStaticAlloca() && !loop.contains(array)) {
                read.own.push_back(array);
                read.own.insert(read.own.end(), uses.hoisted.begin(), uses.hoisted.end());
            } else if (uses.is_passed || (!uses.stores.empty() && !is_apart(uses))) {
                refuse("iterations share an array on the stack", array);
            }
        }
        erase_if(read.shared, [&](Value *value) { return is_contained(read.own, value); });
    }

    // Each access is one of those that the pragma speaks of, or of an array of the iteration's own. A place that all iterations read and
    // write is what `ordered` allows, and nothing in LLVM IR says that there was such a clause.
    void accesses() {
        DenseSet<const SCEV *> read_places, written;
        for (BasicBlock *block : loop.blocks()) {
            for (Instruction &instruction : *block) {
                if (refusal || !instruction.mayReadOrWriteMemory() || is_silent(instruction)) {
                    continue;
                }
                const bool is_access = isa<LoadInst>(instruction) || isa<StoreInst>(instruction);
                const Value *pointer = getLoadStorePointerOperand(&instruction);
                if (const auto *memory = dyn_cast<MemIntrinsic>(&instruction)) {
                    pointer = memory->getDest();
                }
                const bool is_own = pointer && !isa<MemTransferInst>(instruction) && is_contained(read.own, getUnderlyingObject(pointer));
                if (!is_own && !is_parallel(instruction)) {
                    return refuse("an access in it may be one of several iterations", &instruction);
                }
                const SCEV *place = !is_own && is_access ? evolution.getSCEV(const_cast<Value *>(pointer)) : nullptr;
                if (place && evolution.isLoopInvariant(place, &loop)) {
                    (isa<LoadInst>(instruction) ? read_places : written).insert(place);
                }
            }
        }
        if (any_of(read_places, [&](const SCEV *place) { return written.count(place); })) {
            refuse("iterations share a place in memory");
        }
    }

    static bool is_silent(const Instruction &instruction) {
        const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
        return intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd());
    }

    // !llvm.access.group is a node, or a list of nodes, of those that !"llvm.loop.parallel_accesses" names.
    bool is_parallel(const Instruction &instruction) const {
        const MDNode *group = instruction.getMetadata(LLVMContext::MD_access_group);
        const MDNode *named = findOptionMDForLoop(&loop, "llvm.loop.parallel_accesses");
        const auto is_named = [&](const Metadata *node) { return is_contained(drop_begin(named->operands()), node); };
        return group && named && (group->getNumOperands() == 0 ? is_named(group) : any_of(group->operands(), is_named));
    }

    // Stores alone, or each access to the iteration's own element: %a + 4 * %i of i32.
    bool is_apart(const Uses &uses) {
        if (uses.loads.empty()) {
            return true;
        }
        const SCEV *place = evolution.getSCEV(getLoadStorePointerOperand(uses.stores.front()));
        const auto *moving = dyn_cast<SCEVAddRecExpr>(place);
        const auto *step = moving && moving->getLoop() == &loop ? dyn_cast<SCEVConstant>(moving->getStepRecurrence(evolution)) : nullptr;
        const auto is_same = [&](Instruction *access) {
            const uint64_t bytes = loop.getHeader()->getDataLayout().getTypeStoreSize(getLoadStoreType(access)).getFixedValue();
            return evolution.getSCEV(getLoadStorePointerOperand(access)) == place && step->getAPInt().abs().uge(bytes);
        };
        return step && all_of(uses.loads, is_same) && all_of(uses.stores, is_same);
    }
};

}  // namespace

std::optional<Iteration> iteration_of(Loop &loop, ScalarEvolution &evolution, std::optional<Refusal> *why) {
    return Reader(loop, evolution).iteration(why);
}

// The default of a switch whose cases are all there are.
static BasicBlock *never(Function &function) {
    BasicBlock *block = BasicBlock::Create(function.getContext(), "never", &function);
    new UnreachableInst(function.getContext(), block);
    return block;
}

// A function of the counters of an iteration and of what it shares with others, with the attributes of the loop's own.
static Function *declared(const Iteration &iteration) {
    Function &caller = *iteration.loop->getHeader()->getParent();
    SmallVector<Type *, 16> types;
    for (const Iteration::Counter &counter : iteration.counters) {
        types.push_back(counter.phi->getType());
    }
    for (const Value *value : iteration.shared) {
        types.push_back(value->getType());
    }
    Function *made = Function::Create(FunctionType::get(Type::getVoidTy(caller.getContext()), types, false), GlobalValue::InternalLinkage,
                                      caller.getName() + ".loop", *caller.getParent());
    for (const Attribute &attribute : caller.getAttributes().getFnAttrs()) {
        if (attribute.isStringAttribute() && !attribute.getKindAsString().starts_with("_ZGV")) {
            made->addFnAttr(attribute);
        }
    }
    for (const Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::UWTable, Attribute::MustProgress, Attribute::StrictFP}) {
        if (caller.hasFnAttribute(kind)) {
            made->addFnAttr(caller.getFnAttribute(kind));
        }
    }
    return made;
}

Function *outlined(const Iteration &iteration) {
    const Loop &loop = *iteration.loop;
    Function *made = declared(iteration);
    LLVMContext &context = made->getContext();
    ValueToValueMapTy values;
    BasicBlock *entry = BasicBlock::Create(context, "entry", made), *end = BasicBlock::Create(context, "end", made);
    unsigned at = 0;
    for (const Iteration::Counter &counter : iteration.counters) {
        values[counter.phi] = made->getArg(at++);
    }
    for (Value *value : iteration.shared) {
        values[value] = made->getArg(at++);
    }
    for (Instruction *own : iteration.own) {
        Instruction *copy = own->clone();
        copy->insertInto(entry, entry->end());
        RemapInstruction(copy, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        values[own] = copy;
    }
    SmallVector<BasicBlock *, 16> blocks;
    for (BasicBlock *block : loop.blocks()) {
        BasicBlock *copy = CloneBasicBlock(block, values, "", made);
        values[block] = copy;
        blocks.push_back(copy);
        for (BasicBlock *next : successors(block)) {
            if (!loop.contains(next) && next != iteration.exit) {
                values[next] = never(*made);
            }
        }
    }
    // The counters are arguments, and the latch ends.
    auto *header = cast<BasicBlock>(values.lookup(loop.getHeader())), *latch = cast<BasicBlock>(values.lookup(loop.getLoopLatch()));
    for (size_t count = iteration.counters.size(); count > 0; count--) {
        header->front().eraseFromParent();
    }
    at = 0;
    for (const Iteration::Counter &counter : iteration.counters) {
        values[counter.phi] = made->getArg(at++);
    }
    latch->getTerminator()->eraseFromParent();
    if (Instruction *condition = goes_on(loop)) {
        cast<Instruction>(values.lookup(condition))->eraseFromParent();
    }
    BranchInst::Create(end, latch);
    BranchInst::Create(header, entry);
    ReturnInst::Create(context, end);
    for (BasicBlock *block : blocks) {
        for (Instruction &instruction : make_early_inc_range(*block)) {
            if (is_lifetime(&instruction) || instruction.isDebugOrPseudoInst()) {
                instruction.eraseFromParent();
                continue;
            }
            RemapInstruction(&instruction, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        }
    }
    stripDebugInfo(*made);
    return made;
}

}  // namespace isotope::simd
