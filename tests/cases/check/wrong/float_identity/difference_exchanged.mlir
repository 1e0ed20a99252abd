// -(a - b) is not b - a where both are equal.
// input: a = b = 1: -0, and 0 after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %d = arith.subf %a, %b : f32
  %r = arith.negf %d : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.subf %b, %a : f32
  return %r : f32
}
