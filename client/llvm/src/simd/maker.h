// One function's bodies, each with its proof.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <optional>
#include <string>

#include "simd/structure.h"
#include "simd/variants.h"

namespace isotope::simd {

// The attribute of functions that keep their arguments and their calls until bodies are made.
constexpr const char *kKept = "isotope-simd-kept";

class Maker {
  public:
    // A register has so many lanes.
    Maker(llvm::Function &scalar, llvm::FunctionAnalysisManager &analyses, unsigned lanes)
        : scalar(scalar), analyses(analyses), lanes(lanes) {}
    Maker(const Maker &) = delete;
    Maker &operator=(const Maker &) = delete;
    ~Maker();

    // The body of a variant, shown to do in each lane what the function does; null where there is none, and why.
    llvm::Function *made(const Variant &variant, std::optional<Refusal> *why);

    // Why a function that is there already is not shown to do so, for a variant of this shape; empty where it is.
    std::string why_not(llvm::Function &vector, const std::string &shape);

    // A body stays as it was shown, to be read: neither split by registers nor optimised.
    void keep_as_shown() { is_finished = false; }

    // How many registers a value of a wider body may take, by a body of this variant that is not shown, and not kept.
    unsigned registers(const Variant &variant);

  private:
    llvm::Function &scalar;
    llvm::FunctionAnalysisManager &analyses;
    const unsigned lanes;
    // The structured form, which all bodies are made of, and what the proof reads of it and of the function.
    llvm::Function *copy = nullptr;
    std::string texts;
    bool has_texts = false;
    bool is_finished = true;

    void prepare();
    std::optional<Refusal> write(llvm::Function &body, const Variant &variant);
    void optimise(llvm::Function &body);
    std::string why_not(llvm::Function *&body, const Variant &variant);
    llvm::Function *in_registers(llvm::Function &body, const Variant &variant);
    void finish(llvm::Function &body, const Variant &variant);
};

}  // namespace isotope::simd
