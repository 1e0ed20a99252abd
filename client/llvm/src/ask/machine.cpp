#include "ask/machine.h"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

#include "versions.h"

using namespace llvm;

namespace isotope {

namespace {

// The features that the service's dictionary knows by LLVM's names.
const char *const kFeatures[] = {
    "sse2",       "sse3",       "ssse3",     "sse4.1",      "sse4.2",     "avx",          "avx2",
    "avx512f",    "avx512bw",   "avx512dq",  "avx512vl",    "avx512cd",   "avx512ifma",   "avx512vbmi",
    "avx512vbmi2", "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "avxvnni", "avxifma",  "gfni"};

using Subtarget = std::unique_ptr<MCSubtargetInfo>;

bool has(const MCSubtargetInfo &subtarget, const std::string &feature) {
    return subtarget.checkFeatures("+" + feature);
}

std::string attribute(const Function &function, const char *name) {
    return function.getFnAttribute(name).getValueAsString().str();
}

}  // namespace

bool processor_of(const Function &function, Processor *processor, std::string *why) {
    const Triple triple(module_triple(*function.getParent()));
    if (triple.getArch() != Triple::x86_64 || !triple.isOSBinFormatELF()) {
        *why = "there is no data for " + triple.str() + ": x86_64 with ELF has some";
        return false;
    }
    std::string mistake;
    const Target *target = find_target(triple, &mistake);
    if (!target) {
        *why = mistake;
        return false;
    }
    std::string cpu = attribute(function, "target-cpu");
    cpu = cpu.empty() ? "x86-64" : cpu;
    const Subtarget alone = make_subtarget(*target, triple, cpu, "");
    const Subtarget whole = make_subtarget(*target, triple, cpu, attribute(function, "target-features"));
    if (!alone || !whole || !alone->isCPUStringValid(cpu)) {
        *why = "this LLVM does not know the CPU " + cpu;
        return false;
    }
    Machine *machine = &processor->machine;
    machine->arch = "x86_64";
    machine->mcpu = cpu;
    machine->mattr.clear();
    const auto add = [&](const std::string &word) { machine->mattr += (machine->mattr.empty() ? "" : ",") + word; };
    for (const char *feature : kFeatures) {
        if (has(*alone, feature) != has(*whole, feature)) {
            add((has(*whole, feature) ? "+" : "-") + std::string(feature));
        }
    }
    const std::string tuning = attribute(function, "tune-cpu");
    if (!tuning.empty() && tuning != cpu && tuning != "generic") {
        add("tune=" + tuning);
    }
    processor->register_bits = has(*whole, "avx512bw") ? 512 : has(*whole, "avx2") ? 256 : 128;
    return true;
}

}  // namespace isotope
