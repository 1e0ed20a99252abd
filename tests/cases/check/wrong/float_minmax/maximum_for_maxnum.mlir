// A maximum that ignores a NaN becomes one that returns it.
// input: a = NaN, b = 1: 1, and NaN after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}
