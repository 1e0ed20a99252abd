// A product of floats is the same with its operands exchanged.
func.func @f(%a: f64, %b: f64) -> f64 {
  %x = arith.mulf %a, %b : f64
  %y = arith.mulf %b, %a : f64
  %r = arith.subf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%a: f64, %b: f64) -> f64 {
  %x = arith.mulf %a, %b : f64
  %r = arith.subf %x, %x : f64
  return %r : f64
}
