// The second promises that nothing is infinite, and the first does not.
// input: a = inf, b = 1: inf, and poison after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b fastmath<nnan,nsz> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b fastmath<nnan,ninf,nsz> : f32
  return %r : f32
}
