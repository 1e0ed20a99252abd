// x - (-0) is not x for the negative zero.
// input: x = -0: -0 + 0 = 0, and -0 after it.
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant -0.0 : f32
  %r = arith.subf %x, %zero : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
