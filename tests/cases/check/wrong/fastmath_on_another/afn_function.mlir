// The exact one of two logarithms may be approximated, too.
// input: b = 2: the logarithm of 2, and anything near it after it.
func.func @f(%a: f64, %b: f64) -> (f64, f64) {
  %t = math.log %a fastmath<afn> : f64
  %u = math.log %b : f64
  return %t, %u : f64, f64
}

// -----

func.func @f(%a: f64, %b: f64) -> (f64, f64) {
  %t = math.log %a fastmath<afn> : f64
  %u = math.log %b fastmath<afn> : f64
  return %t, %u : f64, f64
}
