// The three numbers may be added in any order after the flags are added.
// input: a = 1e30, b = -1e30, c = 1: 1, and also 0 after it.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %a, %b : f32
  %t = arith.addf %s, %c : f32
  return %t : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %a, %b fastmath<reassoc> : f32
  %t = arith.addf %s, %c fastmath<reassoc> : f32
  return %t : f32
}
