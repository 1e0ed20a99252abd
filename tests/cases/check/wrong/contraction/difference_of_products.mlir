// One of two products of a difference is no longer rounded, without a flag.
// input: a = b = c = d = 1 + 2^-12: 0, and 2^-24 after it.
func.func @cross(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %q = arith.mulf %c, %d : f32
  %p = arith.mulf %a, %b : f32
  %r = arith.subf %p, %q : f32
  return %r : f32
}

// -----

func.func @cross(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %q = arith.mulf %c, %d : f32
  %m = arith.negf %q : f32
  %r = math.fma %a, %b, %m : f32
  return %r : f32
}
