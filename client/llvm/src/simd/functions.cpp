#include "simd/functions.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>
#include <set>

#include "bounds.h"
#include "frontend/variables.h"
#include "report/remarks.h"
#include "simd/callers.h"
#include "simd/drivers.h"
#include "simd/maker.h"
#include "simd/registers.h"
#include "simd/widths.h"
#include "versions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

bool is_off() {
    return is_switched_off("ISOTOPE_SIMD");
}

// The loop vectoriser iterations plain conditions into selects by itself; loops, arrays on the stack, and switches before LLVM 20 need a
// body.
bool needs_body(const Function &function) {
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> back;
    FindFunctionBackedges(function, back);
    const auto has_switch = [](const BasicBlock &block) { return isa<SwitchInst>(block.getTerminator()); };
    const auto is_array = [](const Instruction &instruction) {
        const auto *array = dyn_cast<AllocaInst>(&instruction);
        return array && array->getAllocatedType()->isArrayTy();
    };
    return !back.empty() || any_of(function.getEntryBlock(), is_array) || (LLVM_VERSION_MAJOR < 20 && any_of(function, has_switch));
}

// The bodies of one function, their names, and the calls that are mapped to them.
class Bodies {
  public:
    Bodies(Function &scalar, FunctionAnalysisManager &analyses, bool is_printed)
        : scalar(scalar), analyses(analyses), emitter(&scalar), maker(scalar, analyses, register_lanes(scalar)) {
        if (is_printed) {
            maker.keep_as_shown();
        }
    }

    // The lanes of bodies that calls are mapped to.
    SmallVector<unsigned, 4> make() {
        std::vector<Unread> unread;
        const std::vector<Variant> named = variants_of(scalar, &unread);
        std::vector<Variant> variants = named;
        if (scalar.hasLocalLinkage()) {
            keep_widest(&variants);
        }
        SmallVector<unsigned, 4> lanes;
        std::set<std::string> reasons;
        for (const Unread &one : unread) {
            if (reasons.insert(one.why).second) {
                missed(one.why, DebugLoc());
            }
        }
        const std::optional<Refusal> refusal = refused(scalar);
        std::vector<std::string> mappings;
        // Where the wider body alone is not shown, the others may be.
        const std::vector<Variant> only = refusal ? std::vector<Variant>() : only_wider(named, variants);
        for (const std::vector<Variant> &wanted : {only, variants}) {
            for (const Variant &variant : mappings.empty() || only.empty() ? wanted : std::vector<Variant>()) {
                Function *body = refusal ? nullptr : body_of(variant);
                if (!body) {
                    write_lane_loop(scalar, variant);
                    continue;
                }
                write_entry(scalar, *body, variant);
                add(variant, *body, &mappings, &lanes);
            }
        }
        if (refusal && !variants.empty()) {
            missed(refusal->why, refusal->place);
        }
        if (mappings.empty()) {
            return {};
        }
        for (const Variant &variant : wider(scalar, named, widest())) {
            if (Function *body = body_of(variant)) {
                add(variant, *body, &mappings, &lanes);
            }
        }
        map_calls(scalar, mappings);
        return lanes;
    }

  private:
    Function &scalar;
    FunctionAnalysisManager &analyses;
    OptimizationRemarkEmitter emitter;
    Maker maker;
    std::map<std::string, Function *> bodies;  // by shape; null where there is none

    // The scalar function stays, and a loop over lanes is the body.
    void missed(const std::string &why, const DebugLoc &place) {
        emitter.emit([&] {
            OptimizationRemarkMissed made(kRemarks, "NoBody", place ? place : line_of(scalar), &scalar.getEntryBlock());
            made << "no vector body for " << scalar.getName() << ": " << why;
            return made;
        });
    }

    // A static function has no callers by the ABI's names, and loops of this module take the widest registers.
    static void keep_widest(std::vector<Variant> *variants) {
        unsigned bits = 0;
        for (const Variant &variant : *variants) {
            bits = std::max(bits, variant.set->bits);
        }
        erase_if(*variants, [&](const Variant &variant) { return variant.set->bits < bits; });
    }

    // The wider body alone, where each loop that calls the function takes that: no other is made, shown and dropped.
    std::vector<Variant> only_wider(const std::vector<Variant> &named, const std::vector<Variant> &variants) {
        const auto is_one = [&](const Variant &variant) { return variant.lanes == register_lanes(scalar) && !variant.is_masked; };
        if (!scalar.hasLocalLinkage() || variants.empty() || !all_of(variants, is_one) || scalar.getReturnType()->isVoidTy()) {
            return {};
        }
        const std::vector<Variant> wide = wider(scalar, named, kMostRegisters);
        if (wide.size() != 1 || !are_long(scalar, wide.front().lanes, analyses)) {
            return {};
        }
        return wider(scalar, named, maker.registers(variants.front()));
    }

    // How many registers a value of a wider body takes, by the body that takes one.
    unsigned widest() const {
        for (const auto &[shape, body] : bodies) {
            const auto *result = body ? dyn_cast<FixedVectorType>(body->getReturnType()) : nullptr;
            if (result && result->getNumElements() == register_lanes(scalar)) {
                return registers_of(*body);
            }
        }
        return 1;
    }

    void add(const Variant &variant, const Function &body, std::vector<std::string> *mappings, SmallVectorImpl<unsigned> *lanes) {
        const std::string mapping = "_ZGV_LLVM_" + variant.shape + "_" + scalar.getName().str() + "(" + body.getName().str() + ")";
        if (!is_contained(*mappings, mapping)) {
            mappings->push_back(mapping);
            lanes->push_back(variant.lanes);
        }
    }

    Function *body_of(const Variant &variant) {
        const auto [at, is_new] = bodies.try_emplace(variant.shape, nullptr);
        if (!is_new) {
            return at->second;
        }
        std::optional<Refusal> why;
        Function *body = at->second = maker.made(variant, &why);
        if (why) {
            missed(why->why, why->place);
            return nullptr;
        }
        emitter.emit([&] {
            OptimizationRemark remark(kRemarks, "Body", line_of(scalar), &scalar.getEntryBlock());
            remark << "vector body " << body->getName() << ", shown to do in each lane what " << scalar.getName() << " does";
            return remark;
        });
        return body;
    }
};

// `__attribute__((used))`, and what else keeps a function that nobody calls.
bool is_used(const Module &module, const Function &function) {
    SmallVector<GlobalValue *, 8> used;
    for (const bool by_compiler : {false, true}) {
        collectUsedGlobalVariables(module, used, by_compiler);
    }
    return is_contained(used, &function);
}

std::vector<Function *> with_variants(Module &module) {
    std::vector<Function *> found;
    for (Function &function : module) {
        if (!function.isDeclaration() && has_variants(function)) {
            found.push_back(&function);
        }
    }
    return found;
}

// Those that others call come before these, so that their bodies are there.
void add_called_first(Function *function, const std::vector<Function *> &all, std::vector<Function *> *sorted, DenseSet<Function *> *seen) {
    if (!seen->insert(function).second) {
        return;
    }
    for (const Instruction &instruction : instructions(*function)) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        if (Function *called = call ? call->getCalledFunction() : nullptr; called && is_contained(all, called)) {
            add_called_first(called, all, sorted, seen);
        }
    }
    sorted->push_back(function);
}

std::vector<Function *> called_first(const std::vector<Function *> &all) {
    std::vector<Function *> sorted;
    DenseSet<Function *> seen;
    for (Function *function : all) {
        add_called_first(function, all, &sorted, &seen);
    }
    return sorted;
}

// Those that were there before bodies were made.
std::vector<Function *> callers_of(Module &module) {
    std::vector<Function *> found;
    const bool is_ours = !is_off() && module_triple(module).getArch() == Triple::x86_64;
    for (Function &function : module) {
        if (is_ours && !function.isDeclaration() && !function.hasFnAttribute(kMade)) {
            found.push_back(&function);
        }
    }
    return found;
}

}  // namespace

PreservedAnalyses KeepPass::run(Module &module, ModuleAnalysisManager &) {
    const std::vector<Function *> found = is_off() ? std::vector<Function *>() : with_variants(module);
    for (Function *function : found) {
        if (needs_body(*function) && !function->hasFnAttribute(Attribute::AlwaysInline)) {
            // Otherwise a static function would lose arguments, and its vector names would no longer fit.
            const bool was_used = is_used(module, *function);
            const std::string own = function->hasFnAttribute(Attribute::NoInline) ? "noinline " : "";
            function->addFnAttr(kKept, own + (was_used ? "used" : ""));
            function->addFnAttr(Attribute::NoInline);
            if (!was_used) {
                appendToCompilerUsed(module, {function});
            }
        }
    }
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

PreservedAnalyses BodiesPass::run(Module &module, ModuleAnalysisManager &analyses) {
    const std::vector<Function *> found = is_off() ? std::vector<Function *>() : called_first(with_variants(module));
    auto &of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    size_t count = 0;
    Widths widths;
    for (Function *function : found) {
        const bool was_kept = function->hasFnAttribute(kKept);
        if (was_kept) {
            const StringRef own = function->getFnAttribute(kKept).getValueAsString();
            const bool was_inlined = !own.contains("noinline"), was_used = own.contains("used");
            function->removeFnAttr(kKept);
            if (was_inlined) {
                function->removeFnAttr(Attribute::NoInline);
            }
            if (!was_used) {
                removeFromUsedLists(module, [&](Constant *used) { return used->stripPointerCasts() == function; });
            }
        }
        // A static function without loops has no callers by the ABI's name, and is inlined in those that it has.
        if ((was_kept || !function->hasLocalLinkage()) && count++ < kMostSimdFunctions) {
            widths[function] = Bodies(*function, of_functions, is_printed).make();
        }
    }
    bool is_changed = !found.empty();
    for (Function *function : callers_of(module)) {
        is_changed |= has_simd_loops(*function) && drive(*function, widths, of_functions);
        if (!found.empty()) {
            say_widths(*function, widths, of_functions);
        }
    }
    return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace isotope::simd
