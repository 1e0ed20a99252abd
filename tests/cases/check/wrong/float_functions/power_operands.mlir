// Base and exponent are exchanged.
// input: a = 2, b = 3: 8, and 9 after it.
func.func @f(%a: f64, %b: f64) -> f64 {
  %r = math.powf %a, %b : f64
  return %r : f64
}

// -----

func.func @f(%a: f64, %b: f64) -> f64 {
  %r = math.powf %b, %a : f64
  return %r : f64
}
