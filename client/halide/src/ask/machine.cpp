#include "ask/machine.h"

#include <algorithm>
#include <initializer_list>

#include "frontend/variables.h"

namespace isotope {

using Halide::Target;

namespace {

// As Halide's own x86 back end names the CPU (CodeGen_X86::mcpu_target).
std::string x86_cpu(const Target &target) {
    const std::pair<Target::Feature, const char *> known[] = {
#if HALIDE_VERSION_MAJOR >= 20
        {Target::AVX512_Zen5, "znver5"},
#endif
        {Target::AVX512_SapphireRapids, "sapphirerapids"},
        {Target::AVX512_Zen4, "znver4"},
        {Target::AVX512_Cannonlake, "cannonlake"},
        {Target::AVX512_Skylake, "skylake-avx512"},
        {Target::AVX512_KNL, "knl"},
        {Target::AVX2, "haswell"},
        {Target::AVX, "sandybridge"},
        {Target::SSE41, "penryn"},
    };
    for (const auto &[feature, name] : known) {
        if (target.has_feature(feature)) {
            return name;
        }
    }
    return "x86-64";
}

// Which CPU's prices count, where Halide was told to tune for one that such a name does not tell: it has many
// with AVX2.
std::string x86_tuning(const Target &target) {
    const std::pair<Target::Processor, const char *> known[] = {
        {Target::ZnVer1, "znver1"}, {Target::ZnVer2, "znver2"}, {Target::ZnVer3, "znver3"}, {Target::ZnVer4, "znver4"},
#if HALIDE_VERSION_MAJOR >= 20
        {Target::ZnVer5, "znver5"},
#endif
    };
    for (const auto &[processor, name] : known) {
        if (target.processor_tune == processor) {
            return std::string("tune=") + name;
        }
    }
    return "";
}

// Halide takes every CPU with AVX2 that it is not told of for a Haswell. Such code runs on AMD's as well, whose vectors have two pipes for
// shuffles where Intel's have one.
std::vector<std::string> x86_others(const Target &target) {
    const bool is_any = x86_cpu(target) == "haswell" && x86_tuning(target).empty();
    return is_any ? std::vector<std::string>{"tune=znver3"} : std::vector<std::string>{};
}

// The features that Halide has LLVM compile for: an answer with other instructions could not be inlined into its code.
std::string arm_features(const Target &target) {
    std::string features;
    const auto add = [&](const char *name) { features += (features.empty() ? "" : ",") + std::string(name); };
    // A version of the architecture brings those of the ones before it.
    const auto is_from = [&](std::initializer_list<Target::Feature> versions) {
        return std::any_of(versions.begin(), versions.end(), [&](Target::Feature v) { return target.has_feature(v); });
    };
    const bool is_v86 = is_from({Target::ARMv86a, Target::ARMv87a, Target::ARMv88a, Target::ARMv89a});
    const bool is_v84 = is_v86 || is_from({Target::ARMv84a, Target::ARMv85a});
    const bool is_v81 = is_v84 || is_from({Target::ARMv81a, Target::ARMv82a, Target::ARMv83a});
    if (is_v81) {
        add("+rdm");
    }
    if (is_v84 || target.has_feature(Target::ARMDotProd)) {
        add("+dotprod");
    }
    if (is_v86) {
        add("+i8mm");
        add("+bf16");
    }
    const std::pair<Target::Feature, const char *> known[] = {
        {Target::ARMFp16, "+fullfp16"},
        {Target::SVE, "+sve"},
        {Target::SVE2, "+sve2"},
    };
    for (const auto &[feature, name] : known) {
        if (target.has_feature(feature)) {
            add(name);
        }
    }
    // Halide names no CPU of ARM's: whose costs count is the user's to say.
    if (const std::string cpu = text_of("ISOTOPE_MCPU"); !cpu.empty()) {
        add(("tune=" + cpu).c_str());
    }
    return features;
}

std::string hexagon_cpu(const Target &target) {
    return target.has_feature(Target::HVX_v68)   ? "hexagonv68"
           : target.has_feature(Target::HVX_v66) ? "hexagonv66"
           : target.has_feature(Target::HVX_v65) ? "hexagonv65"
                                                 : "hexagonv62";
}

}  // namespace

Machine machine(const Target &target) {
    switch (target.arch) {
        case Target::X86:
            return {target.bits == 64 ? "x86_64" : "i386", x86_cpu(target), x86_tuning(target), x86_others(target)};
        case Target::ARM:
            return {target.bits == 64 ? "aarch64" : "arm", "generic", arm_features(target)};
        case Target::Hexagon:
            return {"hexagon", hexagon_cpu(target), "+hvx-length128b"};
        default:
            return {"unknown", "", ""};
    }
}

Wanted wanted(Code code) {
    return code == Code::Plain ? Wanted::Plain : Wanted::Selected;
}

}  // namespace isotope
