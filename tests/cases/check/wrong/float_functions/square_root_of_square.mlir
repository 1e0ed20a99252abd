// The square root of a square is taken for the number itself.
// input: x = -2: 2, and -2 after it.
func.func @f(%x: f32) -> f32 {
  %q = arith.mulf %x, %x : f32
  %r = math.sqrt %q : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
