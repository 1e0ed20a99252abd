#include "find/iterations.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>

#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// The most iterations that become one.
constexpr unsigned kMostIterations = 4;

// Instructions are chosen by what is widened and narrowed.
bool has_conversions(const BasicBlock &block) {
    return any_of(block, [](const Instruction &instruction) {
        return isa<ZExtInst, SExtInst, TruncInst>(instruction) && instruction.getType()->isVectorTy();
    });
}

// How many iterations of a loop become one; 1 where the loop stays as it is. It is 2 for registers of 256 bits and 64 iterations of
//   store <16 x i8> (trunc <16 x i16> %x to <16 x i8>), ptr %p      ; %p goes on by 16 bytes in each iteration
unsigned count(Loop &loop, const Registers &registers, ScalarEvolution &evolution) {
    BasicBlock &block = *loop.getHeader();
    const bool is_simple = loop.getNumBlocks() == 1 && loop.isLoopSimplifyForm() && loop.isSafeToClone();
    if (!is_simple || !has_conversions(block) || block.size() * kMostIterations > kMostJoined) {
        return 1;
    }
    const unsigned bytes = stored_in_a_row(loop, evolution);
    unsigned together = bytes > 0 ? registers.bits / 8 / bytes : adds_single_terms(loop) ? kMostIterations : 1;
    together = std::min(together, kMostIterations);
    const unsigned trips = evolution.getSmallConstantTripCount(&loop);
    while (together > 1 && (trips <= together || trips % together != 0)) {
        together /= 2;
    }
    return std::max(together, 1U);
}

std::vector<BasicBlock *> headers(const LoopInfo &loops) {
    std::vector<BasicBlock *> found;
    for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder()) {
        if (loop->isInnermost()) {
            found.push_back(loop->getHeader());
        }
    }
    return found;
}

void remove_blocks(Function &function) {
    for (BasicBlock &block : function) {
        block.dropAllReferences();
    }
    while (!function.empty()) {
        function.back().eraseFromParent();
    }
}

void take_arguments(Function &function, Function &from) {
    for (size_t i = 0; i < function.arg_size(); i++) {
        from.getArg((unsigned)i)->replaceAllUsesWith(function.getArg((unsigned)i));
    }
}

}  // namespace

Iterations::~Iterations() {
    for (auto &[function, each] : joined) {
        remove_blocks(*each.body);
        delete each.body;
    }
}

// A function gets a copy of its blocks. Its own are as they were when they come back.
void Iterations::park(Function &function) {
    Joined &each = joined[&function];
    ValueToValueMapTy values;
    Function *copy = CloneFunction(&function, values);
    each.body = Function::Create(function.getFunctionType(), GlobalValue::PrivateLinkage, function.getAddressSpace());
    each.subprogram = function.getSubprogram();
    each.body->splice(each.body->begin(), &function);
    function.splice(function.begin(), copy);
    take_arguments(function, *copy);
    function.setSubprogram(copy->getSubprogram());
    copy->eraseFromParent();
    analyses.invalidate(function, PreservedAnalyses::none());
}

void Iterations::restore(Function &function) {
    const auto place = joined.find(&function);
    remove_blocks(function);
    function.splice(function.begin(), place->second.body);
    function.setSubprogram(place->second.subprogram);
    delete place->second.body;
    joined.erase(place);
    analyses.invalidate(function, PreservedAnalyses::none());
}

void Iterations::join(Function &function, const Registers &registers) {
    const auto counts = [&] {
        std::vector<std::pair<BasicBlock *, unsigned>> found;
        auto &loops = analyses.getResult<LoopAnalysis>(function);
        for (BasicBlock *header : headers(loops)) {
            auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
            const unsigned together = count(*loops.getLoopFor(header), registers, evolution);
            if (together > 1) {
                found.push_back({header, together});
            }
        }
        return found;
    };
    const bool is_taken = any_of(function, [](const BasicBlock &block) { return block.hasAddressTaken(); });
    if (is_taken || counts().size() <= left[&function].size()) {
        return;
    }
    park(function);
    size_t number = 0;
    for (const auto &[header, together] : counts()) {
        if (left[&function].count(number++)) {
            continue;
        }
        auto &loops = analyses.getResult<LoopAnalysis>(function);
        auto &tree = analyses.getResult<DominatorTreeAnalysis>(function);
        auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
        Loop *loop = loops.getLoopFor(header);
        formLCSSA(*loop, tree, &loops, &evolution);
        UnrollLoopOptions options = {};
        options.Count = together;
        // Without remarks: it may be taken back.
        UnrollLoop(loop, options, &loops, &evolution, &tree, &analyses.getResult<AssumptionAnalysis>(function),
                   &analyses.getResult<TargetIRAnalysis>(function), nullptr, true);
        joined[&function].loops.push_back(header);
    }
    analyses.invalidate(function, PreservedAnalyses::none());
}

bool Iterations::take_back(const std::function<bool(const BasicBlock *)> &is_kept) {
    std::vector<Function *> lost;
    for (const auto &[function, each] : joined) {
        size_t number = 0;
        bool is_lost = false;
        for (const BasicBlock *loop : each.loops) {
            while (left[function].count(number)) {
                number++;
            }
            if (!is_kept(loop)) {
                left[function].insert(number);
                is_lost = true;
            }
            number++;
        }
        if (is_lost) {
            lost.push_back(function);
        }
    }
    for (Function *function : lost) {
        restore(*function);
    }
    return !lost.empty();
}

}  // namespace isotope
