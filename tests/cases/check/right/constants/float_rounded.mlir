// The float sum is folded with its rounding.
func.func @f() -> f32 {
  %a = arith.constant 16777216.0 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// -----

func.func @f() -> f32 {
  %r = arith.constant 16777216.0 : f32
  return %r : f32
}
