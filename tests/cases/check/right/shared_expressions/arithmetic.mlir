// The same sum of the same operands is computed once.
func.func @f(%a: f32, %b: f32) -> f32 {
  %x = arith.addf %a, %b : f32
  %y = arith.addf %a, %b : f32
  %r = arith.mulf %x, %y : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %x = arith.addf %a, %b : f32
  %r = arith.mulf %x, %x : f32
  return %r : f32
}
