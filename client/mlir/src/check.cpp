#include "check.h"

#include <llvm/ADT/StringExtras.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/Pass.h>

#include <string>
#include <vector>

#include "frontend/service.h"
#include "frontend/variables.h"
#include "generic.h"

using namespace mlir;

namespace isotope {

namespace {

// Where a module keeps what it was, until it is compared.
constexpr const char *kBefore = "isotope.before";
constexpr const char *kText = "text";
constexpr const char *kFunctions = "functions";

// Functions that others may call, and that have bodies.
std::vector<std::string> functions_of(ModuleOp module) {
    std::vector<std::string> names;
    for (func::FuncOp function : module.getOps<func::FuncOp>()) {
        if (function.isPublic() && !function.isExternal()) {
            names.push_back(function.getSymName().str());
        }
    }
    return names;
}

// An earlier state of a module.
struct Before {
    std::string text;
    std::vector<std::string> functions;
};

// A place in the file that another location names.
Location placed(Location near, uint32_t line, uint32_t column) {
    StringRef file = "-";
    near->walk([&](Location each) {
        if (const auto known = dyn_cast<FileLineColLoc>(each)) {
            file = known.getFilename().getValue();
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
    });
    return FileLineColLoc::get(near.getContext(), file, line, column);
}

struct CheckPass : PassWrapper<CheckPass, OperationPass<ModuleOp>> {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckPass)

    CheckPass() = default;
    CheckPass(const CheckPass &other) : PassWrapper(other) {}

    Option<bool> keep{*this, "keep", llvm::cl::desc("keep the module as it is now, for a later isotope-check"), llvm::cl::init(false)};
    Option<std::string> before{*this, "before", llvm::cl::desc("a file with the module as it was")};
    Option<std::string> entry{*this, "entry", llvm::cl::desc("the function to compare; all that others may call")};
    ListOption<std::string> sizes{*this, "sizes", llvm::cl::desc("sizes that are open: 64 for all, arg0=64, arg1.0=64")};
    Option<bool> remarks{*this, "remarks", llvm::cl::desc("say what is shown, too"), llvm::cl::init(false)};

    StringRef getArgument() const override { return "isotope-check"; }
    StringRef getDescription() const override { return "Compare functions with what they were before other passes, by a daemon"; }

    void runOnOperation() override {
        ModuleOp module = getOperation();
        if (is_off()) {
            module->removeAttr(kBefore);
            return;
        }
        if (keep) {
            keep_text(module);
            return;
        }
        std::string why;
        const Before was = found(module, &why);
        if (!why.empty()) {
            emitError(module.getLoc()) << "isotope-check: " << why;
            signalPassFailure();
            return;
        }
        const std::string now = generic_text(module);
        for (const std::string &name : was.functions) {
            if ((entry.empty() || entry == name) && !compare(module, was, now, name)) {
                signalPassFailure();
            }
        }
    }

  private:
    // A difference was found in a cell, and the notes of it are many: one warning for a daemon that is not there is enough.
    bool is_warned = false;

    void keep_text(ModuleOp module) {
        module->removeAttr(kBefore);
        Builder builder(module.getContext());
        std::vector<Attribute> names;
        for (const std::string &name : functions_of(module)) {
            names.push_back(builder.getStringAttr(name));
        }
        const auto text = builder.getNamedAttr(kText, builder.getStringAttr(generic_text(module)));
        const auto functions = builder.getNamedAttr(kFunctions, builder.getArrayAttr(names));
        module->setAttr(kBefore, builder.getDictionaryAttr({text, functions}));
    }

    Before found(ModuleOp module, std::string *why) {
        const auto kept = dyn_cast_or_null<DictionaryAttr>(module->removeAttr(kBefore));
        if (!before.empty()) {
            return read(why);
        }
        const auto text = kept ? dyn_cast_or_null<StringAttr>(kept.get(kText)) : StringAttr();
        const auto functions = kept ? dyn_cast_or_null<ArrayAttr>(kept.get(kFunctions)) : ArrayAttr();
        if (!text || !functions) {
            *why = "nothing is kept to compare with: put isotope-check{keep=true} before the passes, or give before=FILE";
            return {};
        }
        Before was = {text.getValue().str(), {}};
        for (Attribute each : functions) {
            if (const auto name = dyn_cast<StringAttr>(each)) {
                was.functions.push_back(name.getValue().str());
            }
        }
        return was;
    }

    // The file's module, in a context of its own: dialects are not loaded while passes run.
    Before read(std::string *why) {
        MLIRContext own(getContext().getDialectRegistry(), MLIRContext::Threading::DISABLED);
        own.allowUnregisteredDialects(getContext().allowsUnregisteredDialects());
        const OwningOpRef<ModuleOp> parsed = parseSourceFile<ModuleOp>(before.getValue(), ParserConfig(&own));
        if (!parsed) {
            *why = before.getValue() + " is no module that this mlir-opt can read";
            return {};
        }
        return {generic_text(*parsed), functions_of(*parsed)};
    }

    // False where the pass fails.
    bool compare(ModuleOp module, const Before &was, const std::string &now, const std::string &name) {
        auto function = module.lookupSymbol<func::FuncOp>(name);
        const Location location = function ? function.getLoc() : module.getLoc();
        if (!function || function.isExternal()) {
            emitError(location) << "isotope: @" << name << " is a function no more, or has no body";
            return false;
        }
        const std::string open = llvm::join(sizes.begin(), sizes.end(), ",");
        isotope_programs programs = {};
        programs.size = sizeof(programs);
        programs.before = was.text.c_str();
        programs.after = now.c_str();
        programs.entry = name.c_str();
        programs.sizes = open.c_str();
        programs.located = 1;
        const Checked checked = check(programs);
        if (!checked || checked->reason != ISOTOPE_ANSWERED) {
            return not_checked(location, name, checked ? checked->detail : "there is no memory");
        }
        if (checked->verdict == ISOTOPE_DIFFERENT) {
            different(location, name, *checked);
            return false;
        }
        if (checked->verdict == ISOTOPE_NOT_SHOWN || remarks) {
            emitRemark(location) << "isotope: @" << name << ": " << checked->sentence;
        }
        return true;
    }

    bool not_checked(Location location, const std::string &name, const std::string &why) {
        if (required() == Required::All) {
            emitError(location) << "isotope: ISOTOPE_REQUIRE=all: @" << name << " is not checked: " << why;
            return false;
        }
        if (!is_warned) {
            emitWarning(location) << "isotope: @" << name << " is not checked: " << why;
        }
        is_warned = true;
        return true;
    }

    void different(Location location, const std::string &name, const isotope_checked &checked) {
        InFlightDiagnostic error = emitError(location) << "isotope: @" << name << " is " << checked.sentence;
        const char *const sides[] = {"before: ", "after: "};
        for (int side : {0, 1}) {
            if (checked.lines[side]) {
                error.attachNote(placed(location, checked.lines[side], checked.columns[side]))
                    << sides[side] << checked.values[side] << ", written here";
            } else if (*checked.values[side]) {
                error.attachNote(location) << sides[side] << checked.values[side];
            }
        }
        if (*checked.input) {
            error.attachNote(location) << checked.input;
        }
    }
};

}  // namespace

void register_check() {
    PassRegistration<CheckPass>();
}

}  // namespace isotope
