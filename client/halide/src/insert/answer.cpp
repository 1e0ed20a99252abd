#include "insert/answer.h"

#include "ask/machine.h"
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

// Of a type that was checked.
Type halide_type(const isotope_type &type) {
    const int bits = (int)type.bits, lanes = (int)type.lanes;
    return type.kind == ISOTOPE_INT     ? Int(bits, lanes)
           : type.kind == ISOTOPE_UINT  ? UInt(bits, lanes)
           : type.kind == ISOTOPE_FLOAT ? Float(bits, lanes)
                                        : BFloat(bits, lanes);
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

// The alignment of a place so many elements on from another: 16*n + 3 of 16*n, 3 elements on.
ModulusRemainder moved(const ModulusRemainder &from, int64_t elements) {
    const int64_t modulus = from.modulus;
    const int64_t remainder = from.remainder + elements;
    return {modulus, modulus > 0 ? (remainder % modulus + modulus) % modulus : remainder};
}

// let a : uint8x8 = load in[b0 + 8, stride 2]     ->     in[ramp(x + 8, 2, 8)], where the base b0 is x
Expr other_load(const Window &window, const isotope_parameter &parameter, size_t leaf) {
    const Load &sample = *window.values[leaf].as<Load>();
    const Type type = halide_type(parameter.type);
    const Expr base = base_value(window, parameter.base);
    Expr index = base + make_const(base.type(), parameter.offset);
    if (is_small_tree(index)) {
        index = simplify(index);
    }
    if (type.is_vector()) {
        index = Ramp::make(index, make_const(index.type(), parameter.stride), type.lanes());
    }
    const auto &address = window.leaves[leaf].address;
    const ModulusRemainder known =
        address && type.bits() == sample.type.bits() ? moved(sample.alignment, parameter.offset - address->offset) : ModulusRemainder();
    return Load::make(type, sample.name, index, sample.image, sample.param, const_true(type.lanes()), known);
}

// An answer of 12 lanes is a call of 16:
//   slice_vectors((uint8x16)isotope_window_..(in[ramp(x, 1, 12)], ..), 0, 1, 12)
Expr call(const Window &window, const isotope_result &result) {
    std::vector<Source> checked;
    const std::string misfit = check_interface(window, result, &checked);
    if (!misfit.empty()) {
        throw Unusable{misfit};
    }
    std::vector<Expr> arguments;
    for (size_t i = 0; i < checked.size(); i++) {
        const Expr &leaf = window.values[checked[i].leaf];
        arguments.push_back(checked[i].is_load ? other_load(window, result.parameters[i], checked[i].leaf) : leaf);
    }
    const Type type = window.value.type();
    // Halide looks for vector functions of as many lanes as a power of two; what it does not find it calls
    // lane by lane.
    int lanes = 1;
    while (lanes < type.lanes()) {
        lanes *= 2;
    }
    const Type padded = type.with_lanes(lanes);
    const Function function = keep_function(result.llvm_ir, result.function, signature_of(result), lanes);
    if (!function.error.empty()) {
        throw Unusable{"its code: " + function.error};
    }
    const Expr value = Call::make(padded, function.name, arguments, Call::PureExtern);
    return with_lets(padded == type ? value : Shuffle::make_slice(value, 0, 1, type.lanes()));
}

}  // namespace

Decision check(const Window &window, Code code, const isotope_result *result) {
    const std::string why = refusal(window, wanted(code), result);
    if (!why.empty()) {
        return {Expr(), why};
    }
    try {
        return {call(window, *result), ""};
    } catch (const Unusable &unusable) {
        return {Expr(), unusable.why};
    }
}

std::vector<Outcome> outcomes(const std::vector<Decision> &decisions) {
    std::vector<Outcome> all;
    for (const Decision &each : decisions) {
        all.push_back({each.replacement.defined(), each.why_not, each.own_cost, each.selected_cost, each.is_uncompared});
    }
    return all;
}

}  // namespace isotope
