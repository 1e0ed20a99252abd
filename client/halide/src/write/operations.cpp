#include "write/operations.h"

#include <map>
#include <set>

namespace isotope {

using namespace Halide::Internal;

namespace {

// Intrinsics with the service's meaning and name.
const std::set<std::string> kIntrinsics = {"abs",
                                           "absd",
                                           "bitwise_and",
                                           "bitwise_not",
                                           "bitwise_or",
                                           "bitwise_xor",
                                           "count_leading_zeros",
                                           "count_trailing_zeros",
                                           "div_round_to_zero",
                                           "halving_add",
                                           "halving_sub",
                                           "lerp",
                                           "likely",
                                           "likely_if_innermost",
                                           "mod_round_to_zero",
                                           "mul_shift_right",
                                           "mux",
                                           "popcount",
                                           "promise_clamped",
                                           "rounding_halving_add",
                                           "rounding_mul_shift_right",
                                           "rounding_shift_left",
                                           "rounding_shift_right",
                                           "saturating_add",
                                           "saturating_cast",
                                           "saturating_sub",
                                           "shift_left",
                                           "shift_right",
                                           "strict_float",
                                           "unsafe_promise_clamped",
                                           "widen_right_add",
                                           "widen_right_mul",
                                           "widen_right_sub",
                                           "widening_add",
                                           "widening_mul",
                                           "widening_shift_left",
                                           "widening_shift_right",
                                           "widening_sub"};

const std::map<std::string, std::string> kStrict = {
    {"strict_add", "strict_fadd"}, {"strict_sub", "strict_fsub"}, {"strict_mul", "strict_fmul"},
    {"strict_div", "strict_fdiv"}, {"strict_min", "strict_fmin"}, {"strict_max", "strict_fmax"},
    {"strict_eq", "strict_feq"},   {"strict_lt", "strict_flt"},   {"strict_le", "strict_fle"}};

}  // namespace

std::string reduction_name(VectorReduce::Operator op) {
    switch (op) {
        case VectorReduce::Add:
            return "vector_reduce_add";
        case VectorReduce::SaturatingAdd:
            return "vector_reduce_saturating_add";
        case VectorReduce::Mul:
            return "vector_reduce_mul";
        case VectorReduce::Min:
            return "vector_reduce_min";
        case VectorReduce::Max:
            return "vector_reduce_max";
        case VectorReduce::And:
            return "vector_reduce_and";
        case VectorReduce::Or:
            return "vector_reduce_or";
    }
    return "";
}

std::string operation_name(const Call &call) {
    if (!call.is_intrinsic()) {
        return "";
    } else if (kIntrinsics.count(call.name) != 0) {
        return call.name;
    }
    // Halide 21 has one for each operator; the service calls them strict_fadd and so on.
    const auto strict = kStrict.find(call.name);
    return strict == kStrict.end() ? "" : strict->second;
}

}  // namespace isotope
