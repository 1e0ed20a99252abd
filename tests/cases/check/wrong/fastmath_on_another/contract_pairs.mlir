// The second pair of a product and a sum gets the flag of the first.
// input: a = b = 1 + 2^-12, d = -1: the second result is 2^-11, and also 2^-11 + 2^-24 after it.
func.func @f(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %r = arith.addf %p, %c fastmath<contract> : f32
  %q = arith.mulf %a, %b : f32
  %s = arith.addf %q, %d : f32
  return %r, %s : f32, f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %r = arith.addf %p, %c fastmath<contract> : f32
  %q = arith.mulf %a, %b fastmath<contract> : f32
  %s = arith.addf %q, %d fastmath<contract> : f32
  return %r, %s : f32, f32
}
