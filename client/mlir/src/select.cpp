#include "select.h"

#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>
#include <mlir/Pass/Pass.h>

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "answer.h"
#include "bounds.h"
#include "frontend/report.h"
#include "frontend/tally.h"
#include "frontend/variables.h"
#include "target.h"
#include "window.h"

using namespace mlir;

namespace isotope {

namespace {

constexpr Compiler kCompiler = {"mlir-opt", "mlir", "modules"};

struct Asked {
    Window window;
    func::FuncOp function;
    Location location;
    const isotope_result *result = nullptr;
    double milliseconds = 0;
    Outcome outcome;
};

// Why a function is left alone; empty where it is not.
std::string refused(func::FuncOp function) {
    bool has_scalable = false;
    function.walk([&](Operation *operation) {
        for (mlir::Type type : operation->getResultTypes()) {
            const auto vector = dyn_cast<VectorType>(type);
            has_scalable = has_scalable || (vector && vector.isScalable());
        }
    });
    return has_scalable ? "the function has scalable vectors" : "";
}

class Run {
  public:
    Run(ModuleOp module, const Target &target, Wanted wanted, bool remarks)
        : module(module), target(target), wanted(wanted), remarks(remarks) {}

    // False where ISOTOPE_REQUIRE=all is not met.
    bool select() {
        module.walk([&](func::FuncOp function) { find_in(function); });
        if (asked.empty()) {
            return true;
        }
        ask();
        for (Asked &each : asked) {
            if (each.outcome.why_not.empty()) {
                use(each);
            }
        }
        remove_dead();
        if (!targets.empty()) {
            set_targets(module, targets);
        }
        return say_all();
    }

  private:
    ModuleOp module;
    const Target target;
    const Wanted wanted;
    const bool remarks;
    std::vector<Asked> asked;
    std::vector<Answers> answers;  // what results point into
    std::map<Operation *, Target> targets;  // of functions with answers
    std::vector<Operation *> replaced;

    void remark(Location location, const std::string &what) {
        if (remarks) {
            emitRemark(location) << "isotope: " << what;
        }
    }

    void find_in(func::FuncOp function) {
        const std::string why = refused(function);
        if (!why.empty()) {
            remark(function.getLoc(), why);
            return;
        }
        std::vector<Value> roots;
        function.walk([&](Operation *operation) {
            for (Value value : operation->getResults()) {
                if (is_root(value)) {
                    roots.push_back(value);
                }
            }
        });
        for (Value root : roots) {
            if (asked.size() == kMostWindows) {
                remark(root.getLoc(), "the module has more than " + std::to_string(kMostWindows) + " windows (kMostWindows)");
                return;
            }
            Window window = window_of(root, wanted == Wanted::Plain ? 1 : 2);
            if (!window.question.is_asked()) {
                remark(root.getLoc(), window.question.place + ": " + window.question.why);
                continue;
            }
            asked.push_back({std::move(window), function, root.getLoc(), nullptr, 0, {}});
        }
    }

    void ask() {
        std::map<Target, std::vector<size_t>> by_target;
        for (size_t i = 0; i < asked.size(); i++) {
            by_target[target_of(asked[i].function, target)].push_back(i);
        }
        for (const auto &[own, numbers] : by_target) {
            std::vector<const Question *> questions;
            for (size_t number : numbers) {
                questions.push_back(&asked[number].window.question);
            }
            answers.push_back(isotope::ask(own.machine(), wanted, questions));
            for (size_t i = 0; i < numbers.size(); i++) {
                Asked &each = asked[numbers[i]];
                each.result = answers.back().results[i];
                each.milliseconds = answers.back().milliseconds[i];
                each.outcome.why_not = refusal(each.window.question, wanted, each.result);
            }
        }
    }

    void use(Asked &each) {
        const Value value = insert(each.window, *each.result, &each.outcome.why_not);
        if (!value) {
            return;
        }
        each.outcome.is_used = true;
        each.outcome.own_cost = each.result->baseline_cost;
        each.outcome.selected_cost = each.result->cost;
        Value root = each.window.root;
        root.replaceAllUsesWith(value);
        // Another window may have it as a leaf.
        for (Asked &other : asked) {
            for (auto &[name, leaf] : other.window.leaves) {
                leaf = leaf == root ? value : leaf;
            }
        }
        replaced.insert(replaced.end(), each.window.operations.begin(), each.window.operations.end());
        targets[each.function] = target_of(each.function, target);
    }

    void remove_dead() {
        std::set<Operation *> left(replaced.begin(), replaced.end());
        bool is_changed = true;
        while (is_changed) {
            is_changed = false;
            for (auto place = left.begin(); place != left.end();) {
                if (isOpTriviallyDead(*place)) {
                    (*place)->erase();
                    place = left.erase(place);
                    is_changed = true;
                } else {
                    ++place;
                }
            }
        }
    }

    bool say_all() {
        std::vector<const Question *> questions;
        std::vector<const isotope_result *> results;
        std::vector<Outcome> outcomes;
        for (Asked &each : asked) {
            const std::string place = each.window.question.place + ": ";
            remark(each.location, place + (each.outcome.is_used ? each.result->instructions : each.outcome.why_not));
            if (reporting()) {
                report(kCompiler, target_of(each.function, target).machine(), each.window.question, each.result, each.milliseconds,
                       each.outcome, "");
            }
            questions.push_back(&each.window.question);
            results.push_back(each.result);
            outcomes.push_back(each.outcome);
        }
        warn(questions, results);
        tally(kCompiler, questions, results, outcomes);
        return require(questions, results, outcomes);
    }

    // Once, where the module has no answer at all.
    void warn(const std::vector<const Question *> &questions, const std::vector<const isotope_result *> &results) {
        if (llvm::any_of(results, is_answer)) {
            return;
        }
        emitWarning(module.getLoc()) << "isotope: the code stays as it is: "
                                     << refusal(*questions[0], wanted, results[0]);
    }

    // ISOTOPE_REQUIRE: a compile that may have other answers another time says so, or fails.
    bool require(const std::vector<const Question *> &questions, const std::vector<const isotope_result *> &results,
                 const std::vector<Outcome> &outcomes) {
        const std::string why =
            required() == Required::Nothing ? "" : unsettled(kCompiler, questions, results, outcomes);
        if (why.empty()) {
            return true;
        }
        if (required() == Required::Report) {
            say("ISOTOPE_REQUIRE=report: " + why);
            return true;
        }
        emitError(module.getLoc()) << "isotope: ISOTOPE_REQUIRE=all: " << why;
        return false;
    }
};

struct SelectPass : PassWrapper<SelectPass, OperationPass<ModuleOp>> {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SelectPass)

    SelectPass() = default;
    SelectPass(const SelectPass &other) : PassWrapper(other) {}

    Option<std::string> arch{*this, "arch", llvm::cl::desc("the architecture, in LLVM's names; that of this machine")};
    Option<std::string> cpu{*this, "cpu", llvm::cl::desc("the processor, in LLVM's names")};
    ListOption<std::string> features{*this, "features", llvm::cl::desc("features that the processor has (+) or lacks (-)")};
    Option<bool> remarks{*this, "remarks", llvm::cl::desc("say what becomes of each window"), llvm::cl::init(false)};

    Option<bool> plain{*this, "plain", llvm::cl::desc("take plain LLVM operations for every window, whatever they cost: for tests"),
                       llvm::cl::init(false)};

    StringRef getArgument() const override { return "isotope-select"; }
    StringRef getDescription() const override { return "Compute vectors of integers by proved, cheaper code that a daemon knows"; }

    void getDependentDialects(DialectRegistry &registry) const override {
        registry.insert<LLVM::LLVMDialect, vector::VectorDialect, arith::ArithDialect>();
    }

    void runOnOperation() override {
        if (is_off()) {
            tally_off(kCompiler);
            return;
        }
        Target target;
        target.arch = arch.empty() ? llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArchName().str() : arch.getValue();
        target.cpu = cpu;
        target.features = llvm::join(features.begin(), features.end(), ",");
        if (!Run(getOperation(), target, plain ? Wanted::Plain : Wanted::Selected, remarks).select()) {
            signalPassFailure();
        }
    }
};

}  // namespace

void register_select() {
    PassRegistration<SelectPass>();
}

}  // namespace isotope
