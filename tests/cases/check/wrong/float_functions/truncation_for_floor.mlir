// Rounding down becomes rounding towards 0.
// input: x = -0.5: -1, and -0 after it.
func.func @f(%x: f32) -> f32 {
  %r = math.floor %x : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %r = math.trunc %x : f32
  return %r : f32
}
