// The second promises that nothing is NaN, and the first does not.
// input: a = NaN, b = 1: 1, and poison after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.minnumf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.minimumf %a, %b fastmath<nnan,nsz> : f32
  return %r : f32
}
