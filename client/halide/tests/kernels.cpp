#include "kernels.h"

#include <random>

using namespace Halide;

void Kernel::fill_inputs() {
    std::mt19937 random(1);
    for (Input &input : inputs) {
        Buffer<> buffer(input.param.type(), input.extent);
        buffer.set_min(input.min);
        auto *bytes = (uint8_t *)buffer.data();
        for (size_t i = 0; i < buffer.size_in_bytes(); i++) {
            bytes[i] = (uint8_t)random();
        }
        const int bits = input.param.type().bits();
        for (size_t i = 1; bits == 16 && i < buffer.size_in_bytes(); i += 2) {
            bytes[i] = (uint8_t)((int8_t)bytes[i] >> 2);
        }
        for (size_t i = 0; bits == 32 && i < buffer.size_in_bytes(); i += 4) {
            *(int32_t *)(bytes + i) = *(int16_t *)(bytes + i);
        }
        input.param.set(buffer);
    }
}

std::vector<Argument> Kernel::arguments() const {
    std::vector<Argument> all;
    for (const Input &input : inputs) {
        all.push_back(input.param);
    }
    return all;
}

Kernel stencil(const std::string &name, Type type, const Target &target, const Stencil &value) {
    ImageParam in(type, 2, name + "_in");
    Var x("x"), y("y");
    Func out(name);
    out(x, y) = value(in, x, y);
    out.vectorize(x, target.natural_vector_size(UInt(8)), TailStrategy::RoundUp);
    in.dim(0).set_stride(1);
    return {name, out, {{in, {-128, -4}, {kWidth + 256, kHeight + 8}}}, {kWidth, kHeight}};
}

std::vector<Kernel> make_kernels(const Target &target) {
    std::vector<Kernel> kernels;
    add_stencils(target, &kernels);
    add_products(target, &kernels);
    add_pointwise(target, &kernels);
    return kernels;
}
