// The remainder takes the sign of its divisor.
// input: a = -1, b = 3: -1, and 2 after it.
func.func @f(%a: f64, %b: f64) -> f64 {
  %r = arith.remf %a, %b : f64
  return %r : f64
}

// -----

func.func @f(%a: f64, %b: f64) -> f64 {
  %q = arith.divf %a, %b : f64
  %t = math.floor %q : f64
  %p = arith.mulf %t, %b : f64
  %r = arith.subf %a, %p : f64
  return %r : f64
}
