#include "frontend/answer.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace isotope {

namespace {

// A sentence of the service in one line, which moves no cursor.
std::string sentence(const char *text) {
    std::string line(text ? text : "");
    std::replace_if(line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return line;
}

// Whether a reason is one for all windows of a process, so that its sentence is worth saying: it is not about
// a window.
bool is_of_all(isotope_reason reason) {
    const isotope_reason of_all[] = {ISOTOPE_MISCONFIGURED, ISOTOPE_CIRCUIT_OPEN, ISOTOPE_UNREACHABLE, ISOTOPE_SILENT,
                                     ISOTOPE_VERSION,       ISOTOPE_FORKED,       ISOTOPE_INTERNAL,    ISOTOPE_DENIED};
    return std::find(std::begin(of_all), std::end(of_all), reason) != std::end(of_all);
}

std::string no_answer(const isotope_result &result) {
    const std::string why = std::string("no answer: ") + isotope_reason_name(result.reason);
    const std::string detail = sentence(result.detail);
    // A refusal that names no place in a window is for all of them, such as of a CPU.
    const bool is_of_target = result.reason == ISOTOPE_REFUSED && detail.rfind("line ", 0) != 0;
    return (is_of_all(result.reason) || is_of_target) && !detail.empty() ? why + ": " + detail : why;
}

// Why an answer has no proof.
std::string unproved(const isotope_result &result) {
    const std::string detail = sentence(result.detail);
    if (result.truncated == ISOTOPE_SEARCHED_ON) {
        return "still searched: the server's time was over before it had one";
    }
    return !result.truncated ? "not proved" : detail.empty() ? "not searched to the end" : detail;
}

bool is_same(const isotope_type &a, const isotope_type &b) {
    return a.kind == b.kind && a.bits == b.bits && a.lanes == b.lanes;
}

// The service's own bound (isotope_ir::limits::MAX_LANES): a type of more lanes is none of its.
constexpr uint32_t kMostLanes = 4096;

bool is_known(const isotope_type &type) {
    return type.kind >= ISOTOPE_INT && type.kind <= ISOTOPE_BFLOAT && type.bits >= 1 && type.bits <= 64 && type.lanes >= 1 &&
           type.lanes <= kMostLanes;
}

// Adds the elements of a buffer that a load touches, relative to its base; false where there is no such
// index.
bool add_elements(int64_t offset, int64_t stride, uint32_t lanes, std::set<int64_t> *touched) {
    for (int64_t lane = 0; lane < (int64_t)lanes; lane++) {
        int64_t index;
        if (__builtin_mul_overflow(lane, stride, &index) || __builtin_add_overflow(index, offset, &index)) {
            return false;
        }
        touched->insert(index);
    }
    return true;
}

// Another load, among what the window loads from its buffer at its base.
std::string check_load(const Question &question, const isotope_parameter &parameter, Source *source) {
    const std::string buffer = parameter.buffer ? parameter.buffer : "";
    const std::string base = parameter.base ? parameter.base : "";
    std::set<int64_t> loaded, touched;
    source->is_load = true;
    for (size_t i = 0; i < question.leaves.size(); i++) {
        const Leaf &leaf = question.leaves[i];
        if (leaf.address && leaf.address->buffer == buffer && leaf.address->base == base && leaf.type.bits == parameter.type.bits) {
            source->leaf = i;
            add_elements(leaf.address->offset, leaf.address->stride, leaf.type.lanes, &loaded);
        }
    }
    if (loaded.empty()) {
        return "it loads from a buffer that is not the window's";
    }
    if (!add_elements(parameter.offset, parameter.stride, parameter.type.lanes, &touched) ||
        !std::includes(loaded.begin(), loaded.end(), touched.begin(), touched.end())) {
        return "it loads bytes that the window does not";
    }
    return "";
}

std::string check_parameter(const Question &question, const isotope_parameter &parameter, Source *source) {
    if (!is_known(parameter.type)) {
        return "its types are not known here";
    }
    if (!parameter.leaf) {
        return check_load(question, parameter, source);
    }
    for (size_t i = 0; i < question.leaves.size(); i++) {
        const Leaf &leaf = question.leaves[i];
        if (leaf.name == parameter.leaf) {
            source->leaf = i;
            return is_same(leaf.type, parameter.type) ? "" : "it takes " + leaf.name + " as another type";
        }
    }
    return "it takes a leaf that the window does not have";
}

}  // namespace

std::string refusal(const Question &question, Wanted wanted, const isotope_result *result) {
    const bool is_choice = wanted == Wanted::Selected;
    if (!result) {
        return question.why.empty() ? "no memory" : question.why;
    } else if (result->reason != ISOTOPE_ANSWERED) {
        return no_answer(*result);
    } else if (result->verdict != ISOTOPE_PROVED && is_choice) {
        return unproved(*result);
    } else if (is_choice && (result->is_better ? result->cost > result->baseline_cost : result->cost >= result->baseline_cost)) {
        return kNotCheaper;
    }
    return "";
}

std::string unsettled(const Question &question, const isotope_result *result) {
    if (!result) {
        return question.is_asked() ? "no memory" : "";
    } else if (result->reason != ISOTOPE_ANSWERED) {
        const bool is_of_window = result->reason == ISOTOPE_REFUSED || result->reason == ISOTOPE_MALFORMED;
        return is_of_window ? "" : no_answer(*result);
    }
    return result->truncated ? unproved(*result) : "";
}

std::string unsettled(const Compiler &compiler, const std::vector<const Question *> &questions,
                      const std::vector<const isotope_result *> &results, const std::vector<Outcome> &outcomes) {
    size_t count = 0;
    std::string why;
    for (size_t i = 0; i < questions.size(); i++) {
        std::string one = unsettled(*questions[i], results[i]);
        if (one.empty() && outcomes[i].is_uncompared) {
            one = std::string("not compared with ") + compiler.name + "'s own code in time";
        }
        count += !one.empty();
        why = why.empty() ? one : why;
    }
    return count == 0 ? ""
                      : std::to_string(count) + " of " + std::to_string(questions.size()) +
                            " vector expressions may get another answer in another compile; the first: " + why;
}

std::string check_interface(const Question &question, const isotope_result &result, std::vector<Source> *sources) {
    if (!is_same(result.type, question.type)) {
        return is_known(result.type) ? "it gives another type" : "its types are not known here";
    }
    sources->assign(result.parameter_count, {});
    for (size_t i = 0; i < result.parameter_count; i++) {
        const std::string why = check_parameter(question, result.parameters[i], &(*sources)[i]);
        if (!why.empty()) {
            return why;
        }
    }
    return "";
}

}  // namespace isotope
