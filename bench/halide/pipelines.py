"""Small pipelines that programs have, written when the engine was done: they say what to expect of others. Two of them,
variance_3x3 and stencil_5x5, have led to changes in it since.

    pipelines.py build FOLDER SIDE     compiles each to FOLDER/<name>_<SIDE>.so; knows nothing of Isotope
    pipelines.py run FOLDER SIDE SIDE  runs both sides in turn: a line of JSON for each pipeline
"""

import ctypes
import json
import pathlib
import statistics
import subprocess
import sys
import time

import halide as hl
import numpy as np

WIDTH, HEIGHT, MARGIN = 1536, 8, 8
# So many times over the same few rows, which stay in the nearer caches.
TIMES, ROUNDS = 40, 101
u8, u16, u32, i8, i16, i32 = hl.UInt(8), hl.UInt(16), hl.UInt(32), hl.Int(8), hl.Int(16), hl.Int(32)
x, y, t = hl.Var("x"), hl.Var("y"), hl.Var("t")
cast, u8_sat, i16_sat = hl.cast, hl.u8_sat, hl.i16_sat


class Inputs:
    """Images with a margin, `scale` times as wide and high as the result."""

    def __init__(self):
        self.params = []

    def image(self, kind, scale=1):
        self.params.append((hl.ImageParam(kind, 2, f"in{len(self.params)}"), scale))
        return self.params[-1][0]

    def images(self, kind, count):
        return [self.image(kind) for _ in range(count)]


def nine(a, kind):
    return [cast(kind, a[x + i, y + j]) for i in range(3) for j in range(3)]


def total(terms):
    return sum(terms[1:], terms[0])


def extreme(of, terms):
    result = terms[0]
    for term in terms[1:]:
        result = of(result, term)
    return result


# Each gives the value at (x, y), or the values of several results, in how many lanes it is computed, and how many rows at once if not one.


def half_pixel(inputs):
    a = inputs.image(u8)
    p = [cast(i16, a[x + i, y]) for i in range(6)]
    return u8_sat((p[0] - 5 * p[1] + 20 * p[2] + 20 * p[3] - 5 * p[4] + p[5] + 16) >> 5), 64


def multiply_255(inputs):
    a, b = inputs.images(u8, 2)
    return cast(u8, (cast(u16, a[x, y]) * cast(u16, b[x, y]) + 127) // 255), 64


def alpha_blend(inputs):
    a, b, alpha = inputs.images(u8, 3)
    return hl.lerp(a[x, y], b[x, y], alpha[x, y]), 64


def yuv_to_red(inputs):
    luma, v = inputs.images(u8, 2)
    return u8_sat((298 * (cast(i32, luma[x, y]) - 16) + 409 * (cast(i32, v[x, y]) - 128) + 128) >> 8), 64


def yuv_to_green(inputs):
    luma, u, v = (cast(i32, image[x, y]) for image in inputs.images(u8, 3))
    return u8_sat((298 * (luma - 16) - 100 * (u - 128) - 208 * (v - 128) + 128) >> 8), 64


def fir_10_taps(inputs):
    taps = [-120, 530, -1410, 4200, 14600, 14600, 4200, -1410, 530, -120]
    a = inputs.image(i16)
    return i16_sat((total([cast(i32, a[x + i, y]) * tap for i, tap in enumerate(taps)]) + 16384) >> 15), 32


def variance_3x3(inputs):
    a = inputs.image(u8)
    added = cast(u32, total(nine(a, u16)))
    return 9 * total([cast(u32, p) * p for p in nine(a, u16)]) - added * added, 32


def binary_patterns(inputs):
    a = inputs.image(u8)
    around = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    bits = [hl.select(a[x + i, y + j] >= a[x + 1, y + 1], cast(u8, 1 << n), cast(u8, 0)) for n, (i, j) in enumerate(around)]
    return extreme(lambda p, q: p | q, bits), 64


def halve(inputs):
    a = inputs.image(u8, 2)
    four = [cast(u16, a[2 * x + i, 2 * y + j]) for i in range(2) for j in range(2)]
    return cast(u8, (total(four) + 2) >> 2), 64


def stretch(inputs):
    a = inputs.image(u8)
    return cast(u8, (3 * cast(u16, a[x, y]) + a[x + 1, y] + 2) >> 2), 64


def cubic(inputs):
    a = inputs.image(u16)
    p = [cast(i32, a[x + i, y]) for i in range(4)]
    return cast(u16, hl.clamp((-p[0] + 9 * p[1] + 9 * p[2] - p[3] + 8) >> 4, 0, 4095)), 32


def colour_matrix(inputs):
    r, g, b = (cast(i32, image[x, y]) for image in inputs.images(i16, 3))
    return cast(i16, (r * 431 - g * 140 - b * 35 + 17) // 256), 32


def sharpen(inputs):
    p = nine(inputs.image(u8), i16)
    return u8_sat(5 * p[4] - p[1] - p[3] - p[5] - p[7]), 64


def gradient_of_extremes(inputs):
    p = nine(inputs.image(u8), u8)
    return extreme(hl.max, p) - extreme(hl.min, p), 64


def local_threshold(inputs):
    p = nine(inputs.image(u8), u16)
    return hl.select(cast(i16, p[4]) + 5 > cast(i16, total(p) // 9), cast(u8, 255), cast(u8, 0)), 64


def squared_difference(inputs):
    a, b = inputs.images(u8, 2)
    difference = cast(i16, a[x, y]) - cast(i16, b[x, y])
    return cast(i32, difference) * difference, 64


def sums_of_four(inputs):
    a = inputs.image(u8, 4)
    return total([cast(u32, a[4 * x + i, y]) for i in range(4)]), 16


def butterfly(inputs):
    a, b = inputs.images(i16, 2)
    return cast(i16, (cast(i32, a[x, y]) * 4433 + cast(i32, b[x, y]) * 10703 + 1024) >> 15), 32


def accumulate_differences(inputs):
    a, b = inputs.images(u16, 2)
    return inputs.image(u32)[x, y] + cast(u32, hl.absd(a[x, y], b[x, y])), 32


def narrow(inputs):
    return i16_sat((inputs.image(i32)[x, y] + 8) >> 4), 32


def tone(inputs):
    return u8_sat((cast(u32, inputs.image(u16)[x, y]) * cast(u32, 181) + 8192) >> 14), 64


def stencil_5x5(inputs):
    a = inputs.image(u16)
    return total([a[x + i, y + j] * ((i + 3) * (j + 3)) for i in range(5) for j in range(5)]) // 3, 32


def interleave(inputs):
    a, b = inputs.images(u8, 2)
    return hl.select(x % 2 == 0, a[x // 2, y], b[x // 2, y]), 64


def prewitt(inputs):
    p = nine(inputs.image(u8), i16)
    across, down = p[6] + p[7] + p[8] - p[0] - p[1] - p[2], p[2] + p[5] + p[8] - p[0] - p[3] - p[6]
    return u8_sat((hl.abs(across) + hl.abs(down)) // 2), 64


def laplace(inputs):
    p = nine(inputs.image(u8), i16)
    return 9 * p[4] - total(p), 32


def leaky_relu(inputs):
    value = cast(i32, inputs.image(i8)[x, y]) - 3
    return hl.i8_sat(((hl.select(value > 0, value * 181, value * 23) + 64) >> 7) + 5), 64


def hard_swish(inputs):
    value = cast(i32, inputs.image(u8)[x, y]) - 128
    return u8_sat((value * hl.clamp(value + 48, 0, 96) + 48) // 96 + 128), 64


def complex_product(inputs):
    a, b, c, d = (cast(i32, image[x, y]) for image in inputs.images(i16, 4))
    return i16_sat((a * c - b * d + 16384) >> 15), 32


def bayer_green(inputs):
    a = inputs.image(u16)
    north, south, east, west = a[x + 1, y], a[x + 1, y + 2], a[x + 2, y + 1], a[x, y + 1]
    return hl.select(hl.absd(north, south) < hl.absd(east, west), (north + south + 1) // 2, (east + west + 1) // 2), 32


def hot_pixels(inputs):
    a = inputs.image(u16)
    near = [a[x, y + 2], a[x + 4, y + 2], a[x + 2, y], a[x + 2, y + 4]]
    return hl.clamp(a[x + 2, y + 2], extreme(hl.min, near), extreme(hl.max, near)), 32


def grey(inputs):
    r, g, b = (cast(u16, image[x, y]) for image in inputs.images(u8, 3))
    return cast(u8, (r * 77 + g * 150 + b * 29 + 128) >> 8), 64


def products_of_pairs(inputs):
    a, b = inputs.image(i16, 2), inputs.image(i16, 2)
    return total([cast(i32, a[2 * x + i, y]) * b[2 * x + i, y] for i in range(2)]), 16


def mix(inputs):
    a, b, c = (cast(i16, image[x, y]) for image in inputs.images(u8, 3))
    return u8_sat(a + b - c), 64


def rgb_to_yuv(inputs):
    r, g, b = (cast(i16, image[x, y]) for image in inputs.images(u8, 3))
    luma = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16
    u, v = (-38 * r - 74 * g + 112 * b + 128) >> 8, (112 * r - 94 * g - 18 * b + 128) >> 8
    return (cast(u8, luma), cast(u8, u + 128), cast(u8, v + 128)), 64


def fft_stage(inputs):
    real, imaginary, other_real, other_imaginary = (cast(i32, image[x, y]) for image in inputs.images(i16, 4))
    # Times the root of unity at 45 degrees, in 15 bits.
    turned_real = ((other_real + other_imaginary) * 23170 + 16384) >> 15
    turned_imaginary = ((other_imaginary - other_real) * 23170 + 16384) >> 15
    halves = [real + turned_real, imaginary + turned_imaginary, real - turned_real, imaginary - turned_imaginary]
    return tuple(cast(i16, half >> 1) for half in halves), 32


def haar(inputs):
    a = [[cast(i16, image[2 * x + i, y]) for i in range(2)] for image in (inputs.image(u8, 2), inputs.image(u8, 2))]
    (p, q), (r, s) = a
    return (p + q + r + s, p - q + r - s, p + q - r - s, p - q - r + s), 32


def extremes(inputs):
    p = nine(inputs.image(u8), u8)
    return (extreme(hl.min, p), extreme(hl.max, p)), 64


def sum_and_difference(inputs):
    a, b = (cast(i32, image[x, y]) for image in inputs.images(i16, 2))
    return (cast(i16, (a + b + 1) >> 1), cast(i16, (a - b + 1) >> 1)), 32


def dilated_rows(inputs):
    return extreme(hl.max, nine(inputs.image(u8), u8)), 64, 4


def box_rows(inputs):
    return cast(u8, total(nine(inputs.image(u8), u16)) // 9), 64, 2


def in_lanes(pipeline, lanes):
    """The same in other vectors: what is computed for three colours side by side has lanes that are no power of two."""

    def other(inputs):
        return pipeline(inputs)[0], lanes

    other.__name__ = f"{pipeline.__name__}_{lanes}"
    return other


ALL = [
    half_pixel, multiply_255, alpha_blend, yuv_to_red, yuv_to_green, fir_10_taps, variance_3x3, binary_patterns, halve, stretch,
    cubic, colour_matrix, sharpen, gradient_of_extremes, local_threshold, squared_difference, sums_of_four, butterfly,
    accumulate_differences, narrow, tone, stencil_5x5, interleave, prewitt, laplace, leaky_relu, hard_swish, complex_product,
    bayer_green, hot_pixels, grey, products_of_pairs, mix,
    rgb_to_yuv, fft_stage, haar, extremes, sum_and_difference, dilated_rows, box_rows,
    in_lanes(alpha_blend, 48), in_lanes(yuv_to_red, 96), in_lanes(sharpen, 24), in_lanes(stretch, 96), in_lanes(prewitt, 48),
    in_lanes(butterfly, 24),
]  # fmt: skip


def build(folder, side):
    target = hl.Target("host-no_asserts-no_bounds_query")
    for pipeline in ALL:
        name = pipeline.__name__
        inputs = Inputs()
        value, lanes, *rows = pipeline(inputs)
        out = hl.Func(name)
        # Rows again and again, into the same place.
        out[x, y, t] = value
        if rows:
            inner, row = hl.Var("inner"), hl.Var("row")
            out.tile(x, y, inner, row, lanes, rows[0], hl.TailStrategy.RoundUp).vectorize(inner).unroll(row)
        else:
            out.vectorize(x, lanes, hl.TailStrategy.RoundUp)
        path = folder / f"{name}_{side}.o"
        out.compile_to_object(str(path), [param for param, _ in inputs.params], f"{name}_{side}", target)
        subprocess.run(["cc", "-shared", "-o", path.with_suffix(".so"), path, "-lpthread", "-ldl"], check=True)
        images = [(str(param.type()), scale) for param, scale in inputs.params]
        results = [str(each.type()) for each in (value if isinstance(value, tuple) else [value])]
        path.with_suffix(".json").write_text(json.dumps({"results": results, "inputs": images}))


class Dimension(ctypes.Structure):
    _fields_ = [("min", ctypes.c_int32), ("extent", ctypes.c_int32), ("stride", ctypes.c_int32), ("flags", ctypes.c_uint32)]


class Kind(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Buffer(ctypes.Structure):
    """Halide's halide_buffer_t."""

    _fields_ = [
        ("device", ctypes.c_uint64), ("device_interface", ctypes.c_void_p), ("host", ctypes.c_void_p),
        ("flags", ctypes.c_uint64), ("kind", Kind), ("dimensions", ctypes.c_int32),
        ("dim", ctypes.POINTER(Dimension)), ("padding", ctypes.c_void_p),
    ]  # fmt: skip


def buffer(kind, width, height, times=None, seed=None):
    """A buffer, and its memory, which must live as long; with random contents if there is a seed."""
    values = np.zeros((height, width), np.dtype(kind))
    if seed is not None:
        limits = np.iinfo(values.dtype)
        # What overflows in 32 signed bits is undefined in Halide: rounding needs room.
        room = 2 if values.dtype == np.int32 else 1
        bounds = (limits.min // room, limits.max // room)
        values[:] = np.random.default_rng(seed).integers(*bounds, values.shape, values.dtype, True)
    dims = [Dimension(0, width, 1, 0), Dimension(0, height, width, 0)]
    dims += [] if times is None else [Dimension(0, times, 0, 0)]
    code = Kind(values.dtype.kind == "u", 8 * values.itemsize, 1)
    return Buffer(0, None, values.ctypes.data, 0, code, len(dims), (Dimension * len(dims))(*dims), None), values


def run(folder, sides):
    for pipeline in ALL:
        name = pipeline.__name__
        types = json.loads((folder / f"{name}_{sides[0]}.json").read_text())
        images = [
            buffer(kind, scale * (WIDTH + MARGIN), scale * (HEIGHT + MARGIN), seed=seed)
            for seed, (kind, scale) in enumerate(types["inputs"])
        ]
        results = [buffer(kind, WIDTH, HEIGHT, TIMES) for kind in types["results"]]
        arguments = [ctypes.byref(each) for each, _ in images + results]
        functions = [getattr(ctypes.CDLL(folder / f"{name}_{side}.so"), f"{name}_{side}") for side in sides]
        outputs, times = [], [[], []]
        for function in functions:
            for _, result in results:
                result[:] = 0
            assert function(*arguments) == 0
            outputs.append([result.copy() for _, result in results])
        for _ in range(ROUNDS):
            for function, taken in zip(functions, times):
                begin = time.perf_counter()
                function(*arguments)
                taken.append(1e6 * (time.perf_counter() - begin) / TIMES)
        ratio = statistics.median(before / after for before, after in zip(*times))
        before, after = map(statistics.median, times)
        equal = all(bool((one == other).all()) for one, other in zip(*outputs))
        print(json.dumps({"name": name, "ratio": ratio, "us": [before, after], "equal": equal}), flush=True)


if sys.argv[1] == "build":
    build(pathlib.Path(sys.argv[2]), sys.argv[3])
else:
    run(pathlib.Path(sys.argv[2]), sys.argv[3:])
