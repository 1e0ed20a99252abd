// The second product gets the promise that the first one had.
// input: a = b = 1, c = inf: u = inf, and poison after it.
func.func @f(%a: f64, %b: f64, %c: f64) -> (f64, f64) {
  %t = arith.mulf %a, %b fastmath<ninf> : f64
  %u = arith.mulf %a, %c : f64
  return %t, %u : f64, f64
}

// -----

func.func @f(%a: f64, %b: f64, %c: f64) -> (f64, f64) {
  %t = arith.mulf %a, %b fastmath<ninf> : f64
  %u = arith.mulf %a, %c fastmath<ninf> : f64
  return %t, %u : f64, f64
}
