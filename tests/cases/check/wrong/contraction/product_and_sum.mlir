// A product and a sum become one rounding without a flag.
// input: a = b = 1 + 2^-12, c = -1: 2^-11, and 2^-11 + 2^-24 after it.
func.func @fuse(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  %r = arith.addf %p, %c : f32
  return %r : f32
}

// -----

func.func @fuse(%a: f32, %b: f32, %c: f32) -> f32 {
  %r = math.fma %a, %b, %c : f32
  return %r : f32
}
