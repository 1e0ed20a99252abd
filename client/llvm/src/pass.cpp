#include "pass.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bounds.h"
#include "decide/share.h"
#include "decide/trial.h"
#include "find/iterations.h"
#include "find/windows.h"
#include "frontend/report.h"
#include "frontend/tally.h"
#include "frontend/variables.h"
#include "insert/answer.h"
#include "report/remarks.h"

using namespace llvm;

namespace isotope {

namespace {

// Why a function is left alone; empty where it is not.
std::string refused(const Function &function) {
    if (function.hasOptNone() || function.hasMinSize()) {
        return "the function is not optimised for speed";
    }
    for (const BasicBlock &block : function) {
        for (const Instruction &instruction : block) {
            const auto *call = dyn_cast<CallBase>(&instruction);
            if (call && call->isInlineAsm()) {
                return "the function has inline assembly";
            }
            const auto is_scalable = [](const Value *value) { return isa<ScalableVectorType>(value->getType()); };
            if (is_scalable(&instruction) || any_of(instruction.operand_values(), is_scalable)) {
                return "the function has scalable vectors";
            }
        }
    }
    return "";
}

bool has_vectors(const Function &function) {
    for (const BasicBlock &block : function) {
        for (const Instruction &instruction : block) {
            if (isa<VectorType>(instruction.getType())) {
                return true;
            }
        }
    }
    return false;
}

class Run {
  public:
    Run(Module &module, FunctionAnalysisManager &analyses) : module(module), analyses(analyses) {}

    bool select() {
        Iterations iterations(analyses);
        const auto begin = std::chrono::steady_clock::now();
        while (true) {
            find(&iterations);
            if (!asked.empty()) {
                ask();
            }
            const TimeLeft time_left(begin);
            const std::vector<Candidate> found = candidates();
            const std::map<size_t, Choice> best = decide(module, found, analyses, time_left, &asked);
            std::set<const BasicBlock *> better;
            for (const auto &[number, choice] : best) {
                better.insert(found[number].block);
            }
            // Where several iterations are no better as one, the loop is what it was, and has windows of its own.
            if (!iterations.take_back([&](const BasicBlock *block) { return better.count(block) > 0; })) {
                const bool is_changed = use(found, best);
                say_missed();
                if (!asked.empty()) {
                    say_all();
                }
                return is_changed;
            }
        }
    }

  private:
    Module &module;
    FunctionAnalysisManager &analyses;
    std::vector<Asked> asked;
    std::map<const Function *, Processor> processors;
    struct Found {
        bool is_known = false;
        Processor processor;
        std::string why;
    };
    std::map<std::string, Found> by_attributes;
    std::vector<Answers> answers;  // what results point into
    struct NoWindow {
        Function *function;
        DebugLoc location;
        std::string why;
    };
    std::vector<NoWindow> no_windows;

    void find(Iterations *iterations) {
        asked.clear();
        no_windows.clear();
        answers.clear();
        std::vector<Function *> functions;
        for (Function &function : module) {
            if (!function.isDeclaration() && has_vectors(function)) {
                functions.push_back(&function);
            }
        }
        for (Function *function : functions) {
            find_in(*function, iterations);
        }
    }

    void miss(const Instruction &place, const std::string &why) {
        no_windows.push_back({const_cast<Function *>(place.getFunction()), place.getDebugLoc(), why});
    }

    void say_missed() {
        for (const NoWindow &each : no_windows) {
            remark_missed(emitter(*each.function), *each.function, each.location, each.why);
        }
    }

    OptimizationRemarkEmitter &emitter(Function &function) { return analyses.getResult<OptimizationRemarkEmitterAnalysis>(function); }

    // Functions of one module are mostly compiled for one processor, and LLVM's tables of one take long to read.
    bool find_processor(const Function &function, std::string *why) {
        std::string attributes;
        for (const char *name : {"target-cpu", "target-features", "tune-cpu"}) {
            attributes += function.getFnAttribute(name).getValueAsString().str() + "\n";
        }
        const auto [place, is_new] = by_attributes.try_emplace(attributes);
        Found &found = place->second;
        if (is_new) {
            found.is_known = processor_of(function, &found.processor, &found.why);
        }
        *why = found.why;
        if (found.is_known) {
            processors[&function] = found.processor;
        }
        return found.is_known;
    }

    void find_in(Function &function, Iterations *iterations) {
        const Instruction &begin = *function.getEntryBlock().getFirstNonPHIOrDbg();
        std::string why = refused(function);
        if (!why.empty() || !find_processor(function, &why)) {
            miss(begin, why);
            return;
        }
        const Processor &processor = processors.at(&function);
        iterations->join(function, {processor.register_bits});
        std::vector<Window> windows;
        auto &loops = analyses.getResult<LoopAnalysis>(function);
        Shares shares(analyses);
        for (BasicBlock &block : function) {
            Loop *loop = loops.getLoopFor(&block);
            // A block that runs too seldom is not worth a question.
            if (!loop && shares.of(block) < kLeastShare) {
                continue;
            }
            if (block.size() > kMostInstructions) {
                miss(block.front(), "the block has more than " + std::to_string(kMostInstructions) + " instructions (kMostInstructions)");
                continue;
            }
            find_in(block, loop, processor.register_bits, &windows);
        }
        for (Window &window : windows) {
            const Instruction &place = window.place();
            Asked each;
            each.location = place.getDebugLoc();
            each.function = &function;
            each.window = std::move(window);
            std::string &where = each.window.question.place;
            where += " in " + function.getName().str();
            where += each.location ? " line " + std::to_string(each.location.getLine()) : "";
            asked.push_back(std::move(each));
        }
    }

    void find_in(BasicBlock &block, Loop *loop, unsigned register_bits, std::vector<Window> *windows) {
        Function &function = *block.getParent();
        const Instruction *context = block.getFirstNonPHI();
        Known known = {analyses.getResult<ScalarEvolutionAnalysis>(function),
                       SimplifyQuery(module.getDataLayout(), &analyses.getResult<TargetLibraryAnalysis>(function),
                                     &analyses.getResult<DominatorTreeAnalysis>(function),
                                     &analyses.getResult<AssumptionAnalysis>(function), context)};
        const Registers registers = {register_bits};
        const Missed missed = [&](const Instruction &place, const std::string &why) { miss(place, why); };
        find_stores(block, known, registers, missed, windows);
        find_across(block, known, missed, windows);
        if (loop && loop->getHeader() == &block) {
            find_reductions(*loop, known, registers, missed, windows);
        }
    }

    const Processor &processor(const Asked &each) { return processors.at(each.function); }

    void ask() {
        std::map<Processor, std::vector<size_t>> by_processor;
        for (size_t i = 0; i < asked.size(); i++) {
            by_processor[processor(asked[i])].push_back(i);
        }
        for (const auto &[processor, numbers] : by_processor) {
            std::vector<const Question *> questions;
            for (size_t number : numbers) {
                questions.push_back(&asked[number].window.question);
            }
            answers.push_back(isotope::ask(processor.machine, Wanted::Selected, questions));
            for (size_t i = 0; i < numbers.size(); i++) {
                Asked &each = asked[numbers[i]];
                each.result = answers.back().results[i];
                each.freezing = answers.back().freezing[i];
                each.milliseconds = answers.back().milliseconds[i];
                each.outcome.why_not = obstacle(each);
            }
        }
    }

    // Blocks in their order, with their windows that have an answer.
    std::vector<Candidate> candidates() {
        std::vector<Candidate> found;
        std::map<const BasicBlock *, size_t> places;
        for (size_t i = 0; i < asked.size(); i++) {
            BasicBlock *block = asked[i].window.block;
            if (!asked[i].outcome.why_not.empty()) {
                continue;
            }
            const auto [place, is_new] = places.emplace(block, found.size());
            if (is_new) {
                const bool is_loop = is_contained(successors(block), block);
                found.push_back({block, is_loop, processor(asked[i]), {}});
            }
            found[place->second].windows.push_back(i);
        }
        return found;
    }

    bool use(const std::vector<Candidate> &found, const std::map<size_t, Choice> &best) {
        std::map<const Function *, std::vector<size_t>> by_function;
        for (const auto &[candidate, plan] : best) {
            by_function[found[candidate].block->getParent()].push_back(candidate);
        }
        std::vector<Function *> functions;
        for (Function &function : module) {
            if (by_function.count(&function)) {
                functions.push_back(&function);
            }
        }
        bool is_changed = false;
        for (Function *function : functions) {
            is_changed = change(*function, found, by_function[function], best) || is_changed;
        }
        return is_changed;
    }

    // Puts the answers of some candidates into their function, or leaves it as it was.
    bool change(Function &function, const std::vector<Candidate> &found, const std::vector<size_t> &numbers,
                const std::map<size_t, Choice> &best) {
        ValueToValueMapTy values;
        Function *kept = CloneFunction(&function, values);
        std::vector<size_t> used;
        bool may_spill = false;
        for (size_t number : numbers) {
            auto &aliases = analyses.getResult<AAManager>(function);
            const auto &[plan, is_calm] = best.at(number);
            const auto some = put_in_place(found[number], plan, nullptr, aliases, &asked);
            may_spill = may_spill || !is_calm;
            used.insert(used.end(), some.begin(), some.end());
            analyses.invalidate(function, PreservedAnalyses::none());
        }
        const bool is_good = finish(function, may_spill, analyses);
        if (!is_good) {
            function.dropAllReferences();
            function.splice(function.begin(), kept);
            for (size_t i = 0; i < function.arg_size(); i++) {
                kept->getArg((unsigned)i)->replaceAllUsesWith(function.getArg((unsigned)i));
            }
            function.setSubprogram(kept->getSubprogram());
            analyses.invalidate(function, PreservedAnalyses::none());
        }
        kept->eraseFromParent();
        for (size_t number : used) {
            asked[number].outcome.is_used = is_good;
            asked[number].outcome.why_not = is_good ? "" : "the function does not verify with it";
        }
        return true;
    }

    void say_all() {
        std::vector<const Question *> questions;
        std::vector<const isotope_result *> results;
        std::vector<Outcome> outcomes;
        for (Asked &each : asked) {
            if (!each.outcome.is_used && each.outcome.why_not.empty()) {
                each.outcome.why_not = "another answer computes the same in its block";
            }
            remark(emitter(*each.function), each);
            if (reporting()) {
                report(kCompiler, processor(each).machine, each.window.question, each.result, each.milliseconds, each.outcome, "");
            }
            questions.push_back(&each.window.question);
            results.push_back(each.result);
            outcomes.push_back(each.outcome);
        }
        tally(kCompiler, questions, results, outcomes);
        require(questions, results, outcomes);
    }

    // ISOTOPE_REQUIRE: a compile that may have other answers another time says so, or fails.
    void require(const std::vector<const Question *> &questions, const std::vector<const isotope_result *> &results,
                 const std::vector<Outcome> &outcomes) {
        const std::string why = required() == Required::Nothing ? "" : unsettled(kCompiler, questions, results, outcomes);
        if (why.empty()) {
            return;
        }
        if (required() == Required::Report) {
            say("ISOTOPE_REQUIRE=report: " + why);
        } else {
            module.getContext().emitError("isotope: ISOTOPE_REQUIRE=all: " + why);
        }
    }
};

}  // namespace

PreservedAnalyses SelectPass::run(Module &module, ModuleAnalysisManager &analyses) {
    if (is_off()) {
        tally_off(kCompiler);
        return PreservedAnalyses::all();
    }
    auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    return Run(module, functions).select() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace isotope
