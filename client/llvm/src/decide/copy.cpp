#include "decide/copy.h"

#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace isotope {

std::string name_of(size_t candidate) {
    return "isotope.block." + std::to_string(candidate);
}

Copy::Copy(const Module &original, const std::vector<Candidate> &candidates, const std::set<const Function *> &functions) {
    module = CloneModule(original, values, [&](const GlobalValue *value) {
        const auto *function = dyn_cast<Function>(value);
        return !function || functions.count(function) > 0;
    });
    for (size_t i = 0; i < candidates.size(); i++) {
        if (functions.count(candidates[i].block->getParent())) {
            block(candidates[i])->setName(name_of(i));
            present.push_back(i);
        }
    }
}

}  // namespace isotope
