// The sum of three numbers is grouped differently without a flag.
// input: a = 1e30, b = -1e30, c = 1: 1, and 0 after it.
func.func @sum(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %a, %b : f32
  %t = arith.addf %s, %c : f32
  return %t : f32
}

// -----

func.func @sum(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %b, %c : f32
  %t = arith.addf %a, %s : f32
  return %t : f32
}
