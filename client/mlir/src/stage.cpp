#include "stage.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/Pass.h>

#include <string>
#include <vector>

#include "frontend/report.h"
#include "frontend/service.h"
#include "frontend/tally.h"
#include "frontend/variables.h"
#include "generic.h"
#include "import.h"

using namespace mlir;

namespace isotope {

namespace {

constexpr Compiler kCompiler = {"mlir-opt", "mlir", "modules"};

struct Stage {
    const char *name;           // of isotope_stage
    const char *name_in_parts;  // the same with `parallel`; NULL: it has no parts
    const char *argument;
    const char *description;
    const char *option;  // what stands behind the name and `=`: an option of the pass, `like` or `sizes`; NULL: it has none
};

constexpr Stage kStages[] = {
    {"contract", "contract-parallel", "isotope-contract", "Compute sums of products by kernels that a daemon compared with them", nullptr},
    {"pack", nullptr, "isotope-pack", "Copy parts of arrays into buffers before affine loops that read them again", "like"},
    {"select", nullptr, "isotope-select", "Compute vectors of integers by proved, cheaper code that a daemon knows", nullptr},
    {"tile", nullptr, "isotope-tile", "Tile bands of affine loops that no dependence forbids", "sizes"},
    {"vectorize", nullptr, "isotope-vectorize", "Compute small kernels of fixed size by vectors that rules found equal", "like"},
};

// The outcomes of the windows of a module, side by side.
struct Windows {
    std::vector<Question> questions;
    std::vector<const isotope_result *> results;
    std::vector<Outcome> outcomes;

    std::vector<const Question *> asked() const { return isotope::questions(questions); }
};

// Takes a remark for a window; `lost` says why an answer that was in the window's place is there no more.
void add(const isotope_remark &remark, const std::string &lost, Windows *windows) {
    Question question;
    question.place = remark.place;
    question.text = remark.question;
    Outcome outcome;
    outcome.is_used = remark.used && lost.empty();
    outcome.why_not = remark.used ? lost : remark.why_not;
    if (outcome.is_used) {
        outcome.own_cost = remark.result->baseline_cost;
        outcome.selected_cost = remark.result->cost;
    }
    const Machine machine = {remark.target.arch, remark.target.mcpu, remark.target.mattr};
    if (reporting()) {
        report(kCompiler, machine, question, remark.result, remark.milliseconds, outcome, "");
    }
    windows->questions.push_back(std::move(question));
    windows->results.push_back(remark.result);
    windows->outcomes.push_back(std::move(outcome));
}

struct StagePass : PassWrapper<StagePass, OperationPass<ModuleOp>> {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StagePass)

    explicit StagePass(const Stage &stage) : stage(stage) {}
    StagePass(const StagePass &other) : PassWrapper(other), stage(other.stage) {}

    const Stage &stage;

    Option<std::string> arch{*this, "arch", llvm::cl::desc("the architecture, in LLVM's names; that of this machine")};
    Option<std::string> cpu{*this, "cpu", llvm::cl::desc("the processor, in LLVM's names")};
    ListOption<std::string> features{*this, "features", llvm::cl::desc("features that the processor has (+) or lacks (-)")};
    Option<bool> remarks{*this, "remarks", llvm::cl::desc("say what becomes of each window"), llvm::cl::init(false)};
    Option<bool> plain{*this, "plain", llvm::cl::desc("take plain LLVM operations for every window, for tests"), llvm::cl::init(false)};

    Option<bool> parallel{*this, "parallel",
                          llvm::cl::desc("kernels in parts that may be computed at once, in affine.parallel; of isotope-contract"),
                          llvm::cl::init(false)};

    Option<std::string> like{*this, "like",
                             llvm::cl::desc("do what another tool does: gpat, of isotope-pack; diospyros, of isotope-vectorize")};
    ListOption<unsigned> sizes{*this, "sizes", llvm::cl::desc("iterations of a tile in each loop; else the cheapest; of isotope-tile")};

    StringRef getArgument() const override { return stage.argument; }
    StringRef getDescription() const override { return stage.description; }

    void getDependentDialects(DialectRegistry &registry) const override {
        registry.insert<LLVM::LLVMDialect, vector::VectorDialect, arith::ArithDialect>();
    }

    void runOnOperation() override {
        if (is_off()) {
            tally_off(kCompiler);
            return;
        }
        const std::string own = llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArchName().str();
        const std::string flags = llvm::join(features.begin(), features.end(), ",");
        const Machine machine = {arch.empty() ? own : arch.getValue(), cpu, flags};
        Imported imported;
        const std::string wrong = misplaced();
        if (!wrong.empty()) {
            emitError(getOperation().getLoc()) << "isotope: " << wrong;
            signalPassFailure();
            return;
        }
        const std::string name = named();
        const Staged staged = run_stage(name.c_str(), machine, plain ? Wanted::Plain : Wanted::Selected, generic_text(getOperation()),
                                        {import_answer, &imported, LLVM_VERSION_MAJOR});
        if (!staged || staged->reason != ISOTOPE_ANSWERED) {
            not_run(staged.get());
            return;
        }
        std::string lost;
        if (staged->verdict == ISOTOPE_CHANGED) {
            lost = replace(staged->module);
        }
        if (!say_all(*staged, lost)) {
            signalPassFailure();
        }
    }

  private:
    // Says which option is another pass's.
    std::string misplaced() const {
        const StringRef option = stage.option ? stage.option : "";
        if (parallel && !stage.name_in_parts) {
            return "parallel is an option of isotope-contract";
        }
        if (!like.empty() && option != "like") {
            return "like is an option of isotope-pack and isotope-vectorize";
        }
        if (!sizes.empty() && option != "sizes") {
            return "sizes is an option of isotope-tile";
        }
        return "";
    }

    // The stage's name with its option.
    std::string named() const {
        if (parallel) {
            return stage.name_in_parts;
        }
        std::string option = like;
        if (!sizes.empty()) {
            llvm::raw_string_ostream out(option);
            llvm::interleave(sizes, out, ",");
        }
        return option.empty() ? stage.name : std::string(stage.name) + "=" + option;
    }

    // The module stays as it was. A text that cannot be read is the same in every compile.
    void not_run(const isotope_staged *staged) {
        const char *const why = staged ? staged->detail : "there is no memory";
        const bool is_settled = staged && staged->reason == ISOTOPE_MISCONFIGURED;
        if (required() == Required::All && !is_settled) {
            emitError(getOperation().getLoc()) << "isotope: ISOTOPE_REQUIRE=all: " << why;
            signalPassFailure();
            return;
        }
        emitWarning(getOperation().getLoc()) << "isotope: the code stays as it is: " << why;
    }

    // Puts a text in the module's place if it verifies, and otherwise says why not.
    std::string replace(const char *text) {
        std::string why;
        MLIRContext *context = &getContext();
        OwningOpRef<ModuleOp> made;
        {
            const ScopedDiagnosticHandler noted(context, [&why](Diagnostic &diagnostic) {
                why = why.empty() ? diagnostic.str() : why;
                return success();
            });
            made = parseSourceString<ModuleOp>(text, ParserConfig(context));
        }
        if (!made) {
            return "MLIR cannot read the program with it: " + why;
        }
        getOperation().getBodyRegion().takeBody(made->getBodyRegion());
        return "";
    }

    Location placed(const isotope_remark &remark) {
        if (remark.line == 0) {
            return getOperation().getLoc();
        }
        return FileLineColLoc::get(&getContext(), remark.file, remark.line, remark.column);
    }

    // False where ISOTOPE_REQUIRE=all is not met.
    bool say_all(const isotope_staged &staged, const std::string &lost) {
        Windows windows;
        for (size_t i = 0; i < staged.remark_count; i++) {
            const isotope_remark &remark = staged.remarks[i];
            if (remarks) {
                emitRemark(placed(remark)) << "isotope: " << remark.text;
            }
            if (remark.place) {
                add(remark, lost, &windows);
            }
        }
        if (windows.questions.empty()) {
            return lost.empty() || replaced(lost);
        }
        warn(windows, lost);
        tally(kCompiler, windows.asked(), windows.results, windows.outcomes);
        return require(windows);
    }

    // A kernel that MLIR cannot read; whether the compile goes on.
    bool replaced(const std::string &lost) {
        if (required() == Required::All) {
            emitError(getOperation().getLoc()) << "isotope: ISOTOPE_REQUIRE=all: " << lost;
            return false;
        }
        emitWarning(getOperation().getLoc()) << "isotope: the code stays as it is: " << lost;
        return true;
    }

    // Once, where the module has no answer at all, or lost those that it had.
    void warn(const Windows &windows, const std::string &lost) {
        if (lost.empty() && llvm::any_of(windows.results, is_answer)) {
            return;
        }
        emitWarning(getOperation().getLoc()) << "isotope: the code stays as it is: " << (lost.empty() ? windows.outcomes[0].why_not : lost);
    }

    // ISOTOPE_REQUIRE: a compile that may have other answers another time says so, or fails.
    bool require(const Windows &windows) {
        if (required() == Required::Nothing) {
            return true;
        }
        const std::string why = unsettled(kCompiler, windows.asked(), windows.results, windows.outcomes);
        if (why.empty()) {
            return true;
        }
        if (required() == Required::Report) {
            say("ISOTOPE_REQUIRE=report: " + why);
            return true;
        }
        emitError(getOperation().getLoc()) << "isotope: ISOTOPE_REQUIRE=all: " << why;
        return false;
    }
};

}  // namespace

void register_stages() {
    for (const Stage &stage : kStages) {
        const auto make = [&stage]() -> std::unique_ptr<mlir::Pass> { return std::make_unique<StagePass>(stage); };
        registerPass(make);
    }
}

}  // namespace isotope
