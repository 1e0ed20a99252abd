#include "ask/machine.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

#include "versions.h"

using namespace llvm;

namespace isotope {

namespace {

using Subtarget = std::unique_ptr<MCSubtargetInfo>;

std::string attribute(const Function &function, const char *name) {
    return function.getFnAttribute(name).getValueAsString().str();
}

// The features that some CPU has of its own: instructions and registers. Others say how code is made, and no CPU implies them.
FeatureBitset of_processors(const MCSubtargetInfo &subtarget) {
    FeatureBitset all;
    for (const SubtargetSubTypeKV &processor : subtarget.getAllProcessorDescriptions()) {
        all |= processor.Implies.getAsBitset();
    }
    // LLVM's tables do not write out the features that a feature brings along. Each round adds at least one.
    for (FeatureBitset before; before != all;) {
        before = all;
        for (const SubtargetFeatureKV &feature : subtarget.getAllProcessorFeatures()) {
            if (all.test(feature.Value)) {
                all |= feature.Implies.getAsBitset();
            }
        }
    }
    return all;
}

// Where the features of a function depart from those of its CPU, each with its sign: `-gfni` for
//   "target-cpu"="znver4" "target-features"="-gfni"
std::string departures(const MCSubtargetInfo &alone, const MCSubtargetInfo &whole) {
    const FeatureBitset differing = (alone.getFeatureBits() ^ whole.getFeatureBits()) & of_processors(alone);
    std::string words;
    for (const SubtargetFeatureKV &feature : alone.getAllProcessorFeatures()) {
        if (differing.test(feature.Value)) {
            words += words.empty() ? "" : ",";
            words += (whole.getFeatureBits().test(feature.Value) ? "+" : "-") + std::string(feature.Key);
        }
    }
    return words;
}

// The widest registers of a machine, whatever width its tuning prefers; 0 where LLVM does not say.
unsigned widest_registers(const Function &function, const TargetMachine &machine) {
    Module apart("", function.getContext());
    apart.setDataLayout(machine.createDataLayout());
    auto *type = FunctionType::get(Type::getVoidTy(function.getContext()), false);
    Function *empty = Function::Create(type, GlobalValue::ExternalLinkage, "", apart);
    for (const char *name : {"target-cpu", "target-features", "tune-cpu"}) {
        if (function.hasFnAttribute(name)) {
            empty->addFnAttr(function.getFnAttribute(name));
        }
    }
    empty->addFnAttr("prefer-vector-width", "512");
    const TargetTransformInfo known = machine.getTargetTransformInfo(*empty);
    return (unsigned)known.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
}

}  // namespace

bool processor_of(const Function &function, Processor *processor, std::string *why) {
    const Triple triple(module_triple(*function.getParent()));
    if (!triple.isOSBinFormatELF()) {
        *why = "there is no data for " + triple.str() + ": machines with ELF have some";
        return false;
    }
    const Target *target = find_target(triple, why);
    if (!target) {
        return false;
    }
    std::string cpu = attribute(function, "target-cpu");
    if (cpu.empty()) {
        cpu = triple.getArch() == Triple::x86_64 ? "x86-64" : "generic";
    }
    const std::string features = attribute(function, "target-features");
    const Subtarget alone = make_subtarget(*target, triple, cpu, "");
    const Subtarget whole = make_subtarget(*target, triple, cpu, features);
    const std::unique_ptr<TargetMachine> compiling = make_machine(*target, triple, cpu, features);
    if (!alone || !whole || !compiling || !alone->isCPUStringValid(cpu)) {
        *why = "this LLVM does not know the CPU " + cpu;
        return false;
    }
    Machine *machine = &processor->machine;
    machine->arch = Triple::getArchTypeName(triple.getArch()).str();
    machine->mcpu = cpu;
    machine->mattr = departures(*alone, *whole);
    const std::string tuning = attribute(function, "tune-cpu");
    if (!tuning.empty() && tuning != cpu && tuning != "generic") {
        machine->mattr += (machine->mattr.empty() ? "tune=" : ",tune=") + tuning;
    }
    processor->register_bits = widest_registers(function, *compiling);
    if (processor->register_bits < kLeastRegisterBits) {
        *why = "the machine has no registers of " + std::to_string(kLeastRegisterBits) + " bits";
        return false;
    }
    return true;
}

}  // namespace isotope
