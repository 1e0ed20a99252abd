"""Compiles kernels ahead of time: objects.py TARGET FILE [maxima], an object or a library (.a). The program knows nothing of Isotope."""

import sys

import halide as hl

x, y = hl.Var("x"), hl.Var("y")
image, mask = hl.ImageParam(hl.UInt(8), 2, "image"), hl.ImageParam(hl.Int(8), 2, "mask")


def words(dx, dy):
    return hl.u16(image[x + dx, y + dy])


taps = [(dx, dy) for dy in range(3) for dx in range(3)]

# Products of unlike signs.
products = hl.Func("products")
sums = sum((hl.i32(image[x + dx, y + dy]) * hl.i32(mask[dx, dy]) for dx, dy in taps), hl.i32(8))
products[x, y] = hl.u8_sat(sums >> 4)

# Weights that are constants.
gaussian = hl.Func("gaussian")
gaussian[x, y] = hl.u8((sum(((2 - abs(dx - 1)) * (2 - abs(dy - 1)) * words(dx, dy) for dx, dy in taps), hl.u16(8))) >> 4)

# A quotient.
mean = hl.Func("mean")
mean[x, y] = hl.u8(sum((words(dx, dy) for dx, dy in taps), hl.u16(0)) // 9)

# A sum, for which Halide's own code is as good as any, in a short loop.
saturated = hl.Func("saturated")
saturated[x, y] = hl.u8_sat(words(0, 0) + words(0, 1))

kernels = [products, gaussian, mean, saturated]

# Loops that LLVM leaves packets in.
if "maxima" in sys.argv:
    values = [
        hl.max(hl.max(image[x, y], image[x, y + 1]), hl.max(image[x, y + 2], image[x + 1, y + 1])),
        hl.u8_sat((hl.u32(image[x, y]) * hl.u32(image[x, y]) + hl.u32(image[x, y + 1]) * hl.u32(image[x + 1, y])) >> 8),
        hl.u8((words(0, 0) * 77 + words(0, 1) * 151 + words(0, 2) * 28) >> 8),
        hl.u8((words(0, 0) + words(1, 0) + words(0, 1) + words(1, 1) + 2) >> 2),
    ]
    kernels = [hl.Func(f"maximum{n}") for n in range(len(values))]
    for kernel, value in zip(kernels, values):
        kernel[x, y] = value
path, target = sys.argv[2], hl.Target(sys.argv[1])
for kernel in kernels:
    kernel.vectorize(x, target.natural_vector_size(hl.UInt(8)))
kind = hl.OutputFileType.static_library if path.endswith(".a") else hl.OutputFileType.object
hl.Pipeline(kernels).compile_to({kind: path}, [image, mask], "kernels", target)
