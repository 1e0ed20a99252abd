// The flag on both products allows to regroup them.
func.func @f(%a: f64, %b: f64, %c: f64) -> f64 {
  %s = arith.mulf %a, %b fastmath<fast> : f64
  %t = arith.mulf %s, %c fastmath<fast> : f64
  return %t : f64
}

// -----

func.func @f(%a: f64, %b: f64, %c: f64) -> f64 {
  %s = arith.mulf %c, %a fastmath<fast> : f64
  %t = arith.mulf %s, %b fastmath<fast> : f64
  return %t : f64
}
