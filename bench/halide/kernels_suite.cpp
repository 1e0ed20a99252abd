// The whole suite, and another schedule for the kernels of client/halide/tests.
#include <map>

#include "suite.h"

using namespace Halide;

namespace {

// Kernels' names in the paper, where the client's tests have another.
const std::map<std::string, std::string> kRenamed = {
    {"add_q_u8", "add"},        {"mul_q_u8", "mul"},       {"avgpool2x2", "average_pool"},
    {"maxpool2x2", "max_pool"}, {"boxblur3x3", "blur3x3"}, {"depthwise3x3", "depthwise_conv"},
    {"matmul_u8i8", "matmul"}};

// The same kernel in another order: products in blocks of columns, pixels in pairs, vectors in fours.
void reschedule(Kernel *kernel) {
    Func &out = kernel->out;
    const std::vector<Var> place = out.args();
    const bool has_reduction = kernel->name == "l2norm" || kernel->name == "sad8";
    Var outer("outer"), inner("inner");
    if (kernel->name.rfind("matmul", 0) == 0) {
        out.split(place[0], outer, place[0], 2, TailStrategy::RoundUp).reorder(place[0], place[1], outer);
    } else if (place.size() == 1) {
        out.split(place[0], place[0], inner, 4, TailStrategy::RoundUp).unroll(inner);
    } else if (has_reduction) {
        out.split(place[0], outer, place[0], 2, TailStrategy::RoundUp).unroll(place[0]);
    } else {
        out.split(place[1], place[1], inner, 2, TailStrategy::RoundUp).reorder(inner, place[0]).unroll(inner);
    }
}

}  // namespace

std::vector<Kernel> make_suite(const Target &target, bool other_schedule) {
    std::vector<Kernel> all = make_kernels(target);
    for (Kernel &kernel : all) {
        const auto renamed = kRenamed.find(kernel.name);
        if (renamed != kRenamed.end()) {
            kernel.name = renamed->second;
        }
        if (other_schedule) {
            reschedule(&kernel);
        }
    }
    add_windows(target, other_schedule, &all);
    add_layers(target, other_schedule, &all);
    add_matmuls(target, other_schedule, &all);
    return all;
}
