// The product of three numbers is grouped differently without a flag.
// input: a = 1e300, b = 1e300, c = 1e-300: inf, and 1e300 after it.
func.func @product(%a: f64, %b: f64, %c: f64) -> f64 {
  %s = arith.mulf %a, %b : f64
  %t = arith.mulf %s, %c : f64
  return %t : f64
}

// -----

func.func @product(%a: f64, %b: f64, %c: f64) -> f64 {
  %s = arith.mulf %b, %c : f64
  %t = arith.mulf %a, %s : f64
  return %t : f64
}
