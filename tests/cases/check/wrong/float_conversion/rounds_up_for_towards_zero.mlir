// One rounding mode becomes another.
// input: x = 1 + 2^-30: 1, and 1 + 2^-23 after it.
func.func @f(%x: f64) -> f32 {
  %y = arith.truncf %x toward_zero : f64 to f32
  return %y : f32
}

// -----

func.func @f(%x: f64) -> f32 {
  %y = arith.truncf %x upward : f64 to f32
  return %y : f32
}
