// The negation of `olt` is `uge`, not `oge`.
// input: a = NaN: true, and false after it.
func.func @f(%a: f64, %b: f64) -> i1 {
  %true = arith.constant true
  %p = arith.cmpf olt, %a, %b : f64
  %r = arith.xori %p, %true : i1
  return %r : i1
}

// -----

func.func @f(%a: f64, %b: f64) -> i1 {
  %true = arith.constant true
  %r = arith.cmpf oge, %a, %b : f64
  return %r : i1
}
