// a <= b is not a - b <= 0 where the difference is a NaN.
// input: a = b = inf: true, and false after it.
func.func @f(%a: f32, %b: f32) -> i1 {
  %zero = arith.constant 0.0 : f32
  %r = arith.cmpf ole, %a, %b : f32
  return %r : i1
}

// -----

func.func @f(%a: f32, %b: f32) -> i1 {
  %zero = arith.constant 0.0 : f32
  %d = arith.subf %a, %b : f32
  %r = arith.cmpf ole, %d, %zero : f32
  return %r : i1
}
