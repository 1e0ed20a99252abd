#include "frontend/signature.h"

#include <cstdint>
#include <cstdio>

namespace isotope {

namespace {

Signature::Type llvm_type(const isotope_type &type) {
    // A bfloat16 is its 16 bits.
    std::string element = "i" + std::to_string(type.bits);
    if (type.kind == ISOTOPE_FLOAT) {
        element = type.bits == 64 ? "double" : type.bits == 32 ? "float" : "half";
    }
    return {element, (int)type.lanes};
}

}  // namespace

std::string Signature::Type::text() const {
    return lanes == 1 ? element : "<" + std::to_string(lanes) + " x " + element + ">";
}

std::string Signature::text() const {
    std::string types;
    for (const Type &type : parameters) {
        types += (types.empty() ? "" : ", ") + type.text();
    }
    return result.text() + " (" + types + ")";
}

Signature signature_of(const isotope_result &result) {
    Signature signature = {llvm_type(result.type), {}};
    for (size_t i = 0; i < result.parameter_count; i++) {
        signature.parameters.push_back(llvm_type(result.parameters[i].type));
    }
    return signature;
}

// FNV-1a.
std::string digest(const std::string &text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (unsigned char c : text) {
        hash = (hash ^ c) * 0x100000001b3;
    }
    char digits[17];
    snprintf(digits, sizeof(digits), "%016llx", (unsigned long long)hash);
    return digits;
}

}  // namespace isotope
