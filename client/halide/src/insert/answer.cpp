#include "insert/answer.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "insert/functions.h"
#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// Why an answer cannot be used.
struct Unusable {
    std::string why;
};

Type halide_type(const isotope_type &type) {
    const int bits = (int)type.bits, lanes = (int)type.lanes;
    switch (type.kind) {
        case ISOTOPE_INT:
            return Int(bits, lanes);
        case ISOTOPE_UINT:
            return UInt(bits, lanes);
        case ISOTOPE_FLOAT:
            return Float(bits, lanes);
        case ISOTOPE_BFLOAT:
            return BFloat(bits, lanes);
        default:
            throw Unusable{"its types are not known here"};
    }
}

Signature::Type llvm_type(const Type &type) {
    // A bfloat16 is its 16 bits, to Halide and to the service.
    std::string element = "i" + std::to_string(type.bits());
    if (type.is_float() && !type.is_bfloat()) {
        element = type.bits() == 64 ? "double" : type.bits() == 32 ? "float" : "half";
    }
    return {element, type.lanes()};
}

// The elements of a buffer that a load touches, relative to its base.
std::set<int64_t> elements(int64_t offset, int64_t stride, int lanes) {
    std::set<int64_t> touched;
    for (int64_t lane = 0; lane < lanes; lane++) {
        touched.insert(offset + lane * stride);
    }
    return touched;
}

// The loads of a window from one buffer at one base: what may be loaded there instead.
struct Covered {
    const Load *sample = nullptr;
    std::set<int64_t> elements;
};

Covered covered(const Window &window, const isotope_parameter &parameter) {
    Covered all;
    for (const Leaf &leaf : window.leaves) {
        if (leaf.address && leaf.address->buffer == parameter.buffer &&
            leaf.address->base == parameter.base) {
            all.sample = leaf.value.as<Load>();
            const auto some = elements(leaf.address->offset, leaf.address->stride, leaf.value.type().lanes());
            all.elements.insert(some.begin(), some.end());
        }
    }
    return all;
}

Expr base_value(const Window &window, const std::string &name) {
    for (const Base &base : window.bases) {
        if (base.name == name) {
            return base.value;
        }
    }
    if (!name.empty()) {
        throw Unusable{"it loads from an address that is not the window's"};
    }
    return 0;
}

Expr other_load(const Window &window, const isotope_parameter &parameter) {
    const Type type = halide_type(parameter.type);
    const Covered all = covered(window, parameter);
    if (!all.sample || all.sample->type.bits() != type.bits()) {
        throw Unusable{"it loads from a buffer that is not the window's"};
    }
    const auto touched = elements(parameter.offset, parameter.stride, type.lanes());
    if (!std::includes(all.elements.begin(), all.elements.end(), touched.begin(), touched.end())) {
        throw Unusable{"it loads bytes that the window does not"};
    }
    const Expr base = base_value(window, parameter.base);
    Expr index = base + make_const(base.type(), parameter.offset);
    if (is_small_tree(index)) {
        index = simplify(index);
    }
    if (type.is_vector()) {
        index = Ramp::make(index, make_const(index.type(), parameter.stride), type.lanes());
    }
    return Load::make(type, all.sample->name, index, all.sample->image, all.sample->param,
                      const_true(type.lanes()), ModulusRemainder());
}

Expr argument(const Window &window, const isotope_parameter &parameter) {
    if (!parameter.leaf) {
        return other_load(window, parameter);
    }
    for (const Leaf &leaf : window.leaves) {
        if (leaf.name == parameter.leaf) {
            if (leaf.value.type() != halide_type(parameter.type)) {
                throw Unusable{"it takes " + leaf.name + " as another type"};
            }
            return leaf.value;
        }
    }
    throw Unusable{"it takes a leaf that the window does not have"};
}

Expr call(const Window &window, const isotope_result &result) {
    const Type type = window.value.type();
    if (halide_type(result.type) != type) {
        throw Unusable{"it gives another type"};
    }
    std::vector<Expr> arguments;
    Signature signature = {llvm_type(type), {}};
    for (size_t i = 0; i < result.parameter_count; i++) {
        arguments.push_back(argument(window, result.parameters[i]));
        signature.parameters.push_back(llvm_type(arguments.back().type()));
    }
    // Halide looks for vector functions of as many lanes as a power of two; what it does not find it calls
    // lane by lane.
    int lanes = 1;
    while (lanes < type.lanes()) {
        lanes *= 2;
    }
    const Type padded = type.with_lanes(lanes);
    const Function function = keep_function(result.llvm_ir, result.function, signature, lanes);
    if (!function.error.empty()) {
        throw Unusable{"its code: " + function.error};
    }
    const Expr value = Call::make(padded, function.name, arguments, Call::PureExtern);
    return with_lets(padded == type ? value : Shuffle::make_slice(value, 0, 1, type.lanes()));
}

// A sentence of the service in one line, which moves no cursor.
std::string sentence(const char *text) {
    std::string line(text ? text : "");
    std::replace_if(line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return line;
}

// Whether a reason is one for all windows of a process, so that its sentence is worth saying: it is not about
// a window.
bool is_of_all(isotope_reason reason) {
    const isotope_reason of_all[] = {ISOTOPE_MISCONFIGURED, ISOTOPE_CIRCUIT_OPEN, ISOTOPE_UNREACHABLE,
                                     ISOTOPE_SILENT,        ISOTOPE_VERSION,      ISOTOPE_FORKED,
                                     ISOTOPE_INTERNAL,      ISOTOPE_DENIED};
    return std::find(std::begin(of_all), std::end(of_all), reason) != std::end(of_all);
}

std::string no_answer(const isotope_result &result) {
    const std::string why = std::string("no answer: ") + isotope_reason_name(result.reason);
    const std::string detail = sentence(result.detail);
    return is_of_all(result.reason) && !detail.empty() ? why + ": " + detail : why;
}

// Why an answer has no proof.
std::string unproved(const isotope_result &result) {
    const std::string detail = sentence(result.detail);
    if (result.truncated == ISOTOPE_SEARCHED_ON) {
        return "still searched: the server's time was over before it had one";
    }
    return !result.truncated ? "not proved" : detail.empty() ? "not searched to the end" : detail;
}

}  // namespace

Decision check(const Window &window, Code code, const isotope_result *result) {
    if (!result) {
        return {Expr(), window.why.empty() ? "no memory" : window.why};
    } else if (result->reason != ISOTOPE_ANSWERED) {
        return {Expr(), no_answer(*result)};
    } else if (result->verdict != ISOTOPE_PROVED && code == Code::Selected) {
        return {Expr(), unproved(*result)};
    } else if (result->cost >= result->baseline_cost && code == Code::Selected) {
        return {Expr(), "not cheaper than plain LLVM"};
    }
    try {
        return {call(window, *result), ""};
    } catch (const Unusable &unusable) {
        return {Expr(), unusable.why};
    }
}

std::string unsettled(const Window &window, const isotope_result *result) {
    if (!result) {
        return window.text.empty() ? "" : "no memory";
    } else if (result->reason != ISOTOPE_ANSWERED) {
        const bool is_of_window = result->reason == ISOTOPE_REFUSED || result->reason == ISOTOPE_MALFORMED;
        return is_of_window ? "" : no_answer(*result);
    }
    return result->truncated ? unproved(*result) : "";
}

}  // namespace isotope
