// No NaN, no infinity and no sign of zero: x * 0 is 0.
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = arith.mulf %x, %zero fastmath<nnan,ninf,nsz> : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}
