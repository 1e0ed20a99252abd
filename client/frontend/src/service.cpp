#include "frontend/service.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "frontend/graph.h"
#include "frontend/variables.h"

namespace isotope {

namespace {

using Clock = std::chrono::steady_clock;

// Of the time that a unit may wait.
constexpr double kComparing = 0.4;

// Of a hardware loop whose count a function does not say: a line of some thousand bytes in vectors of 128.
constexpr uint32_t kIterations = 8;

isotope_client *new_client(Wanted wanted) {
    if (wanted == Wanted::Selected) {
        return isotope_client_new(nullptr);
    }
    isotope_config config = {};
    config.size = sizeof(config);
    config.plain = 1;
    return isotope_client_new(&config);
}

struct Made {
    const pid_t process;
    isotope_client *const client;
};

// Clients are never freed: threads may compile while the process ends, and a fork has none of its parent's
// threads.
isotope_client *client(Wanted wanted) {
    static std::atomic<const Made *> all[2];
    std::atomic<const Made *> &place = all[wanted == Wanted::Plain];
    const Made *known = place.load();
    if (known && known->process == getpid()) {
        return known->client;
    }
    const Made *fresh = new Made{getpid(), new_client(wanted)};
    if (place.compare_exchange_strong(known, fresh)) {
        return fresh->client;
    }
    // Another thread was first.
    isotope_client_free(fresh->client);
    delete fresh;
    return known->client;
}

Freezing freezing(const isotope_results *results, size_t index) {
    const isotope_result *result = isotope_results_get(results, index);
    Freezing own;
    for (size_t i = 0; result && i < result->parameter_count; i++) {
        own.parameters.push_back(isotope_results_freeze(results, index, i));
    }
    own.one_load_a_byte = isotope_results_one_load_a_byte(results, index) != 0;
    return own;
}

// The rest of a time; 1 where nothing is left, since 0 would be the client's own.
uint32_t rest_ms(Clock::time_point end) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    return left > 0 ? (uint32_t)left : 1;
}

}  // namespace

Answers ask(const Machine &machine, Wanted wanted, const std::vector<const Question *> &questions, uint32_t most_ms) {
    Answers answers;
    answers.results.assign(questions.size(), nullptr);
    answers.freezing.resize(questions.size());
    answers.milliseconds.assign(questions.size(), 0);
    std::vector<const char *> texts;
    std::vector<const isotope_graph *> graphs;
    std::vector<size_t> asked[2];
    for (size_t i = 0; i < questions.size(); i++) {
        const Question &question = *questions[i];
        if (question.graph) {
            graphs.push_back(question.graph->get());
            asked[1].push_back(i);
        } else if (!question.text.empty()) {
            texts.push_back(question.text.c_str());
            asked[0].push_back(i);
        }
    }
    const isotope_target target = {machine.arch.c_str(), machine.mcpu.c_str(), machine.mattr.c_str()};
    const auto end = Clock::now() + std::chrono::milliseconds(std::min(most_ms, answers_ms(wanted)));
    if (!texts.empty()) {
        answers.texts.reset(isotope_select_batch(client(wanted), &target, texts.data(), texts.size(), rest_ms(end)));
    }
    if (!graphs.empty()) {
        answers.graphs.reset(isotope_select_graphs(client(wanted), &target, graphs.data(), graphs.size(), rest_ms(end)));
    }
    for (bool of_graphs : {false, true}) {
        const isotope_results *results = (of_graphs ? answers.graphs : answers.texts).get();
        for (size_t i = 0; i < asked[of_graphs].size(); i++) {
            answers.results[asked[of_graphs][i]] = isotope_results_get(results, i);
            answers.freezing[asked[of_graphs][i]] = freezing(results, i);
            answers.milliseconds[asked[of_graphs][i]] = isotope_results_milliseconds(results, i);
        }
    }
    return answers;
}

Checked check(const isotope_programs &programs) {
    return Checked(isotope_check(client(Wanted::Selected), &programs, 0));
}

Scheduled schedule(const std::string &code, uint32_t timeout_ms) {
    isotope_code given = {};
    given.size = sizeof(given);
    given.text = code.c_str();
    given.position_independent = 1;
    given.function_sections = 1;
    given.iterations = kIterations;
    // 0 would be the client's own time.
    return Scheduled(isotope_schedule(client(Wanted::Selected), &given, std::max(1U, timeout_ms)));
}

Staged run_stage(const char *stage, const Machine &machine, Wanted wanted, const std::string &module, const Importer &importer) {
    const isotope_target target = {machine.arch.c_str(), machine.mcpu.c_str(), machine.mattr.c_str()};
    isotope_stage_options options = {};
    options.size = sizeof(options);
    options.import = importer.import;
    options.context = importer.context;
    options.deadline_ms = answers_ms(wanted);
    options.mlir = importer.mlir;
    return Staged(isotope_stage(client(wanted), &target, stage, module.c_str(), &options));
}

bool is_answer(const isotope_result *result) {
    return result && result->reason == ISOTOPE_ANSWERED;
}

bool is_off() {
    if (!is_library_known()) {
        static std::once_flag is_said;
        std::call_once(is_said, [] {
            say("nothing is used: this was built for version " + std::to_string(ISOTOPE_ABI_VERSION) +
                " of libisotope's interface, and the library that is loaded (" + isotope_version() + ") has version " +
                std::to_string(isotope_abi_version()) + "; install both from one build");
        });
        return true;
    }
    return isotope_client_is_off(client(Wanted::Selected));
}

bool is_library_known() {
    return isotope_abi_version() == ISOTOPE_ABI_VERSION;
}

uint32_t answers_ms(Wanted wanted) {
    const uint32_t whole = isotope_client_timeout_ms(client(wanted));
    // Plain code is compared with nothing.
    return wanted == Wanted::Plain ? whole : std::max(1U, (uint32_t)(whole * (1 - kComparing)));
}

uint32_t TimeLeft::whole_ms() {
    return isotope_client_timeout_ms(client(Wanted::Selected));
}

TimeLeft::TimeLeft(Clock::time_point asked)
    : end(std::max(asked + std::chrono::milliseconds(whole_ms()),
                   Clock::now() + std::chrono::milliseconds((int64_t)(whole_ms() * kComparing)))) {}

uint32_t TimeLeft::left_ms() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    return left.count() > 0 ? (uint32_t)left.count() : 0;
}

std::vector<isotope_compared> compare(const Machine &machine, const std::vector<isotope_pair> &pairs, const TimeLeft &time_left) {
    std::vector<isotope_compared> compared(pairs.size());
    const uint32_t left = time_left.left_ms();
    if (left > 0 && !pairs.empty()) {
        const isotope_target target = {machine.arch.c_str(), machine.mcpu.c_str(), machine.mattr.c_str()};
        // Why it does not say is why there are no answers, too, or will be.
        (void)isotope_compare(client(Wanted::Selected), &target, pairs.data(), pairs.size(), left, compared.data());
    }
    return compared;
}

}  // namespace isotope
