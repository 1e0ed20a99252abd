// Product and sum may be one rounding after the flags are added.
// input: a = b = 1 + 2^-12, c = -1: 2^-11, and also 2^-11 + 2^-24 after it.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  %r = arith.addf %p, %c : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %r = arith.addf %p, %c fastmath<contract> : f32
  return %r : f32
}
