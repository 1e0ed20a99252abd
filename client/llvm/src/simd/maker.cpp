#include "simd/maker.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "frontend/variables.h"
#include "isotope.h"
#include "simd/body.h"
#include "simd/functions.h"
#include "simd/registers.h"
#include "simd/stated.h"
#include "simd/text.h"
#include "simd/widths.h"

using namespace llvm;

namespace isotope::simd {

namespace {

constexpr const char *kNoText = "it has an operation without a text for the proof";

// Why the three programs are not shown to do the same; empty where they are.
std::string not_shown(const std::string &programs, const std::string &shape) {
    char why[512] = "";
    if (isotope_lanes_shown(module_text(programs).c_str(), shape.c_str(), why, sizeof why) == 1) {
        return "";
    }
    return std::string("it is not shown that lanes do what the function does: ") + why;
}

void take_features(const Function &scalar, Function &body) {
    for (const Attribute &attribute : scalar.getAttributes().getFnAttrs()) {
        if (attribute.isStringAttribute() && !attribute.getKindAsString().starts_with("_ZGV") && attribute.getKindAsString() != kKept) {
            body.addFnAttr(attribute);
        }
    }
}

void keep(const std::string &file, const std::string &text) {
    std::error_code error;
    raw_fd_ostream out(file, error);
    if (!error) {
        out << text;
    }
}

}  // namespace

Maker::~Maker() {
    if (copy) {
        analyses.clear(*copy, copy->getName());
        copy->eraseFromParent();
    }
}

// Copy and structured form, once.
void Maker::prepare() {
    if (!copy) {
        copy = copied(scalar, analyses);
        has_texts = write_text(*copy, "scalar", &texts);
        structure(*copy, analyses);
        has_texts = has_texts && write_text(*copy, "structured", &texts);
    }
}

std::optional<Refusal> Maker::write(Function &body, const Variant &variant) {
    prepare();
    std::optional<Refusal> refusal = Body(*copy, body, variant, analyses).write();
    if (!refusal && verifyFunction(body)) {
        refusal = Refusal{"its vector form is no valid code", DebugLoc()};
    }
    return refusal;
}

unsigned Maker::registers(const Variant &variant) {
    Function *body = Function::Create(variant.body_type(scalar), GlobalValue::InternalLinkage, "", *scalar.getParent());
    unsigned count = 1;
    if (!write(*body, variant)) {
        take_features(scalar, *body);
        optimise(*body);
        count = registers_of(*body);
    }
    analyses.clear(*body, body->getName());
    body->dropAllReferences();
    body->eraseFromParent();
    return count;
}

// Body and proof.
Function *Maker::made(const Variant &variant, std::optional<Refusal> *why) {
    Function *body =
        Function::Create(variant.body_type(scalar), GlobalValue::InternalLinkage, variant.body_name(scalar), *scalar.getParent());
    std::optional<Refusal> refusal = write(*body, variant);
    if (!refusal) {
        const std::string not_equal = why_not(body, variant);
        if (!not_equal.empty()) {
            refusal = Refusal{not_equal, DebugLoc()};
        }
    }
    if (refusal) {
        *why = refusal;
        body->dropAllReferences();
        body->eraseFromParent();
        return nullptr;
    }
    finish(*body, variant);
    return body;
}

// Splits the body by registers, and proves it; empty where it is shown.
std::string Maker::why_not(Function *&body, const Variant &variant) {
    std::string programs = texts;
    bool is_text = has_texts && write_text(*body, "vector", &programs);
    if (Function *apart = in_registers(*body, variant)) {
        is_text = is_text && write_text(*apart, "registers", &programs);
        apart->takeName(body);
        body->eraseFromParent();
        body = apart;
    }
    if (!is_text) {
        return kNoText;
    }
    if (const char *folder = text_of("ISOTOPE_SIMD_PROGRAMS"); *folder) {
        keep(std::string(folder) + "/" + body->getName().str() + ".mlir", module_text(programs));
    }
    return not_shown(programs, variant.shape);
}

std::string Maker::why_not(Function &vector, const std::string &shape) {
    prepare();
    std::string programs = texts;
    if (!has_texts || !write_text(vector, "vector", &programs)) {
        return kNoText;
    }
    return not_shown(programs, shape);
}

// The body with one vector a register, where it has more lanes than one and such a form.
Function *Maker::in_registers(Function &body, const Variant &variant) {
    if (!is_finished || lanes < 2 || variant.lanes <= lanes) {
        return nullptr;
    }
    Function *made =
        Function::Create(body.getFunctionType(), GlobalValue::InternalLinkage, body.getName() + ".registers", *body.getParent());
    if (write_in_registers(body, *made, lanes) && !verifyFunction(*made)) {
        return made;
    }
    made->dropAllReferences();
    made->eraseFromParent();
    return nullptr;
}

void Maker::finish(Function &body, const Variant &variant) {
    take_features(scalar, body);
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
    if (is_finished) {
        inline_parts(body);
    }
    body.addFnAttr(kMade);
    body.addFnAttr("min-legal-vector-width", std::to_string(variant.set->bits));
    if (is_finished) {
        optimise(body);
    }
    // The loop vectoriser names it only when it has used it.
    appendToCompilerUsed(*body.getParent(), {&body});
}

void Maker::optimise(Function &body) {
    FunctionPassManager passes;
    passes.addPass(EarlyCSEPass());
    passes.addPass(InstCombinePass());
    passes.addPass(SimplifyCFGPass());
    passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(100, 250, true), true));
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(ADCEPass());
    passes.run(body, analyses);
    analyses.invalidate(body, PreservedAnalyses::none());
}

}  // namespace isotope::simd
