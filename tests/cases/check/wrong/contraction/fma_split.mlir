// One rounding becomes two: an `fma` is a product and a sum.
// input: a = b = 1 + 2^-12, c = -1: 2^-11 + 2^-24, and 2^-11 after it.
func.func @split(%a: f32, %b: f32, %c: f32) -> f32 {
  %r = math.fma %a, %b, %c : f32
  return %r : f32
}

// -----

func.func @split(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  %r = arith.addf %p, %c : f32
  return %r : f32
}
