// The product and the sum that become one rounding are those without the flag.
// input: a = b = 1 + 2^-12, c = -1: r is 2^-11, and 2^-11 + 2^-24 after it.
func.func @other(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %p = arith.mulf %a, %b : f32
  %r = arith.addf %p, %c : f32
  %q = arith.mulf %a, %c fastmath<contract> : f32
  %u = arith.addf %q, %b fastmath<contract> : f32
  return %r, %u : f32, f32
}

// -----

func.func @other(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %r = math.fma %a, %b, %c : f32
  %q = arith.mulf %a, %c fastmath<contract> : f32
  %u = arith.addf %q, %b fastmath<contract> : f32
  return %r, %u : f32, f32
}
