#include "target.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace isotope {

namespace {

// Its elements become attributes of LLVM's function: names, and pairs of names and values.
constexpr const char *kAttributes = "passthrough";

std::string attribute(func::FuncOp function, StringRef name) {
    const auto all = function->getAttrOfType<ArrayAttr>(kAttributes);
    for (Attribute each : all ? all : ArrayAttr::get(function.getContext(), {})) {
        const auto pair = dyn_cast<ArrayAttr>(each);
        const auto key = pair && pair.size() == 2 ? dyn_cast<StringAttr>(pair[0]) : StringAttr();
        const auto value = key ? dyn_cast<StringAttr>(pair[1]) : StringAttr();
        if (value && key.getValue() == name) {
            return value.str();
        }
    }
    return "";
}

}  // namespace

Target target_of(func::FuncOp function, const Target &module) {
    Target own = module;
    const std::string cpu = attribute(function, "target-cpu");
    if (!cpu.empty()) {
        own.cpu = cpu;
        own.features = attribute(function, "target-features");
    }
    return own;
}

void set_targets(ModuleOp module, const std::map<Operation *, Target> &targets) {
    const Target &any = targets.begin()->second;
    Builder builder(module.getContext());
    module.walk([&](func::FuncOp function) {
        if (!attribute(function, "target-cpu").empty()) {
            return;
        }
        const auto place = targets.find(function);
        const Target &own = place == targets.end() ? any : place->second;
        SmallVector<Attribute> all;
        if (const auto given = function->getAttrOfType<ArrayAttr>(kAttributes)) {
            all.assign(given.begin(), given.end());
        }
        all.push_back(builder.getStrArrayAttr({"target-cpu", own.cpu}));
        if (!own.features.empty()) {
            all.push_back(builder.getStrArrayAttr({"target-features", own.features}));
        }
        function->setAttr(kAttributes, builder.getArrayAttr(all));
    });
}

}  // namespace isotope
