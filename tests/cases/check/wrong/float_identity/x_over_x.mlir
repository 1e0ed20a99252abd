// x / x is not 1 for 0, infinities and NaN.
// input: x = 0: NaN, and 1 after it.
func.func @f(%x: f32) -> f32 {
  %r = arith.divf %x, %x : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %r = arith.constant 1.0 : f32
  return %r : f32
}
