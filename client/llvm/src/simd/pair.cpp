#include "simd/pair.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "report/remarks.h"
#include "simd/maker.h"

using namespace llvm;

namespace isotope::simd {

std::optional<PairPass> PairPass::named(StringRef word) {
    SmallVector<StringRef, 4> parts;
    if (!word.consume_front("isotope-simd-pair<") || !word.consume_back(">")) {
        return std::nullopt;
    }
    word.split(parts, ';');
    return parts.size() == 3 ? std::optional<PairPass>(PairPass(parts[0].str(), parts[1].str(), parts[2].str())) : std::nullopt;
}

PreservedAnalyses PairPass::run(Module &module, ModuleAnalysisManager &analyses) {
    Function *first = module.getFunction(scalar), *second = module.getFunction(vector);
    for (const auto &[function, name] : {std::pair(first, scalar), std::pair(second, vector)}) {
        if (!function || function->isDeclaration()) {
            module.getContext().emitError("there is no function " + name);
            return PreservedAnalyses::all();
        }
    }
    auto &of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    // As before a body is made. The vector function stays as it is written.
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass());
    passes.addPass(SimplifyCFGPass());
    passes.addPass(InstCombinePass());
    of_functions.invalidate(*first, passes.run(*first, of_functions));
    const std::optional<Refusal> refusal = refused(*first);
    const std::string why = refusal ? refusal->why : Maker(*first, of_functions, 0).why_not(*second, shape);
    OptimizationRemarkEmitter emitter(first);
    if (why.empty()) {
        emitter.emit([&] {
            return OptimizationRemark(kRemarks, "Pair", line_of(*first), &first->getEntryBlock())
                   << "shown: " << vector << " does in each lane what " << scalar << " does";
        });
    } else {
        emitter.emit([&] {
            return OptimizationRemarkMissed(kRemarks, "NoPair", line_of(*first), &first->getEntryBlock())
                   << "not shown of " << vector << ": " << why;
        });
    }
    return PreservedAnalyses::none();
}

}  // namespace isotope::simd
