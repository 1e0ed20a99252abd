#include "report/lines.h"

#include <fcntl.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "report/variables.h"

using namespace llvm;

namespace isotope {

namespace {

constexpr const char *kPass = "isotope";

// In cycles.
std::string cycles(uint64_t hundredths) {
    return formatv("{0:f2}", (double)hundredths / 100).str();
}

int file() {
    static const int descriptor = [] {
        const char *path = getenv("ISOTOPE_REPORT");
        if (!path || !*path) {
            return -1;
        }
        const int opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (opened < 0) {
            say(std::string("there is no report: cannot open ISOTOPE_REPORT=") + path + ": " + strerror(errno));
        }
        return opened;
    }();
    return descriptor;
}

std::string verdict(isotope_verdict verdict) {
    return verdict == ISOTOPE_PROVED     ? "proved"
           : verdict == ISOTOPE_UNPROVED ? "unproved"
           : verdict == ISOTOPE_BASELINE ? "baseline"
                                         : "unknown";
}

void write_result(json::OStream &json, const Reply &reply) {
    const isotope_result &result = *reply.result;
    json.attribute("reply", isotope_reason_name(result.reason));
    if (result.reason != ISOTOPE_ANSWERED) {
        json.attribute("detail", json::fixUTF8(result.detail));
        return;
    }
    json.attribute("verdict", verdict(result.verdict));
    json.attribute("cost", (double)result.cost / 100);
    json.attribute("baseline_cost", (double)result.baseline_cost / 100);
    json.attribute("source", result.source);
    json.attribute("truncated", result.truncated != 0);
    json.attribute("instructions", result.instructions);
    json.attribute("milliseconds", reply.milliseconds);
}

}  // namespace

void remark(OptimizationRemarkEmitter &emitter, const Asked &asked) {
    const BasicBlock *region = &asked.function->getEntryBlock();
    if (asked.used) {
        emitter.emit([&] {
            OptimizationRemark made(kPass, "Answer", asked.location, region);
            made << asked.window.place << ": " << asked.reply.result->instructions << "; its block costs "
                 << cycles(asked.selected_cost) << " cycles, LLVM's own " << cycles(asked.own_cost);
            return made;
        });
        return;
    }
    emitter.emit([&] {
        OptimizationRemarkMissed made(kPass, "NoAnswer", asked.location, region);
        made << asked.window.place << ": " << asked.why_not;
        return made;
    });
}

void remark_missed(OptimizationRemarkEmitter &emitter, const Instruction &place, const std::string &why) {
    emitter.emit([&] {
        OptimizationRemarkMissed made(kPass, "NoAnswer", &place);
        made << why;
        return made;
    });
}

void report(const Machine &machine, const Asked &asked) {
    if (file() < 0) {
        return;
    }
    std::string line;
    raw_string_ostream stream(line);
    json::OStream json(stream);
    std::string place = asked.window.place + " in " + asked.function->getName().str();
    if (asked.location) {
        place += " line " + std::to_string(asked.location.getLine());
    }
    json.object([&] {
        json.attribute("version", 1);
        json.attribute("target", machine.text());
        json.attribute("place", json::fixUTF8(place));
        json.attribute("asked", asked.window.text);
        if (asked.reply.result) {
            write_result(json, asked.reply);
        }
        json.attribute("used", asked.used);
        json.attribute("why_not", json::fixUTF8(asked.why_not));
        json.attribute("halide_cost", (double)asked.own_cost / 100);
        json.attribute("halide_cost_with_answer", (double)asked.selected_cost / 100);
        json.attribute("halide", "");
    });
    stream << "\n";
    stream.flush();
    // One write, so that lines do not mix. A full disk is no reason to fail a compile.
    if (write(file(), line.data(), line.size()) != (ssize_t)line.size()) {
        static const bool once = (say("lines are missing in ISOTOPE_REPORT"), true);
        (void)once;
    }
}

}  // namespace isotope
