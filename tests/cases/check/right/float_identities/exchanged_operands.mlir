// Sums and products do not depend on the order of their two operands.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b : f32
  %r = arith.addf %p, %c : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %b, %a : f32
  %r = arith.addf %c, %p : f32
  return %r : f32
}
