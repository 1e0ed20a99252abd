// The comparison no longer holds for NaN.
// input: a = NaN: true, and false after it.
func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf ult, %a, %b : f32
  return %r : i1
}

// -----

func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf olt, %a, %b : f32
  return %r : i1
}
