// LLVM 19 as a shared library, for compilers that show none of their own: answers come as text, and such a
// compiler takes bitcode.
//
// Bitcode that LLVM 19 writes is read by later ones, as Halide 19 and 21 have inside, and theirs of one
// module by LLVM 19. Nothing of it is linked: where the library is missing, the compiler's own code stays.
// Loading it begins when the program does, if this class is used in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/signature.h"

namespace isotope {

// A function of an answer, checked, under its final name, as bitcode of a module of its own.
struct Bitcode {
    std::string bytes;
    std::string error;  // why there is none
};

class LlvmLibrary {
  public:
    // The library. Where there is a server loading it has begun in another thread; the first call waits for
    // that.
    static const LlvmLibrary &shared();

    // Why it cannot be used; empty when it can.
    const std::string &obstacle() const { return trouble; }

    // Reads an answer's module, checks that it defines `function` alone with the type `signature` and calls
    // nothing but intrinsics, and renames it to `name`. Its result is padded to so many lanes, of any
    // content.
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
