#include "decide/trial.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>

#include "compare/child.h"
#include "decide/assembly.h"
#include "decide/latency.h"
#include "insert/answer.h"
#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

// How many times cheaper a block has to be.
constexpr double kClear = 1.02;

// The rest of the time is for pricing what was compiled.
constexpr double kCompiling = 0.67;

std::string name_of(size_t candidate) {
    return "isotope.block." + std::to_string(candidate);
}

// The module with the functions of the candidates alone, whose blocks have names.
struct Copy {
    ValueToValueMapTy values;
    std::unique_ptr<Module> module;
    std::set<size_t> changed;              // candidates that have answers
    std::map<size_t, std::string> function;  // of a candidate, as text
    std::map<size_t, uint64_t> latency;

    Copy(const Module &original, const std::vector<Candidate> &candidates) {
        std::set<const GlobalValue *> functions;
        for (const Candidate &candidate : candidates) {
            functions.insert(candidate.block->getParent());
        }
        module = CloneModule(original, values, [&](const GlobalValue *value) {
            return !isa<Function>(value) || functions.count(value) > 0;
        });
        for (size_t i = 0; i < candidates.size(); i++) {
            block(candidates[i])->setName(name_of(i));
        }
    }

    BasicBlock *block(const Candidate &candidate) { return cast<BasicBlock>(values[candidate.block]); }

    void describe(const std::vector<Candidate> &candidates) {
        std::map<const Function *, std::string> texts;
        for (size_t i = 0; i < candidates.size(); i++) {
            const BasicBlock *own = block(candidates[i]);
            std::string &text = texts[own->getParent()];
            if (text.empty()) {
                raw_string_ostream stream(text);
                own->getParent()->print(stream);
            }
            function[i] = text;
            latency[i] = candidates[i].is_loop ? carried_latency(*own) : 0;
        }
    }
};

// Names are kept while blocks are told apart by them.
class WithNames {
  public:
    explicit WithNames(LLVMContext &context) : context(context), discards(context.shouldDiscardValueNames()) {
        context.setDiscardValueNames(false);
    }
    ~WithNames() { context.setDiscardValueNames(discards); }

  private:
    LLVMContext &context;
    const bool discards;
};

class Trial {
  public:
    Trial(Module &module, const std::vector<Candidate> &candidates, FunctionAnalysisManager &analyses, Service &service,
          std::vector<Asked> *asked)
        : candidates(candidates), analyses(analyses), service(service), asked(asked) {
        const WithNames names(module.getContext());
        copies.push_back(std::make_unique<Copy>(module, candidates));
        for (Plan plan : kPlans) {
            copies.push_back(std::make_unique<Copy>(module, candidates));
            fill(*copies.back(), plan);
        }
        for (auto &copy : copies) {
            copy->describe(candidates);
        }
    }

    std::map<size_t, Plan> best() {
        for (size_t i = 0; i < candidates.size(); i++) {
            for (size_t plan = 0; plan < std::size(kPlans); plan++) {
                const Copy &copy = *copies[plan + 1];
                // A second plan that does the same need not be compared again.
                if (copy.changed.count(i) && (plan == 0 || copy.function.at(i) != copies[1]->function.at(i))) {
                    pairs.push_back({i, plan, name(i, plan), "", "", {}});
                }
            }
        }
        price(false);
        if (std::any_of(pairs.begin(), pairs.end(), [](const Pair &pair) { return !pair.cost.known; })) {
            compile();
            price(true);
        }
        return chosen();
    }

  private:
    struct Pair {
        size_t candidate, plan;
        std::string name, own, selected;
        isotope_compared cost;
    };

    const std::vector<Candidate> &candidates;
    FunctionAnalysisManager &analyses;
    Service &service;
    std::vector<Asked> *asked;
    std::vector<std::unique_ptr<Copy>> copies;  // LLVM's own, then one for each plan
    std::vector<Pair> pairs;

    void fill(Copy &copy, Plan plan) {
        std::set<Function *> touched;
        for (size_t i = 0; i < candidates.size(); i++) {
            Function *function = copy.block(candidates[i])->getParent();
            auto &aliases = analyses.getResult<AAManager>(*function);
            if (!put_in_place(candidates[i], plan, &copy.values, aliases, asked).empty()) {
                copy.changed.insert(i);
                touched.insert(function);
            }
        }
        for (Function *function : touched) {
            if (!finish(*function, analyses)) {
                reject(copy, function);
            }
        }
        for (Function &function : *copy.module) {
            analyses.clear(function, function.getName());
        }
    }

    void reject(Copy &copy, const Function *function) {
        for (size_t i = 0; i < candidates.size(); i++) {
            if (copy.block(candidates[i])->getParent() == function && copy.changed.erase(i)) {
                for (size_t number : candidates[i].windows) {
                    (*asked)[number].why_not = "the function does not verify with it";
                }
            }
        }
    }

    // The server knows costs by such names: what a listing depends on.
    std::string name(size_t candidate, size_t plan) const {
        SHA1 hash;
        for (size_t copy : {(size_t)0, plan + 1}) {
            hash.update(copies[copy]->function.at(candidate));
        }
        hash.update(name_of(candidate));
        const auto digest = hash.final();
        return "LLVM " + std::to_string(LLVM_VERSION_MAJOR) + " " + toHex(digest);
    }

    void price(bool with_listings) {
        std::map<Machine, std::vector<Pair *>> by_machine;
        for (Pair &pair : pairs) {
            if (!pair.cost.known && (!with_listings || (!pair.own.empty() && !pair.selected.empty()))) {
                by_machine[candidates[pair.candidate].machine].push_back(&pair);
            }
        }
        for (const auto &[machine, some] : by_machine) {
            std::vector<isotope_pair> asked_pairs;
            for (const Pair *pair : some) {
                asked_pairs.push_back({pair->name.c_str(), with_listings ? pair->own.c_str() : nullptr,
                                       with_listings ? pair->selected.c_str() : nullptr});
            }
            const auto costs = service.compare(machine, asked_pairs);
            for (size_t i = 0; i < some.size(); i++) {
                some[i]->cost = costs[i];
            }
        }
    }

    // In a process of its own: a code generator that cannot do something ends its process.
    void compile() {
        const Work work = [&](size_t number, const std::string &path) {
            std::ofstream(path) << assembly(*copies[number]->module);
        };
        const Allowance allowance = {kShareMs, (uint32_t)(service.left_ms() * kCompiling)};
        const auto texts = in_child(work, copies.size(), allowance, {});
        for (Pair &pair : pairs) {
            const auto &own = texts[0], &selected = texts[pair.plan + 1];
            if (own && selected) {
                const bool is_loop = candidates[pair.candidate].is_loop;
                pair.own = listing(*own, name_of(pair.candidate), is_loop);
                pair.selected = listing(*selected, name_of(pair.candidate), is_loop);
            }
        }
    }

    std::map<size_t, Plan> chosen() {
        std::map<size_t, Plan> best;
        std::map<size_t, double> gain;
        for (const Pair &pair : pairs) {
            const size_t i = pair.candidate;
            if (!pair.cost.known || pair.cost.own_cost == 0 || pair.cost.selected_cost == 0) {
                note(i, "what its block costs is not known: there was no time, or it has no price", 0, 0);
                continue;
            }
            const uint64_t own = std::max(pair.cost.own_cost, copies[0]->latency.at(i));
            const uint64_t selected = std::max(pair.cost.selected_cost, copies[pair.plan + 1]->latency.at(i));
            const double times = (double)own / (double)selected;
            if (times <= kClear) {
                if (!best.count(i)) {
                    note(i, "LLVM's own block costs as little", own, selected);
                }
            } else if (!best.count(i) || times > gain[i]) {
                note(i, "", own, selected);
                best[i] = kPlans[pair.plan];
                gain[i] = times;
            }
        }
        return best;
    }

    void note(size_t candidate, const std::string &why, uint64_t own, uint64_t selected) {
        for (size_t number : candidates[candidate].windows) {
            Asked &each = (*asked)[number];
            each.own_cost = own;
            each.selected_cost = selected;
            each.why_not = each.why_not.empty() || own > 0 ? why : each.why_not;
        }
    }
};

}  // namespace

std::map<size_t, Plan> decide(Module &module, const std::vector<Candidate> &candidates, FunctionAnalysisManager &analyses,
                              Service &service, std::vector<Asked> *asked) {
    if (candidates.empty()) {
        return {};
    }
    return Trial(module, candidates, analyses, service, asked).best();
}

}  // namespace isotope
