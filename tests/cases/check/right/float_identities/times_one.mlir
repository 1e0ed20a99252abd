// x * 1 is x.
func.func @f(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %r = arith.mulf %x, %one : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
