// A mean of four bytes, in a program that knows nothing of Isotope.
#include <Halide.h>

class Blur : public Halide::Generator<Blur> {
  public:
    Input<Buffer<uint8_t, 2>> input{"input"};
    Output<Buffer<uint8_t, 2>> output{"output"};

    void generate() {
        const auto at = [&](int dx, int dy) { return Halide::cast<uint16_t>(input(x + dx, y + dy)); };
        output(x, y) = Halide::cast<uint8_t>((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) >> 2);
        output.vectorize(x, 32);
    }

  private:
    Halide::Var x{"x"}, y{"y"};
};

HALIDE_REGISTER_GENERATOR(Blur, blur)
