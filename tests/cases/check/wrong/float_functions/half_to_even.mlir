// Rounding of halves away from 0 becomes rounding to even.
// input: x = 2.5: 3, and 2 after it.
func.func @f(%x: f32) -> f32 {
  %r = math.round %x : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %r = math.roundeven %x : f32
  return %r : f32
}
