// An exact sum is taken from an equal sum that may be poison.
// input: a = NaN: the first result is poison in both, the second is NaN, and poison after it.
func.func @f(%a: f32, %b: f32) -> (f32, f32) {
  %x = arith.addf %a, %b fastmath<nnan> : f32
  %y = arith.addf %a, %b : f32
  return %x, %y : f32, f32
}

// -----

func.func @f(%a: f32, %b: f32) -> (f32, f32) {
  %x = arith.addf %a, %b fastmath<nnan> : f32
  return %x, %x : f32, f32
}
