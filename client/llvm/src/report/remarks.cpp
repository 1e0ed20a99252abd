#include "report/remarks.h"

#include <llvm/Support/FormatVariadic.h>

using namespace llvm;

namespace isotope {

namespace {

// In cycles.
std::string cycles(uint64_t hundredths) {
    return formatv("{0:f2}", (double)hundredths / 100).str();
}

}  // namespace

void remark(OptimizationRemarkEmitter &emitter, const Asked &asked) {
    const BasicBlock *region = &asked.function->getEntryBlock();
    if (asked.outcome.is_used) {
        emitter.emit([&] {
            OptimizationRemark made(kRemarks, "Answer", asked.location, region);
            made << asked.window.question.place << ": " << asked.result->instructions << "; its block costs "
                 << cycles(asked.outcome.selected_cost) << " cycles, LLVM's own " << cycles(asked.outcome.own_cost);
            return made;
        });
        return;
    }
    emitter.emit([&] {
        OptimizationRemarkMissed made(kRemarks, "NoAnswer", asked.location, region);
        made << asked.window.question.place << ": " << asked.outcome.why_not;
        return made;
    });
}

void remark_missed(OptimizationRemarkEmitter &emitter, const Function &function, const DebugLoc &place, const std::string &why) {
    emitter.emit([&] {
        OptimizationRemarkMissed made(kRemarks, "NoAnswer", place, &function.getEntryBlock());
        made << why;
        return made;
    });
}

}  // namespace isotope
