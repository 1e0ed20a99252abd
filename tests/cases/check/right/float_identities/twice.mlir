// 2 x is x + x.
func.func @f(%x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %r = arith.mulf %x, %two : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  return %r : f32
}
