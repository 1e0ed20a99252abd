// Without infinities and NaN x - x is 0.
func.func @f(%x: f64) -> f64 {
  %r = arith.subf %x, %x fastmath<nnan,ninf> : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = arith.constant 0.0 : f64
  return %r : f64
}
