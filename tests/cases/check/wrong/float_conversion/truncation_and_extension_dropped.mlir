// A conversion down and up again is taken for no change.
// input: x = 1 + 2^-40: 1, and itself after it.
func.func @f(%x: f64) -> f64 {
  %h = arith.truncf %x : f64 to f32
  %y = arith.extf %h : f32 to f64
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
