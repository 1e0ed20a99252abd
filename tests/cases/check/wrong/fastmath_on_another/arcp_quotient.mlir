// The flag of one quotient moves to the other.
// input: a = 5, b = 3, c = 2: t is the rounded 5/3, and also 5 * round(1/3) after it.
func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %t = arith.divf %a, %b : f32
  %u = arith.divf %a, %c fastmath<arcp> : f32
  return %t, %u : f32, f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %t = arith.divf %a, %b fastmath<arcp> : f32
  %u = arith.divf %a, %c : f32
  return %t, %u : f32, f32
}
