// x * 0 is 0 only if x is finite and not negative.
// input: x = -1: -0, and 0 after it; x = inf: NaN.
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = arith.mulf %x, %zero : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}
