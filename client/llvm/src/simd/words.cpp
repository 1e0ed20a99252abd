#include "simd/words.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace isotope::simd {

// float 1.0                                 1065353216
// i8 200                                    -56
std::string bits(const Constant &constant) {
    const auto *integer = dyn_cast<ConstantInt>(&constant);
    const APInt value = integer ? integer->getValue() : cast<ConstantFP>(&constant)->getValueAPF().bitcastToAPInt();
    SmallString<24> digits;
    value.toString(digits, 10, true);
    return digits.str().str();
}

// add nsw i32 %x, %y                        isotope.promises
// fadd reassoc nsz float %x, %y             isotope.rewrites = "rz"
std::string promises(const Instruction &instruction) {
    std::string all;
    if (instruction.hasPoisonGeneratingFlags() || instruction.hasMetadataOtherThanDebugLoc()) {
        all = "isotope.promises";
    }
    if (isa<FPMathOperator>(instruction)) {
        const FastMathFlags flags = instruction.getFastMathFlags();
        std::string rewrites;
        rewrites += flags.allowReassoc() ? "r" : "";
        rewrites += flags.noSignedZeros() ? "z" : "";
        rewrites += flags.allowReciprocal() ? "i" : "";
        rewrites += flags.allowContract() ? "c" : "";
        rewrites += flags.approxFunc() ? "a" : "";
        if (!rewrites.empty()) {
            all += (all.empty() ? "" : ", ") + ("isotope.rewrites = \"" + rewrites + "\"");
        }
    }
    return all;
}

// icmp slt is 2, and fcmp oeq is 1.
unsigned predicate(const CmpInst &compare) {
    static const unsigned floats[] = {0, 1, 2, 3, 4, 5, 6, 7, 14, 8, 9, 10, 11, 12, 13, 15};
    switch (compare.getPredicate()) {
        case CmpInst::ICMP_EQ:
            return 0;
        case CmpInst::ICMP_NE:
            return 1;
        case CmpInst::ICMP_SLT:
            return 2;
        case CmpInst::ICMP_SLE:
            return 3;
        case CmpInst::ICMP_SGT:
            return 4;
        case CmpInst::ICMP_SGE:
            return 5;
        case CmpInst::ICMP_ULT:
            return 6;
        case CmpInst::ICMP_ULE:
            return 7;
        case CmpInst::ICMP_UGT:
            return 8;
        case CmpInst::ICMP_UGE:
            return 9;
        default:
            return floats[compare.getPredicate()];
    }
}

}  // namespace isotope::simd
