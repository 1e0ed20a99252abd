// A float sum is folded with more bits than the type has.
// input: none: 16777216, and 16777218 after it.
func.func @f() -> f32 {
  %a = arith.constant 16777216.0 : f32
  %b = arith.constant 1.0 : f32
  %s = arith.addf %a, %b : f32
  %r = arith.addf %s, %b : f32
  return %r : f32
}

// -----

func.func @f() -> f32 {
  %r = arith.constant 16777218.0 : f32
  return %r : f32
}
