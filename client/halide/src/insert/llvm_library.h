// LLVM 19 as a shared library, for one thing: answers come as text, and Halide's runtime modules are bitcode.
//
// Halide's own LLVM is hidden inside libHalide. Bitcode that LLVM 19 writes is read by Halide 19 and 21, and
// the other way round. Nothing of it is linked: where the library is missing, Halide's code stays.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace isotope {

// A function of an answer, checked, under its final name, as bitcode of a module of its own.
struct Bitcode {
    std::string bytes;
    std::string error;  // why there is none
};

// What a function takes and gives, as LLVM writes types.
struct Signature {
    // A vector of so many lanes, or of one lane a scalar.
    struct Type {
        std::string element;
        int lanes;
        std::string text() const;
    };
    Type result;
    std::vector<Type> parameters;
    std::string text() const;
};

class LlvmLibrary {
  public:
    // The library. Where there is a server loading it has begun in another thread; the first call waits for that.
    static const LlvmLibrary &shared();

    // Why it cannot be used; empty when it can.
    const std::string &obstacle() const { return trouble; }

    // Reads an answer's module, checks that it defines `function` alone with the type `signature` and calls
    // nothing but intrinsics, and renames it to `name`. Its result is padded to so many lanes, of any content.
    Bitcode compile(const std::string &text, const std::string &function, const Signature &signature, int lanes,
                    const std::string &name) const;

    // One module out of `base` and others.
    Bitcode link(const std::string &base, const std::vector<std::string> &others) const;

  private:
    LlvmLibrary();
    struct Calls;
    std::shared_ptr<Calls> calls;
    std::string trouble;
};

}  // namespace isotope
