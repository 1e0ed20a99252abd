#include "insert/functions.h"

#include <map>
#include <mutex>

namespace isotope {

namespace {

const std::string kPrefix = "isotope_window_";

// The most bytes that one process keeps, so that Halide's module with all of it fits into its room (runtime_module.cpp).
constexpr size_t kMaxBytes = 32 << 20;

struct Kept {
    std::mutex mutex;
    std::map<std::string, std::string> name_by_text;
    std::map<std::string, std::string> bitcode_by_runtime_name;
    size_t bytes = 0;
};

Kept &kept() {
    // Never destroyed: threads may compile while the process ends.
    static Kept *all = new Kept();
    return *all;
}

}  // namespace

std::string runtime_name(const std::string &name, int lanes) {
    return lanes == 1 ? name : name + "x" + std::to_string(lanes);
}

Function keep_function(const std::string &text, const std::string &function, const Signature &signature, int lanes) {
    const std::string key = signature.text() + "\n" + text;
    Kept &all = kept();
    {
        const std::lock_guard<std::mutex> lock(all.mutex);
        const auto known = all.name_by_text.find(key);
        if (known != all.name_by_text.end()) {
            return {known->second, ""};
        }
    }
    const std::string name = kPrefix + digest(key);
    const std::string runtime = runtime_name(name, lanes);
    // Outside of the lock: it takes a millisecond.
    const Bitcode made = LlvmLibrary::shared().compile(text, function, signature, lanes, runtime);
    if (!made.error.empty()) {
        return {"", made.error};
    }
    const std::lock_guard<std::mutex> lock(all.mutex);
    const auto [place, fresh] = all.name_by_text.emplace(key, name);
    if (!fresh) {
        return {name, ""};
    }
    if (all.bytes + made.bytes.size() > kMaxBytes || all.bitcode_by_runtime_name.count(runtime)) {
        all.name_by_text.erase(place);
        return {"", "this process keeps as much code as it may, or two texts have one digest"};
    }
    all.bytes += made.bytes.size();
    all.bitcode_by_runtime_name.emplace(runtime, made.bytes);
    return {name, ""};
}

std::mutex &kept_lock() {
    return kept().mutex;
}

bool is_any_kept() {
    const std::lock_guard<std::mutex> lock(kept().mutex);
    return !kept().bitcode_by_runtime_name.empty();
}

bool is_kept(const std::string &name) {
    return name.compare(0, kPrefix.size(), kPrefix) == 0;
}

std::vector<std::string> kept_bitcode(const std::vector<std::string> &runtime_names) {
    Kept &all = kept();
    const std::lock_guard<std::mutex> lock(all.mutex);
    std::vector<std::string> found;
    for (const std::string &name : runtime_names) {
        const auto known = all.bitcode_by_runtime_name.find(name);
        if (known != all.bitcode_by_runtime_name.end()) {
            found.push_back(known->second);
        }
    }
    return found;
}

}  // namespace isotope
