// A comparison and a choice become a maximum that returns NaN wherever one operand is.
// input: a = NaN, b = 1: 1, and NaN after it.
func.func @f(%a: f32, %b: f32) -> f32 {
  %p = arith.cmpf ogt, %a, %b : f32
  %r = arith.select %p, %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}
