#include "decide/trial.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include "bounds.h"
#include "decide/assembly.h"
#include "decide/copy.h"
#include "decide/share.h"
#include "frontend/child.h"
#include "frontend/pairs.h"
#include "frontend/report.h"
#include "frontend/variables.h"
#include "insert/answer.h"
#include "report/remarks.h"

using namespace llvm;

namespace isotope {

namespace {

// How many times cheaper a block has to be.
constexpr double kClear = 1.02;

// A cycle in the service's costs.
constexpr double kCycle = 100;

// Ends the process in which it is called by the first error of the code generator. LLVM's and clang's own handlers would remove the
// files that the compiler itself is writing.
void end_at_errors() {
    remove_fatal_error_handler();
    install_fatal_error_handler([](void *, const char *, bool) { _exit(1); });
}

class Trial {
  public:
    Trial(Module &module, const std::vector<Candidate> &candidates, FunctionAnalysisManager &analyses, const TimeLeft &time_left,
          std::vector<Asked> *asked)
        : module(module), candidates(candidates), analyses(analyses), time_left(time_left), asked(asked), shares(analyses) {
        for (size_t i = 0; i < candidates.size(); i++) {
            for (size_t plan = 0; plan < std::size(kPlans); plan++) {
                if (is_of_use(kPlans[plan], candidates[i], *asked)) {
                    pairs.push_back({i, plan, {}, false});
                }
            }
        }
    }

    std::map<size_t, Choice> best() {
        const std::map<const Function *, SHA1> content = contents();
        price(content, false);
        price(content, true);
        const auto is_level = [](const Pair &pair) { return pair.cost.own_cost == pair.cost.selected_cost; };
        if (tells_reasons() && std::any_of(pairs.begin(), pairs.end(), is_level)) {
            // Perhaps an answer could not be put in place.
            make_copies();
        }
        return chosen();
    }

  private:
    struct Pair {
        size_t candidate, plan;
        isotope_compared cost;
        bool is_calm;  // its function is known to spill no vector
    };

    Module &module;
    const std::vector<Candidate> &candidates;
    FunctionAnalysisManager &analyses;
    const TimeLeft &time_left;
    std::vector<Asked> *asked;
    Shares shares;
    std::vector<std::unique_ptr<Copy>> copies;  // LLVM's own, then one for each plan; none while all costs are known
    std::vector<Pair> pairs;
    std::vector<std::optional<std::string>> texts;  // the copies' assembly, once they are compiled
    std::string comment;                            // what comments begin with there

    // Those that a plan is tried in.
    std::set<const Function *> functions(Plan plan) const {
        std::set<const Function *> found;
        for (const Candidate &candidate : candidates) {
            if (is_of_use(plan, candidate, *asked)) {
                found.insert(candidate.block->getParent());
            }
        }
        return found;
    }

    void fill(Copy &copy, Plan plan) {
        std::set<Function *> touched;
        for (size_t i : copy.present) {
            Function *function = copy.block(candidates[i])->getParent();
            auto &aliases = analyses.getResult<AAManager>(*function);
            if (!put_in_place(candidates[i], plan, &copy.values, aliases, asked).empty()) {
                copy.changed.insert(i);
                touched.insert(function);
            }
        }
        for (Function *function : touched) {
            if (!finish(*function, true, analyses)) {
                reject(copy, function);
            }
        }
        for (Function &function : *copy.module) {
            analyses.clear(function, function.getName());
        }
    }

    void reject(Copy &copy, const Function *function) {
        for (size_t i : copy.present) {
            if (copy.block(candidates[i])->getParent() == function && copy.changed.erase(i)) {
                for (size_t number : candidates[i].windows) {
                    (*asked)[number].outcome.why_not = "the function does not verify with it";
                }
            }
        }
    }

    void make_copies() {
        if (!copies.empty()) {
            return;
        }
        const WithNames names(module.getContext());
        copies.push_back(std::make_unique<Copy>(module, candidates, functions(kPlans[0])));
        for (Plan plan : kPlans) {
            copies.push_back(std::make_unique<Copy>(module, candidates, functions(plan)));
            fill(*copies.back(), plan);
        }
    }

    // Whether somebody is told why answers are not used.
    bool tells_reasons() const {
        const auto *handler = module.getContext().getDiagHandlerPtr();
        return reporting() || is_set("ISOTOPE_VERBOSE") || (handler && handler->isMissedOptRemarkEnabled(kRemarks));
    }

    // All that the code with answers is made of: the function, and what came back for each of its windows.
    std::map<const Function *, SHA1> contents() const {
        std::map<const Function *, SHA1> found;
        for (const Candidate &candidate : candidates) {
            const Function *function = candidate.block->getParent();
            const auto [place, is_new] = found.try_emplace(function);
            if (is_new) {
                std::string text;
                raw_string_ostream stream(text);
                function->print(stream);
                // The text has their number alone.
                stream << function->getAttributes().getAsString(AttributeList::FunctionIndex);
                place->second.update(text);
            }
            for (size_t number : candidate.windows) {
                add((*asked)[number], &place->second);
            }
        }
        return found;
    }

    static void add(const Asked &asked, SHA1 *hash) {
        const isotope_result &result = *asked.result;
        std::string text;
        raw_string_ostream stream(text);
        const auto word = [&](const char *each) { stream << (each ? each : "-") << '\n'; };
        word(result.llvm_ir);
        word(result.function);
        for (size_t i = 0; i < result.parameter_count; i++) {
            const isotope_parameter &each = result.parameters[i];
            word(each.leaf);
            word(each.buffer);
            word(each.base);
            stream << each.type.kind << ' ' << each.type.bits << ' ' << each.type.lanes << ' ' << each.offset << ' ' << each.stride << '\n';
        }
        for (isotope_freeze each : asked.freezing.parameters) {
            stream << each << '\n';
        }
        hash->update(text);
    }

    // The server knows costs by such names: what both listings depend on.
    std::string name(const Pair &pair, bool of_spills, SHA1 content) const {
        content.update("block " + std::to_string(pair.candidate) + " plan " + std::to_string(pair.plan));
        content.update(of_spills ? " spills" : "");
        const auto digest = content.final();
        return std::string("LLVM ") + LLVM_VERSION_STRING + " Isotope " + isotope_version() + " " + toHex(digest);
    }

    // Prices blocks; or asks of those that are cheaper and save little whether their functions spill vectors. The server remembers that, as
    // well: LLVM's own block has no price by such a name where they do.
    void price(const std::map<const Function *, SHA1> &content, bool of_spills) {
        std::map<Processor, std::vector<Pair *>> by_processor;
        for (Pair &pair : pairs) {
            if (!of_spills || (is_cheaper(pair.cost) && !is_enough(pair))) {
                by_processor[candidates[pair.candidate].processor].push_back(&pair);
            }
        }
        for (const auto &[processor, some] : by_processor) {
            Pairs named;
            for (const Pair *pair : some) {
                named.names.push_back(name(*pair, of_spills, content.at(candidates[pair->candidate].block->getParent())));
            }
            named.compile = [this, of_spills, &some = some](const std::vector<size_t> &numbers, uint32_t timeout_ms) {
                compile(timeout_ms);
                std::vector<std::optional<Listings>> all;
                for (size_t number : numbers) {
                    all.push_back(of_spills ? spills(*some[number]) : listings(*some[number]));
                }
                return all;
            };
            const Costs known = costs(named, processor.machine, time_left);
            for (size_t i = 0; i < some.size(); i++) {
                if (!of_spills || !known[i].known) {
                    some[i]->cost = known[i];
                } else {
                    some[i]->is_calm = known[i].own_cost > 0;
                }
            }
        }
    }

    // In a process of its own: a code generator that cannot do something ends its process.
    void compile(uint32_t timeout_ms) {
        if (!texts.empty()) {
            return;
        }
        make_copies();
        const Work work = [&](size_t number, const std::string &path) {
            end_at_errors();
            std::ofstream(path) << assembly(*copies[number]->module);
        };
        texts = in_child(work, copies.size(), {kShareMs, timeout_ms / 2}, {});
        comment = begin_of_comments(module);
        std::vector<std::pair<size_t, const Function *>> apart;
        for (size_t number = 0; number < copies.size(); number++) {
            if (!texts[number] || texts[number]->empty()) {
                for (const Function &function : *copies[number]->module) {
                    apart.push_back({number, &function});
                }
            }
        }
        if (!apart.empty()) {
            compile_apart(apart, timeout_ms / 2);
        }
    }

    // One function that the code generator cannot do keeps no other from its answers.
    void compile_apart(std::vector<std::pair<size_t, const Function *>> all, uint32_t timeout_ms) {
        all.erase(std::remove_if(all.begin(), all.end(), [](const auto &each) { return each.second->isDeclaration(); }), all.end());
        const Work work = [&](size_t number, const std::string &path) {
            end_at_errors();
            const auto &[copy, wanted] = all[number];
            const WithNames names(wanted->getContext());
            ValueToValueMapTy values;
            const std::unique_ptr<Module> alone =
                CloneModule(*copies[copy]->module, values,
                            [&, wanted = wanted](const GlobalValue *value) { return !isa<Function>(value) || value == wanted; });
            std::ofstream(path) << assembly(*alone);
        };
        const auto made = in_child(work, all.size(), {kShareMs, timeout_ms}, {});
        for (size_t i = 0; i < all.size(); i++) {
            auto &text = texts[all[i].first];
            text = text.value_or("") + made[i].value_or("");
        }
    }

    std::optional<Listings> listings(const Pair &pair) const {
        // Where no answer could be put in place, both are LLVM's own.
        const bool is_changed = copies[pair.plan + 1]->changed.count(pair.candidate) > 0;
        const auto &own = texts[0], &selected = texts[is_changed ? pair.plan + 1 : 0];
        if (!own || !selected) {
            return {};
        }
        const bool is_loop = candidates[pair.candidate].is_loop;
        const std::string name = name_of(pair.candidate);
        return Listings{listing(*own, comment, name, is_loop), listing(*selected, comment, name, is_loop)};
    }

    // LLVM's own block twice; nothing where the function spills vectors with answers.
    std::optional<Listings> spills(const Pair &pair) const {
        const auto &own = texts[0], &selected = texts[pair.plan + 1];
        if (!own || !selected) {
            return {};
        }
        const Candidate &candidate = candidates[pair.candidate];
        const bool spills = spills_vectors(*selected, candidate.block->getParent()->getName().str());
        const std::string block = spills ? "" : listing(*own, comment, name_of(pair.candidate), candidate.is_loop);
        return Listings{block, block};
    }

    static bool is_cheaper(const isotope_compared &cost) {
        Outcome outcome;
        decide(kCompiler, cost, &outcome);
        return outcome.is_used && (double)cost.own_cost > kClear * (double)cost.selected_cost;
    }

    // Whether a pair saves so much of its function's time that spills elsewhere may cost some of it.
    bool is_enough(const Pair &pair) {
        const double saved = ((double)pair.cost.own_cost - (double)pair.cost.selected_cost) / kCycle;
        return shares.of(*candidates[pair.candidate].block, saved) >= kLeastShare;
    }

    std::map<size_t, Choice> chosen() {
        std::map<size_t, Choice> best;
        std::map<size_t, double> gain;
        for (const Pair &pair : pairs) {
            const size_t i = pair.candidate;
            const isotope_compared &cost = pair.cost;
            Outcome outcome;
            decide(kCompiler, cost, &outcome);
            const double times = outcome.is_used ? (double)cost.own_cost / (double)cost.selected_cost : 0;
            const bool is_clear = is_cheaper(cost) && (pair.is_calm || is_enough(pair));
            if (outcome.is_used && times <= kClear) {
                outcome.why_not = "its block is cheaper by too little";
            } else if (outcome.is_used && !is_clear) {
                outcome.why_not = "its block runs too seldom beside the rest of its function";
            }
            if (is_clear && times > gain[i]) {
                best[i] = {kPlans[pair.plan], pair.is_calm};
                gain[i] = times;
            } else if (best.count(i)) {
                continue;
            }
            outcome.is_used = false;  // until it is in place
            for (size_t number : candidates[i].windows) {
                note((*asked)[number], outcome);
            }
        }
        return best;
    }

    // The outcome says why an answer could not be put in place, rather than what its block would cost.
    static void note(Asked &asked, const Outcome &outcome) {
        const std::string why = asked.outcome.why_not;
        asked.outcome = outcome;
        if (!why.empty() && !outcome.why_not.empty() && outcome.own_cost == outcome.selected_cost) {
            asked.outcome.why_not = why;
        }
    }
};

}  // namespace

std::map<size_t, Choice> decide(Module &module, const std::vector<Candidate> &candidates, FunctionAnalysisManager &analyses,
                                const TimeLeft &time_left, std::vector<Asked> *asked) {
    if (candidates.empty()) {
        return {};
    }
    return Trial(module, candidates, analyses, time_left, asked).best();
}

}  // namespace isotope
