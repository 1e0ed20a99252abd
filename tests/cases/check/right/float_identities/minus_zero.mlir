// x - 0 is x for all numbers.
func.func @f(%x: f64) -> f64 {
  %z = arith.constant 0.0 : f64
  %r = arith.subf %x, %z : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
