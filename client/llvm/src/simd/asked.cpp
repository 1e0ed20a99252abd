#include "simd/asked.h"

#include <llvm/IR/Module.h>

#include <algorithm>

#include "simd/functions.h"
#include "simd/variants.h"
#include "versions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// Features of the registers of the function's processor: opt names a processor, and nothing of what follows from it.
void name_features(Function &function) {
    const Triple triple = module_triple(*function.getParent());
    std::string mistake, features = function.getFnAttribute("target-features").getValueAsString().str();
    const Target *target = find_target(triple, &mistake);
    const auto subtarget =
        target ? make_subtarget(*target, triple, function.getFnAttribute("target-cpu").getValueAsString().str(), features) : nullptr;
    const auto add = [&](const std::string &feature) {
        if (subtarget && subtarget->checkFeatures(feature)) {
            features += (features.empty() ? "" : ",") + feature;
        }
    };
    for (const Set &set : sets()) {
        add(set.feature);
    }
    add("+avx512vl");
    function.addFnAttr("target-features", features);
}

}  // namespace

std::optional<AskedPass> AskedPass::named(StringRef word) {
    unsigned lanes = 0;
    if (!word.consume_front("isotope-simd-functions<") || !word.consume_back(">")) {
        return std::nullopt;
    }
    SmallVector<StringRef, 4> parts;
    word.split(parts, ';');
    if (parts.size() < 2 || parts.size() > 4 || parts[1].getAsInteger(10, lanes)) {
        return std::nullopt;
    }
    parts.resize(4);
    std::string features = parts[3].str();
    std::replace(features.begin(), features.end(), ':', ',');
    return AskedPass(parts[0].str(), lanes, parts[2].str(), features);
}

PreservedAnalyses AskedPass::run(Module &module, ModuleAnalysisManager &analyses) {
    Function *asked = module.getFunction(function);
    const auto refuse = [&](const std::string &why) {
        module.getContext().emitError(why);
        return PreservedAnalyses::all();
    };
    if (!asked || asked->isDeclaration()) {
        return refuse("there is no function " + function + (asked ? ": it is declared alone" : ""));
    }
    if (module_triple(module).getArch() != Triple::x86_64) {
        return refuse("vector bodies are made for x86-64, not for " + module_triple(module).str());
    }
    if (!cpu.empty()) {
        asked->addFnAttr("target-cpu", cpu);
        asked->addFnAttr("target-features", features);
    }
    name_features(*asked);
    std::string best;
    for (const Set &set : sets()) {
        if (has_registers(*asked, set)) {
            best = "_ZGV" + std::string(1, set.letter) + "N" + std::to_string(lanes) + std::string(asked->arg_size(), 'v') + "_" + function;
        }
    }
    std::vector<Unread> unread;
    const auto is_asked = [&](const Variant &variant) { return variant.lanes == lanes; };
    // A function that says which of its arguments are uniform or linear has its own variants of so many lanes.
    if (none_of(variants_of(*asked, &unread), is_asked)) {
        asked->addFnAttr(best);
    }
    // The body of a static function without loops would be left out.
    asked->setLinkage(GlobalValue::ExternalLinkage);
    return BodiesPass(true).run(module, analyses);
}

}  // namespace isotope::simd
