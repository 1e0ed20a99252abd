// The second sum gets the promise that the first one had.
// input: a = b = 0, c = NaN: u = NaN, and poison after it.
func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %t = arith.addf %a, %b fastmath<nnan> : f32
  %u = arith.addf %a, %c : f32
  return %t, %u : f32, f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %t = arith.addf %a, %b fastmath<nnan> : f32
  %u = arith.addf %a, %c fastmath<nnan> : f32
  return %t, %u : f32, f32
}
