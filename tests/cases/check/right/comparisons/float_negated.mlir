// not (a < b), ordered, is a >= b, unordered.
func.func @f(%a: f32, %b: f32) -> i1 {
  %true = arith.constant true
  %p = arith.cmpf olt, %a, %b : f32
  %r = arith.xori %p, %true : i1
  return %r : i1
}

// -----

func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf uge, %a, %b : f32
  return %r : i1
}
