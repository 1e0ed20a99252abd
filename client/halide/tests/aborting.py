"""A kernel of short rows whose cheapest code Halide 21 for Hexagon aborts at: aborting.py TARGET OBJECT."""

import sys

import halide as hl

BYTES, ROWS = 1024, 512

x, y = hl.Var("x"), hl.Var("y")
image = hl.ImageParam(hl.UInt(8), 2, "image")


def column(dx):
    above, here, below = (hl.u16(image[x + dx, y + dy]) for dy in (-1, 0, 1))
    return above + 2 * here + below


gaussian = hl.Func("gaussian")
gaussian[x, y] = hl.u8((column(-1) + 2 * column(0) + column(1) + 8) >> 4)

path, target = sys.argv[2], hl.Target(sys.argv[1])
gaussian.vectorize(x, target.natural_vector_size(hl.UInt(8)), hl.TailStrategy.RoundUp)
for buffer, margin in [(image, 128), (gaussian.output_buffer(), 0)]:
    buffer.set_host_alignment(128)
    buffer.dim(0).set_bounds(-margin, BYTES + 2 * margin).set_stride(1)
    rows = 4 if margin else 0
    buffer.dim(1).set_bounds(-rows, ROWS + 2 * rows).set_stride(BYTES + 2 * margin)
hl.Pipeline([gaussian]).compile_to({hl.OutputFileType.object: path}, [image], "kernel", target)
