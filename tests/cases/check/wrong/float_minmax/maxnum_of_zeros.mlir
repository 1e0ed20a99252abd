// Without NaN the sign of a zero still counts.
// input: a = -0.0, b = 0.0: 0.0, and -0.0 after it, which `maxnumf` may return.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b fastmath<nnan> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b fastmath<nnan> : f32
  return %r : f32
}
