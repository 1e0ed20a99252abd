// The sign of a zero may be lost after the flag is added.
// input: a = b = -0: -0, and 0 or -0 after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b fastmath<nsz> : f32
  return %r : f32
}
