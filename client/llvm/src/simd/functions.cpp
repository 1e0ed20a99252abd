#include "simd/functions.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "bounds.h"
#include "frontend/variables.h"
#include "isotope.h"
#include "report/remarks.h"
#include "simd/body.h"
#include "simd/callers.h"
#include "simd/registers.h"
#include "simd/text.h"
#include "simd/widths.h"

using namespace llvm;

namespace isotope::simd {

namespace {

constexpr const char *kKept = "isotope-simd-kept";

bool is_off() {
    const StringRef value = text_of("ISOTOPE_SIMD");
    return value == "off" || value == "0";
}

// What the loop vectoriser cannot turn into selects by itself: loops, arrays on the stack, and switches before LLVM 20.
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

// Why the three programs are not shown to do the same; empty where they are.
std::string not_shown(const std::string &programs, const Variant &variant) {
    char why[512] = "";
    if (isotope_lanes_shown(module_text(programs).c_str(), variant.shape.c_str(), why, sizeof why) == 1) {
        return "";
    }
    return std::string("it is not shown that lanes do what the function does: ") + why;
}

class Maker {
  public:
    Maker(Function &scalar, FunctionAnalysisManager &analyses)
        : scalar(scalar), analyses(analyses), emitter(&scalar) {}
    Maker(const Maker &) = delete;
    Maker &operator=(const Maker &) = delete;
    ~Maker() {
        if (copy) {
            analyses.clear(*copy, copy->getName());
            copy->eraseFromParent();
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
        for (const Unread &one : unread) {
            missed(one.why, DebugLoc());
        }
        const std::optional<Refusal> refusal = refused(scalar);
        std::vector<std::string> mappings;
        for (const Variant &variant : variants) {
            Function *body = refusal ? nullptr : body_of(variant);
            if (!body) {
                write_lane_loop(scalar, variant);
                continue;
            }
            write_entry(scalar, *body, variant);
            add(variant, *body, &mappings, &lanes);
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
    std::map<std::string, Function *> bodies;  // by shape; null where there is none
    // The structured form, which all bodies are made of, and what the proof reads of it and of the function.
    Function *copy = nullptr;
    std::string texts;
    bool has_texts = false;

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
        if (is_new) {
            at->second = made(variant);
        }
        return at->second;
    }

    // Copy and structured form once, body, proof.
    Function *made(const Variant &variant) {
        Module &module = *scalar.getParent();
        if (!copy) {
            copy = copied(scalar, analyses);
            has_texts = write_text(*copy, "scalar", &texts);
            structure(*copy, analyses);
            has_texts = has_texts && write_text(*copy, "structured", &texts);
        }
        std::string programs = texts;
        bool is_text = has_texts;
        Function *body = Function::Create(variant.body_type(scalar), GlobalValue::InternalLinkage, variant.body_name(scalar), module);
        std::optional<Refusal> refusal = Body(*copy, *body, variant, analyses).write();
        if (!refusal && verifyFunction(*body)) {
            refusal = Refusal{"its vector form is no valid code", DebugLoc()};
        }
        if (!refusal) {
            is_text = is_text && write_text(*body, "vector", &programs);
            if (Function *apart = in_registers(*body)) {
                is_text = is_text && write_text(*apart, "registers", &programs);
                apart->takeName(body);
                body->eraseFromParent();
                body = apart;
            }
            const std::string why = is_text ? not_shown(programs, variant) : "it has an operation without a text for the proof";
            if (const char *folder = text_of("ISOTOPE_SIMD_PROGRAMS"); *folder && is_text) {
                keep(std::string(folder) + "/" + body->getName().str() + ".mlir", module_text(programs));
            }
            if (!why.empty()) {
                refusal = Refusal{why, DebugLoc()};
            }
        }
        if (refusal) {
            missed(refusal->why, refusal->place);
            body->dropAllReferences();
            body->eraseFromParent();
            return nullptr;
        }
        finish(*body, variant);
        return body;
    }

    // The body with one vector a register, where it has more lanes than one and such a form.
    Function *in_registers(Function &body) {
        const unsigned lanes = register_lanes(scalar);
        const bool is_wide = any_of(body.getFunctionType()->params(), [&](llvm::Type *type) {
            const auto *vector = dyn_cast<FixedVectorType>(type);
            return vector && vector->getNumElements() > lanes;
        });
        if (lanes < 2 || !is_wide) {
            return nullptr;
        }
        Function *made = Function::Create(body.getFunctionType(), GlobalValue::InternalLinkage, body.getName() + ".registers", *body.getParent());
        if (write_in_registers(body, *made, lanes) && !verifyFunction(*made)) {
            return made;
        }
        made->dropAllReferences();
        made->eraseFromParent();
        return nullptr;
    }

    static void keep(const std::string &file, const std::string &text) {
        std::error_code error;
        raw_fd_ostream out(file, error);
        if (!error) {
            out << text;
        }
    }

    void finish(Function &body, const Variant &variant) {
        for (const Attribute &attribute : scalar.getAttributes().getFnAttrs()) {
            if (attribute.isStringAttribute() && !attribute.getKindAsString().starts_with("_ZGV") && attribute.getKindAsString() != kKept) {
                body.addFnAttr(attribute);
            }
        }
        for (const Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::UWTable, Attribute::WillReturn, Attribute::MustProgress}) {
            if (scalar.hasFnAttribute(kind)) {
                body.addFnAttr(scalar.getFnAttribute(kind));
            }
        }
        if (scalar.doesNotAccessMemory()) {
            body.setDoesNotAccessMemory();
        } else if (scalar.onlyReadsMemory()) {
            body.setOnlyReadsMemory();
        }
        for (Instruction &instruction : instructions(body)) {
            instruction.setMetadata(kElement, nullptr);
            instruction.setMetadata(kLanes, nullptr);
        }
        body.addFnAttr(kMade);
        body.addFnAttr("min-legal-vector-width", std::to_string(variant.set->bits));
        FunctionPassManager passes;
        passes.addPass(EarlyCSEPass());
        passes.addPass(InstCombinePass());
        passes.addPass(SimplifyCFGPass());
        passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(100, 250, true), true));
        passes.addPass(EarlyCSEPass(true));
        passes.addPass(ADCEPass());
        passes.run(body, analyses);
        analyses.invalidate(body, PreservedAnalyses::none());
        // The loop vectoriser names it only when it has used it.
        appendToCompilerUsed(*body.getParent(), {&body});
        emitter.emit([&] {
            OptimizationRemark remark(kRemarks, "Body", line_of(scalar), &scalar.getEntryBlock());
            remark << "vector body " << body.getName() << ", shown to do in each lane what " << scalar.getName() << " does";
            return remark;
        });
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
            widths[function] = Maker(*function, of_functions).make();
        }
    }
    for (Function &function : module) {
        if (!found.empty() && !function.isDeclaration()) {
            say_widths(function, widths, of_functions);
        }
    }
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace isotope::simd
