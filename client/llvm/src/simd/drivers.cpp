#include "simd/drivers.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "bounds.h"
#include "report/remarks.h"
#include "simd/functions.h"
#include "simd/groups.h"
#include "simd/iterations.h"
#include "simd/maker.h"
#include "simd/registers.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// `omp simd` without `safelen`: iterations may run side by side, as many as there are.
//   br i1 %again, label %loop, label %exit, !llvm.loop !0
//   !0 = distinct !{!0, !{!"llvm.loop.parallel_accesses", !1}, !{!"llvm.loop.vectorize.enable", i1 true}}
bool is_asked(const Loop &loop) {
    return getBooleanLoopAttribute(&loop, "llvm.loop.vectorize.enable") && findOptionMDForLoop(&loop, "llvm.loop.parallel_accesses");
}

// LLVM's loop vectoriser calls no body that writes, and from LLVM 22 on none that reads through a pointer. It leaves this:
//   call void @f(ptr %p, i32 %x) "vector-function-abi-variant"="_ZGV_LLVM_N8l4v_f(f.simd.N8l4v)"
bool leaves(const CallInst &call) {
    const bool has_pointer = any_of(call.args(), [](const Use &argument) { return argument->getType()->isPointerTy(); });
    return call.hasFnAttr("vector-function-abi-variant") &&
           (!call.onlyReadsMemory() || (LLVM_VERSION_MAJOR >= 22 && has_pointer && !call.doesNotAccessMemory()));
}

bool is_left(const Loop &loop) {
    const auto is_left_call = [](const Instruction &instruction) {
        const auto *call = dyn_cast<CallInst>(&instruction);
        return call && leaves(*call);
    };
    return !loop.isInnermost() || any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, is_left_call); });
}

// Lanes of one register by the widest values that are no addresses: 8 of 256 bits for loads of float, and an i64 that counts.
unsigned lanes_of_one(const Loop &loop) {
    unsigned bits = 8;
    for (const BasicBlock *block : loop.blocks()) {
        for (const Instruction &instruction : *block) {
            const bool is_access = isa<LoadInst>(instruction) || isa<StoreInst>(instruction);
            llvm::Type *type = is_access ? getLoadStoreType(const_cast<Instruction *>(&instruction)) : instruction.getType();
            const bool is_wide = type->isIntegerTy(64) && !is_access;
            if ((type->isIntegerTy() && !is_wide) || type->isFloatTy() || type->isDoubleTy()) {
                bits = std::max(bits, type->getScalarSizeInBits());
            }
        }
    }
    return register_bits(*loop.getHeader()->getParent()) / bits;
}

// An iteration of the loop as a function, its bodies, and the calls of these.
class Loops {
  public:
    Loops(Function &caller, const Widths &widths, FunctionAnalysisManager &analyses)
        : caller(caller), widths(widths), analyses(analyses), emitter(&caller) {}

    bool drive() {
        const auto is_wanted = [](const Loop *loop) { return is_asked(*loop) && is_left(*loop); };
        if (none_of(analyses.getResult<LoopAnalysis>(caller).getLoopsInPreorder(), is_wanted)) {
            return false;
        }
        // As before LLVM's vectoriser: the test of a loop is at its end.
        FunctionPassManager passes;
        passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
        analyses.invalidate(caller, passes.run(caller, analyses));
        for (size_t count = 0; count < kMostSimdLoops && drive_next(); count++) {
        }
        return true;
    }

  private:
    Function &caller;
    const Widths &widths;
    FunctionAnalysisManager &analyses;
    OptimizationRemarkEmitter emitter;
    DenseSet<const BasicBlock *> seen;  // headers

    // Reads loops anew after each change.
    bool drive_next() {
        auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(caller);
        for (Loop *loop : analyses.getResult<LoopAnalysis>(caller).getLoopsInPreorder()) {
            if (!is_asked(*loop) || !is_left(*loop) || !seen.insert(loop->getHeader()).second) {
                continue;
            }
            std::optional<Refusal> why;
            const DebugLoc place = loop->getStartLoc();
            BasicBlock *header = loop->getHeader();
            const unsigned lanes = drive(*loop, evolution, &why);
            if (why) {
                missed(why->why, why->place ? why->place : place, *header);
            }
            if (lanes) {
                analyses.invalidate(caller, PreservedAnalyses::none());
                emitter.emit([&] {
                    return OptimizationRemark(kRemarks, "Groups", place, &caller.getEntryBlock())
                           << "loop in groups of " << std::to_string(lanes)
                           << " iterations, shown to do in each lane what an iteration does";
                });
                return true;
            }
        }
        return false;
    }

    void missed(const std::string &why, const DebugLoc &place, const BasicBlock &header) {
        emitter.emit([&] {
            return OptimizationRemarkMissed(kRemarks, "NoGroups", place, &header) << "no groups of iterations for this loop: " << why;
        });
    }

    // By the bodies that it calls, else by registers; 0 where there is no number.
    unsigned lanes_of(const Loop &loop, const Iteration &iteration, std::optional<Refusal> *why) const {
        const auto *last = dyn_cast<SCEVConstant>(iteration.last);
        const uint64_t most = last && last->getAPInt().ult(kMostSimdLanes) ? last->getAPInt().getZExtValue() + 1 : kMostSimdLanes;
        const std::optional<int> asked = getOptionalIntLoopAttribute(&loop, "llvm.loop.vectorize.width");
        unsigned lanes = asked && *asked > 1 ? (unsigned)*asked : 0;
        if (!lanes && has_bodies(loop)) {
            lanes = common_width(loop, widths, (unsigned)most);
        } else if (!lanes) {
            for (lanes = lanes_of_one(loop); lanes > most;) {
                lanes /= 2;
            }
        }
        if (lanes < 2 || lanes > kMostSimdLanes || !isPowerOf2_32(lanes)) {
            *why = Refusal{"no number of lanes suits its calls and its iterations", DebugLoc()};
            return 0;
        }
        return lanes;
    }

    static bool has_bodies(const Loop &loop) {
        return any_of(loop.blocks(), [](const BasicBlock *block) {
            return any_of(*block, [](const Instruction &instruction) {
                const auto *call = dyn_cast<CallInst>(&instruction);
                return call && call->hasFnAttr("vector-function-abi-variant");
            });
        });
    }

    unsigned drive(Loop &loop, ScalarEvolution &evolution, std::optional<Refusal> *why) {
        const std::optional<Iteration> iteration = iteration_of(loop, evolution, why);
        unsigned lanes = iteration ? lanes_of(loop, *iteration, why) : 0;
        if (!lanes) {
            return 0;
        }
        Function *scalar = outlined(*iteration);
        *why = refused(*scalar);
        if (!*why) {
            Maker maker(*scalar, analyses, has_bodies(loop) ? lanes : std::min(lanes, lanes_of_one(loop)));
            lanes = write(loop, *iteration, maker, {*iteration, evolution, lanes}, *scalar, why);
        }
        analyses.clear(*scalar, scalar->getName());
        scalar->eraseFromParent();
        return *why ? 0 : lanes;
    }

    // Bodies for whole groups and for the rest. Where nobody named a number, a value takes as many registers as are free.
    unsigned write(const Loop &loop, const Iteration &iteration, Maker &maker, Groups groups, const Function &scalar,
                   std::optional<Refusal> *why) {
        const auto made = [&](bool is_masked) { return maker.made(variant_of(iteration, scalar, groups.lanes, is_masked), why); };
        Function *whole = groups.has_whole() ? made(false) : nullptr;
        const bool is_free = !has_bodies(loop) && !getOptionalIntLoopAttribute(&loop, "llvm.loop.vectorize.width");
        const unsigned registers = whole && is_free ? registers_of(*whole) : 1;
        Groups wider(iteration, groups.evolution, groups.lanes * registers);
        if (registers > 1 && wider.lanes <= kMostSimdLanes && wider.has_whole()) {
            std::optional<Refusal> none;
            if (Function *body = maker.made(variant_of(iteration, scalar, wider.lanes, false), &none)) {
                removeFromUsedLists(*body->getParent(), [&](Constant *used) { return used->stripPointerCasts() == whole; });
                analyses.clear(*whole, whole->getName());
                whole->eraseFromParent();
                whole = body;
                groups.lanes = wider.lanes;
            }
        }
        Function *rest = !*why && groups.has_rest() ? made(true) : nullptr;
        if (!*why) {
            groups.write(whole, rest);
        }
        return groups.lanes;
    }

    // Counters are linear, and all else is uniform.
    static Variant variant_of(const Iteration &iteration, const Function &scalar, unsigned lanes, bool is_masked) {
        Variant made;
        for (const Set &set : sets()) {
            made.set = set.bits <= register_bits(scalar) && has_registers(scalar, set) ? &set : made.set;
        }
        made.is_masked = is_masked;
        made.lanes = lanes;
        made.shape = (is_masked ? "M" : "N") + std::to_string(lanes);
        for (const Iteration::Counter &counter : iteration.counters) {
            const std::string linear = (counter.step < 0 ? "ln" : "l") + std::to_string(std::abs(counter.step));
            made.shape += counter.is_linear ? linear : "v";
            made.parameters.push_back(VFParameter{(unsigned)made.parameters.size(),
                                                  counter.is_linear ? VFParamKind::OMP_Linear : VFParamKind::Vector, (int)counter.step});
        }
        for (size_t at = 0; at < iteration.shared.size(); at++) {
            made.shape += "u";
            made.parameters.push_back(VFParameter{(unsigned)made.parameters.size(), VFParamKind::OMP_Uniform});
        }
        return made;
    }
};

}  // namespace

bool has_simd_loops(const Function &function) {
    return any_of(function, [](const BasicBlock &block) {
        const MDNode *node = block.getTerminator() ? block.getTerminator()->getMetadata(LLVMContext::MD_loop) : nullptr;
        return node && findOptionMDForLoopID(const_cast<MDNode *>(node), "llvm.loop.parallel_accesses");
    });
}

bool drive(Function &caller, const Widths &widths, FunctionAnalysisManager &analyses) {
    return Loops(caller, widths, analyses).drive();
}

}  // namespace isotope::simd
