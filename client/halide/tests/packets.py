"""Compiles one kernel over an image ahead of time: packets.py TARGET FILE KERNEL [aligned]. The program knows nothing of Isotope.

A kernel whose buffers are aligned states that, and where they begin and end, as counted.c has them."""

import sys

import halide as hl

WIDTH, HEIGHT, MARGIN = 1024, 32, 128
x, y = hl.Var("x"), hl.Var("y")
image = hl.ImageParam(hl.UInt(8), 2, "image")
words = lambda dx, dy: hl.u16(image[x + dx, y + dy])
around = range(-2, 3)


def sums():
    """Sums of columns, twice as wide as the pixels, in a buffer for each line."""
    columns = hl.Func("columns")
    columns[x, y] = sum((words(0, d) for d in around[1:]), words(0, -2))
    return hl.u8(sum((columns[x + d, y] for d in around[1:]), columns[x - 2, y]) // 25), [columns]


def slopes():
    """Differences and sums of columns in 16 bits with a sign, in two buffers for each line."""
    smooth, slope = hl.Func("smooth"), hl.Func("slope")
    pixel = lambda d: hl.i16(image[x, y + d])
    smooth[x, y] = pixel(-1) + 2 * pixel(0) + pixel(1)
    slope[x, y] = pixel(1) - pixel(-1)
    across = hl.absd(smooth[x + 1, y], smooth[x - 1, y])
    return hl.u8_sat(across + hl.abs(slope[x - 1, y] + 2 * slope[x, y] + slope[x + 1, y])), [smooth, slope]


def planes():
    """Two values of 16 bits that share work, in two buffers that one loop fills."""
    both = hl.Func("both")
    pixel = lambda d: hl.i16(image[x, y + d])
    outer, inner = pixel(-1) + pixel(1), 3 * pixel(0)
    both[x, y] = hl.Tuple([outer + inner, outer - inner])
    across = lambda part: hl.absd(both[x + 1, y][part], both[x - 1, y][part])
    return hl.u8_sat(across(0) + across(1)), [both]


def maxima():
    """Maxima of columns, as wide as the pixels, in a buffer for each line."""
    columns = hl.Func("columns")
    columns[x, y] = hl.max(*(image[x, y + d] for d in around))
    return hl.max(*(columns[x + d, y] for d in around)), [columns]


def gaussian():
    """A line that stores what it makes of the image."""
    weight = lambda d: 2 - abs(d)
    taps = ((dx, dy) for dy in around[1:-1] for dx in around[1:-1])
    return hl.u8(sum((weight(dx) * weight(dy) * words(dx, dy) for dx, dy in taps), hl.u16(8)) >> 4), []


target, path, name = hl.Target(sys.argv[1]), sys.argv[2], sys.argv[3]
value, columns = {"sums": sums, "slopes": slopes, "planes": planes, "maxima": maxima, "gaussian": gaussian}[name]()
out = hl.Func("out")
out[x, y] = value
lanes = target.natural_vector_size(hl.UInt(8))
out.bound(x, 0, WIDTH).vectorize(x, lanes)
for each in columns:
    each.compute_at(out, y).vectorize(x, lanes, hl.TailStrategy.RoundUp)
image.dim(0).set_stride(1)
if "aligned" in sys.argv:
    stride = WIDTH + 2 * MARGIN
    image.set_host_alignment(128).dim(0).set_bounds(-MARGIN, stride)
    image.dim(1).set_bounds(-2, HEIGHT + 4).set_stride(stride)
    out.output_buffer().set_host_alignment(128).dim(0).set_bounds(0, WIDTH)
    out.output_buffer().dim(1).set_bounds(0, HEIGHT).set_stride(WIDTH)
hl.Pipeline(out).compile_to({hl.OutputFileType.object: path}, [image], "kernel", target)
