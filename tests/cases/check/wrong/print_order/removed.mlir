// A print is removed.
// input: a = 1: 1, and nothing after it.
func.func @f(%a: f32) -> f32 {
  %b = arith.addf %a, %a : f32
  vector.print %b : f32
  return %b : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %b = arith.addf %a, %a : f32
  return %b : f32
}
