// Two divisions become one by a product without a flag.
// input: a = 1e38, b = c = 1e20: 0.01, and 0 after it.
func.func @divide(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.divf %a, %b : f32
  %t = arith.divf %s, %c : f32
  return %t : f32
}

// -----

func.func @divide(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.mulf %b, %c : f32
  %t = arith.divf %a, %s : f32
  return %t : f32
}
