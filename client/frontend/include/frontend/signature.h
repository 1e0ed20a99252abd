// The types of an answer's function, as LLVM writes them, and a name for it.
#pragma once

#include <isotope.h>

#include <string>
#include <vector>

namespace isotope {

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

// Of an answer whose types were checked.
Signature signature_of(const isotope_result &result);

// The same text has the same digest in every build: 16 digits.
std::string digest(const std::string &text);

}  // namespace isotope
