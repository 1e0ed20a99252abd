#include "own_code.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

const std::string kName = "isotope_expression";

// Puts a load from a buffer of its own in the place of each leaf.
class Detached : public IRGraphMutator {
  public:
    explicit Detached(const Window &window) {
        for (const Leaf &leaf : window.leaves) {
            const Type type = leaf.value.type();
            const int stride = leaf.address ? (int)leaf.address->stride : 1;
            const Expr index = type.is_scalar() ? Expr(0) : Ramp::make(0, stride, type.lanes());
            loads[leaf.value] = Load::make(type, leaf.name, index, Buffer<>(), Parameter(),
                                           const_true(type.lanes()), ModulusRemainder());
        }
    }
    using IRGraphMutator::mutate;
    Expr mutate(const Expr &e) override {
        const auto leaf = loads.find(e);
        return leaf == loads.end() ? IRGraphMutator::mutate(e) : leaf->second;
    }

  private:
    std::map<Expr, Expr, IRDeepCompare> loads;
};

LoweredArgument pointer(const std::string &name) {
    return LoweredArgument(name, Argument::InputScalar, Handle(), 0, ArgumentEstimates());
}

// A file for one text, gone with this.
class Scratch {
  public:
    Scratch() {
        path = std::filesystem::temp_directory_path() / "isotope-XXXXXX";
        const int file = mkstemp(path.data());
        if (file >= 0) {
            close(file);
        }
    }
    ~Scratch() { unlink(path.c_str()); }

    std::string path;
};

// The instructions of a function in a listing.
std::string instructions(std::istream &listing) {
    std::string found, line;
    bool inside = false;
    while (std::getline(listing, line)) {
        if (!inside) {
            inside = line.rfind(kName + ":", 0) == 0;
        } else if (line.rfind(".Lfunc_end", 0) == 0) {
            break;
        } else if (line.size() > 1 && line[0] == '\t' && line[1] != '.' && line[1] != '#') {
            const std::string text = line.substr(1, line.find('#') - 1);
            found += text.substr(0, text.find_last_not_of(" \t") + 1) + "\n";
        }
    }
    return found;
}

std::string compiled(const Window &window, const Target &target) {
    std::vector<LoweredArgument> arguments = {pointer("out")};
    for (const Leaf &leaf : window.leaves) {
        arguments.push_back(pointer(leaf.name));
    }
    const int lanes = window.value.type().lanes();
    const Stmt body =
        Store::make("out", Detached(window).mutate(window.value), Ramp::make(0, 1, lanes), Parameter(),
                    const_true(lanes), ModulusRemainder());
    Module module(kName, target.with_feature(Target::NoRuntime));
    module.append(LoweredFunc(kName, arguments, body, LinkageType::External, NameMangling::C));
    const Scratch scratch;
    module.compile({{OutputFileType::assembly, scratch.path}});
    std::ifstream listing(scratch.path);
    return instructions(listing);
}

}  // namespace

std::string own_code(const Window &window, const Target &target) {
    static std::mutex mutex;
    static std::map<std::string, std::string> known;  // by target and text
    const std::string key = target.to_string() + "\n" + window.text;
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = known.find(key);
    if (found != known.end()) {
        return found->second;
    }
    std::string code;
    try {
        code = compiled(window, target);
    } catch (...) {
        // It is told of, not needed.
    }
    return known[key] = code;
}

}  // namespace isotope
