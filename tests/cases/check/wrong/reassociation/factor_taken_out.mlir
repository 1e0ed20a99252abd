// A common factor is taken out of a sum without a flag.
// input: a = 2, b = 3e38, c = -3e38: inf - inf = NaN, and 0 after it.
func.func @factor(%a: f32, %b: f32, %c: f32) -> f32 {
  %x = arith.mulf %a, %b : f32
  %y = arith.mulf %a, %c : f32
  %r = arith.addf %x, %y : f32
  return %r : f32
}

// -----

func.func @factor(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %b, %c : f32
  %r = arith.mulf %a, %s : f32
  return %r : f32
}
