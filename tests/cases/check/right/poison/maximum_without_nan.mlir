// Where a NaN occurs the first program has no value, and the sign of a zero does not matter.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b fastmath<nnan,nsz> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b fastmath<nnan,nsz> : f32
  return %r : f32
}
