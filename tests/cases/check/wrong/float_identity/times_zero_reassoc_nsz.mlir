// x * 0 with `reassoc` and `nsz` is still a NaN for an infinite x.
// input: x = inf: NaN, and 0 after it.
func.func @f(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = arith.mulf %x, %zero fastmath<reassoc,nsz> : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  return %zero : f64
}
