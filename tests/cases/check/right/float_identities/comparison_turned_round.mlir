// a < b is b > a, for NaN, too.
func.func @f(%a: f32, %b: f32, %x: f32, %y: f32) -> f32 {
  %p = arith.cmpf ult, %a, %b : f32
  %r = arith.select %p, %x, %y : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %x: f32, %y: f32) -> f32 {
  %p = arith.cmpf ugt, %b, %a : f32
  %r = arith.select %p, %x, %y : f32
  return %r : f32
}
