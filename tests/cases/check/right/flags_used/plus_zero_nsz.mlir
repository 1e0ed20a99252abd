// The sign of a zero does not matter.
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = arith.addf %x, %zero fastmath<nsz> : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
