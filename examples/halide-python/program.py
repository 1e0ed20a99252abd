"""Blurs an image with Halide. The program knows nothing of Isotope."""

import halide as hl
import numpy as np

WIDTH, HEIGHT = 1024, 512

x, y = hl.Var("x"), hl.Var("y")
image = np.random.default_rng(1).integers(0, 256, (HEIGHT + 8, WIDTH + 256), dtype=np.uint8)
buffer = hl.Buffer(image)
buffer.set_min([-128, -4])
source = hl.ImageParam(hl.UInt(8), 2, "source")
source.set(buffer)

rows, blurred = hl.Func("rows"), hl.Func("blurred")
rows[x, y] = hl.u16(source[x, y - 1]) + 2 * hl.u16(source[x, y]) + hl.u16(source[x, y + 1])
blurred[x, y] = hl.u8((rows[x - 1, y] + 2 * rows[x, y] + rows[x + 1, y] + 8) >> 4)
blurred.vectorize(x, 64, hl.TailStrategy.RoundUp)
result = np.asarray(blurred.realize([WIDTH, HEIGHT], hl.Target("host-no_asserts-no_bounds_query")))

wide = image.astype(np.uint16)
down = wide[:-2] + 2 * wide[1:-1] + wide[2:]
expected = ((down[:, :-2] + 2 * down[:, 1:-1] + down[:, 2:] + 8) >> 4).astype(np.uint8)
equal = (result == expected[3 : 3 + HEIGHT, 127 : 127 + WIDTH]).all()
print("equal" if equal else "DIFFERENT")
raise SystemExit(0 if equal else 1)
