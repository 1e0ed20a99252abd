#include "frontend/report.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <sstream>

#include "frontend/variables.h"

namespace isotope {

namespace {

// Says why there is no report, or no more of it: somebody asked for one.
void complain(const char *what, int error) {
    say(std::string(what) + " ISOTOPE_REPORT=" + text_of("ISOTOPE_REPORT") + ": " + strerror(error));
}

int file() {
    static const int descriptor = [] {
        const char *path = getenv("ISOTOPE_REPORT");
        if (!path || !*path) {
            return -1;
        }
        const int opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (opened < 0) {
            complain("there is no report: cannot open", errno);
        }
        return opened;
    }();
    return descriptor;
}

std::string quoted(const std::string &text) {
    std::ostringstream json;
    json << '"';
    for (unsigned char c : text) {
        if (c == '"' || c == '\\') {
            json << "\\" << c;
        } else if (c == '\n') {
            json << "\\n";
        } else if (c < 0x20) {
            json << "\\u" << std::hex << std::setw(4) << std::setfill('0') << (int)c << std::dec;
        } else {
            json << c;
        }
    }
    json << '"';
    return json.str();
}

const char *verdict_name(isotope_verdict verdict) {
    return verdict == ISOTOPE_PROVED     ? "proved"
           : verdict == ISOTOPE_UNPROVED ? "unproved"
           : verdict == ISOTOPE_BASELINE ? "baseline"
                                         : "unknown";
}

// The members that say what came back.
void write_result(std::ostream &json, const isotope_result &result, double milliseconds) {
    json << ", \"reply\": " << quoted(isotope_reason_name(result.reason));
    if (result.reason != ISOTOPE_ANSWERED) {
        json << ", \"detail\": " << quoted(result.detail);
        return;
    }
    json << ", \"verdict\": " << quoted(verdict_name(result.verdict)) << ", \"cost\": " << result.cost / 100.0
         << ", \"baseline_cost\": " << result.baseline_cost / 100.0 << ", \"source\": " << quoted(result.source)
         << ", \"truncated\": " << (result.truncated ? "true" : "false") << ", \"instructions\": " << quoted(result.instructions)
         << ", \"milliseconds\": " << milliseconds;
}

}  // namespace

bool reporting() {
    return file() >= 0;
}

bool reporting_code() {
    static const bool wanted = is_set("ISOTOPE_REPORT_CODE");
    return wanted;
}

void report(const Compiler &compiler, const Machine &machine, const Question &question, const isotope_result *result, double milliseconds,
            const Outcome &outcome, const std::string &own, const Members &more) {
    const std::string key = compiler.key;
    std::ostringstream json;
    json << "{\"version\": 1, \"target\": "
         << quoted(machine.arch + " " + machine.mcpu + (machine.mattr.empty() ? "" : " " + machine.mattr))
         << ", \"place\": " << quoted(question.place) << ", \"asked\": " << quoted(question.shown());
    if (result) {
        write_result(json, *result, milliseconds);
    }
    json << ", \"used\": " << (outcome.is_used ? "true" : "false") << ", \"why_not\": " << quoted(outcome.why_not) << ", "
         << quoted(key + "_cost") << ": " << outcome.own_cost / 100.0 << ", " << quoted(key + "_cost_with_answer") << ": "
         << outcome.selected_cost / 100.0 << ", " << quoted(key) << ": " << quoted(own);
    for (const auto &[name, text] : more) {
        json << ", " << quoted(name) << ": " << quoted(text);
    }
    json << "}\n";
    const std::string line = json.str();
    // One write, so that lines do not mix. A full disk is no reason to fail a compile.
    const ssize_t written = write(file(), line.data(), line.size());
    if (written != (ssize_t)line.size()) {
        static const bool once = (complain("lines are missing in", written < 0 ? errno : ENOSPC), true);
        (void)once;
    }
}

}  // namespace isotope
