// A sum gets the promise that no NaN occurs.
// input: a = NaN: NaN, and poison after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b fastmath<nnan> : f32
  return %r : f32
}
