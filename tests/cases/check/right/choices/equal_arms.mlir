// Both arms are the same.
func.func @f(%c: i1, %x: f64) -> f64 {
  %r = arith.select %c, %x, %x : f64
  return %r : f64
}

// -----

func.func @f(%c: i1, %x: f64) -> f64 {
  return %x : f64
}
