// a + (-b) is a - b.
func.func @f(%a: f32, %b: f32) -> f32 {
  %n = arith.negf %b : f32
  %r = arith.addf %a, %n : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.subf %a, %b : f32
  return %r : f32
}
