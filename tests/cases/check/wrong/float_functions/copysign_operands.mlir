// Magnitude and sign are exchanged.
// input: a = 1, b = -2: -1, and 2 after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = math.copysign %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = math.copysign %b, %a : f32
  return %r : f32
}
