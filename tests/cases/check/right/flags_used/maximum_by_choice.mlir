// Without NaN and signs of zeros a maximum is a comparison and a choice.
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b fastmath<nnan,nsz> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %p = arith.cmpf ogt, %a, %b : f32
  %r = arith.select %p, %a, %b : f32
  return %r : f32
}
