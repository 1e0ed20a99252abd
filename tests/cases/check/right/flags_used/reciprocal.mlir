// The flag allows a product with the reciprocal.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.divf %a, %b fastmath<arcp> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %q = arith.divf %one, %b : f32
  %r = arith.mulf %a, %q : f32
  return %r : f32
}
