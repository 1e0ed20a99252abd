// `x + 0.0` becomes `x`, though the sign of a zero counts.
// input: x = -0.0: the sum is 0.0.
func.func @f(%x: f32, %y: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = arith.addf %x, %zero fastmath<reassoc> : f32
  return %s : f32
}

// -----

func.func @f(%x: f32, %y: f32) -> f32 {
  return %x : f32
}
