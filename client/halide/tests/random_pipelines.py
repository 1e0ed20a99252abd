"""Random integer pipelines, a line with a digest of its output for each: FIRST COUNT. It knows nothing of Isotope, so
that two runs, with and without it, must print the same."""

import hashlib
import pathlib
import random
import sys

import halide as hl
import numpy as np

WIDTHS, HEIGHT, REACH = [509, 512, 515], 16, 8
WIDEST = max(WIDTHS)
TYPES = {
    "u8": (hl.UInt(8), np.uint8),
    "i8": (hl.Int(8), np.int8),
    "u16": (hl.UInt(16), np.uint16),
    "i16": (hl.Int(16), np.int16),
    "u32": (hl.UInt(32), np.uint32),
}
# What becomes of a width that is no multiple of the lanes: the last vector overlaps, or is masked.
TAILS = [hl.TailStrategy.ShiftInwards, hl.TailStrategy.GuardWithIf, hl.TailStrategy.Predicate]
TAIL_OF_UPDATES = hl.TailStrategy.GuardWithIf
CONSTANTS = [1, 2, 3, 5, 7, 16, 25, 77, 100, 127]
x, y = hl.Var("x"), hl.Var("y")


class Pipeline:
    """One pipeline over inputs of its own. Nothing in it overflows a signed 32-bit integer, which Halide leaves undefined."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"random_{seed}"
        self.inputs = {name: self.input(name, seed) for name in self.random.sample(list(TYPES), 2)}
        self.result = self.random.choice(list(TYPES))
        self.value = self.expression(self.result, self.random.randint(2, 4))
        self.lanes = self.random.choice([16, 32, 64, 128])
        self.width = self.random.choice(WIDTHS)
        self.tail = self.random.choice(TAILS)
        self.shape = self.random.choice([self.plain, self.plain, self.staged, self.updated, self.reduced])

    def input(self, name, seed):
        kind = TYPES[name][1]
        least, most = np.iinfo(kind).min, np.iinfo(kind).max
        shape = (HEIGHT + REACH, 3 * WIDEST + REACH)
        values = np.random.default_rng(seed).integers(least, most, shape, dtype=kind, endpoint=True)
        values[:, ::5], values[:, ::7] = least, most
        return values, hl.Buffer(values)

    def constant(self, name):
        return hl.cast(TYPES[name][0], self.random.choice(CONSTANTS))

    def leaf(self, name):
        if self.random.random() < 0.15:
            return self.constant(name)
        load = self.random.choice(list(self.inputs.values()))[1]
        stride = self.random.choice([1, 1, 1, 1, 2, 3])
        return hl.cast(TYPES[name][0], load[stride * x + self.random.randint(0, 4), y + self.random.randint(0, 2)])

    def expression(self, name, depth):
        if depth == 0:
            return self.leaf(name)
        kind, bits, signed = TYPES[name][0], int(name[1:]), name[0] == "i"
        amount = hl.cast(hl.UInt(bits), self.random.randint(1, bits - 1))

        def inner(of=name):
            return self.expression(of, depth - 1)

        def wider():
            return inner(self.random.choice([other for other in TYPES if int(other[1:]) == 2 * bits]))

        def product():
            wide = hl.Int(32)
            return hl.cast(wide, inner()) * hl.cast(wide, inner()) + hl.cast(wide, inner()) * self.random.choice(CONSTANTS)

        choices = [
            lambda: inner() + inner(),
            lambda: inner() - inner(),
            lambda: inner() * self.constant(name),
            lambda: inner() * inner(),
            lambda: hl.min(inner(), inner()),
            lambda: hl.max(inner(), inner()),
            lambda: hl.cast(kind, hl.absd(inner(), inner())),
            lambda: inner() >> amount,
            lambda: inner() << self.random.randint(1, 3),
            lambda: hl.select(inner() < inner(), inner(), inner()),
            lambda: inner() & inner(),
            lambda: inner() ^ inner(),
            lambda: inner() // self.constant(name),
            lambda: inner() % self.constant(name),
            lambda: hl.clamp(inner(), hl.cast(kind, 10), hl.cast(kind, 100)),
        ]
        # What Halide 19 does not have in Python is left out.
        for intrinsic in ["halving_add", "rounding_halving_add", "saturating_add", "saturating_sub"]:
            if hasattr(hl, intrinsic):
                choices.append(lambda call=getattr(hl, intrinsic): call(inner(), inner()))
        if hasattr(hl, "rounding_shift_right"):
            choices.append(lambda: hl.rounding_shift_right(inner(), amount))
        if bits < 32:
            choices += [lambda: hl.cast(kind, wider()), lambda: hl.saturating_cast(kind, wider())]
            if hasattr(hl, "mul_shift_right"):
                choices.append(lambda: hl.mul_shift_right(inner(), inner(), amount))
            choices += [lambda: hl.saturating_cast(kind, (product() + 64) >> 7)] if signed else [
                lambda: hl.lerp(inner(), inner(), inner())
            ]
        if bits > 8:
            half = name[0] + str(bits // 2)
            choices += [lambda: sum((hl.cast(kind, inner(half)) * c for c in [3, 1, 25]), hl.cast(kind, inner(half)))]
        return self.random.choice(choices)()

    def function(self):
        function = hl.Func(self.name)
        function[x, y] = self.value
        return function

    def plain(self):
        return self.function().vectorize(x, self.lanes, self.tail)

    def staged(self):
        """What is read was stored before, at some distances."""
        first, second = self.function(), hl.Func(self.name + "_second")
        kind = TYPES[self.result][0]
        second[x, y] = hl.absd(first[x, y], first[x + 1, y + 2]) + hl.cast(kind, 3)
        second[x, y] = hl.cast(kind, second[x, y])
        first.compute_at(second, y).vectorize(x, self.lanes)
        second.update().vectorize(x, self.lanes, TAIL_OF_UPDATES)
        return second.vectorize(x, self.lanes, self.tail)

    def updated(self):
        """A sum of products that is stored again and again."""
        function, r = hl.Func(self.name), hl.RDom([(0, self.random.choice([2, 4, 6]))])
        kind, load = hl.UInt(32), self.random.choice(list(self.inputs.values()))[1]
        function[x, y] = hl.cast(kind, self.value)
        function[x, y] += hl.cast(kind, load[x + r, y]) * hl.cast(kind, load[x, y + r])
        function.vectorize(x, self.lanes, self.tail)
        update = function.update().vectorize(x, self.lanes, TAIL_OF_UPDATES)
        if self.random.random() < 0.7:
            update.unroll(r.x)
        self.result = "u32"
        return function

    def reduced(self):
        """Neighbouring lanes become one."""
        sums, out, r = hl.Func(self.name + "_sums"), hl.Func(self.name), hl.RDom([(0, 4)])
        kind, load = hl.UInt(32), self.random.choice(list(self.inputs.values()))[1]
        sums[x, y] = hl.cast(kind, 0)
        sums[x, y] += hl.cast(kind, load[2 * x + r, y]) * hl.cast(kind, self.random.choice(CONSTANTS))
        out[x, y] = sums[x, y] + hl.cast(kind, self.value)
        sums.compute_at(out, x)
        sums.update().atomic().vectorize(r.x).vectorize(x)
        sums.vectorize(x)
        self.result = "u32"
        return out.vectorize(x, self.lanes, self.tail)

    def digest(self):
        function = self.shape()
        output = np.zeros((HEIGHT, self.width), dtype=TYPES[self.result][1])
        function.realize(hl.Buffer(output), MACHINE)
        return hashlib.sha256(output.tobytes()).hexdigest()


def machine():
    """What Halide says that this machine is, without what it only believes: Halide 19 takes a Zen 5 for a Sapphire Rapids, and code
    of its own then dies of an instruction that is not there."""
    target, flags = hl.get_host_target(), pathlib.Path("/proc/cpuinfo").read_text()
    if target.has_feature(hl.TargetFeature.AVX512_SapphireRapids) and "avx512_fp16" not in flags:
        target = target.without_feature(hl.TargetFeature.AVX512_SapphireRapids)
    return target


MACHINE = machine()
first, count = map(int, sys.argv[1:])
for number in range(first, first + count):
    pipeline = Pipeline(number)
    print(pipeline.name, pipeline.digest(), flush=True)
