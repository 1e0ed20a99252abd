#include "decide/share.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/IR/Function.h>

using namespace llvm;

namespace isotope {

namespace {

// About how many instructions a cycle has, where nothing is known of them.
constexpr double kInstructions = 4;

double cycles_of(const BasicBlock &block) {
    return (double)block.size() / kInstructions;
}

}  // namespace

double Shares::of(const BasicBlock &block, double cycles) {
    auto &function = const_cast<Function &>(*block.getParent());
    const auto &frequencies = analyses.getResult<BlockFrequencyAnalysis>(function);
    const auto often = [&](const BasicBlock &each) { return (double)frequencies.getBlockFreq(&each).getFrequency(); };
    const auto [place, is_new] = all.try_emplace(&function, 0);
    if (is_new) {
        for (const BasicBlock &each : function) {
            place->second += often(each) * cycles_of(each);
        }
    }
    return place->second > 0 ? often(block) * cycles / place->second : 1;
}

double Shares::of(const BasicBlock &block) {
    return of(block, cycles_of(block));
}

}  // namespace isotope
