// A conversion takes two steps and rounds twice.
// input: x = 1 + 2^-11 + 2^-40: 1 + 2^-10, and 1 after it, because the first step rounds it to the middle.
func.func @f(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// -----

func.func @f(%x: f64) -> f16 {
  %h = arith.truncf %x : f64 to f32
  %y = arith.truncf %h : f32 to f16
  return %y : f16
}
