// The condition is negated, and the arms stay.
// input: c = true: x, and y after it.
func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
  %true = arith.constant true
  %r = arith.select %c, %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %r = arith.select %n, %x, %y : f64
  return %r : f64
}
