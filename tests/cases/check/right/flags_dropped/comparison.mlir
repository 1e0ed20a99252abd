// A comparison without flags has a value wherever one with flags has.
func.func @f(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf olt, %a, %b fastmath<nnan,ninf> : f64
  return %r : i1
}

// -----

func.func @f(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf olt, %a, %b : f64
  return %r : i1
}
