// A division by 3 becomes a product with the rounded third.
// input: a = 5: 1.6666666, and 1.6666667 after it.
func.func @f(%a: f32) -> f32 {
  %c = arith.constant 3.0 : f32
  %r = arith.divf %a, %c : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %c = arith.constant 0.333333343 : f32
  %r = arith.mulf %a, %c : f32
  return %r : f32
}
